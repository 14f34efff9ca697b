// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_MATERIAL_LIMITS, type MaterialEntry, type SkillStore, type SkillTree } from '@countersign/core';

/** A store with one fault, and the cases of the kit that name it. */
export interface BrokenStore {
  readonly fault: string;
  readonly breakStore: (sound: SkillStore) => SkillStore;
  readonly cases: readonly string[];
}

function passingOn(sound: SkillStore): SkillStore {
  return {
    find: (digest) => sound.find(digest),
    stage: (entries, options) => sound.stage(entries, options),
    publish: (digest) => sound.publish(digest),
    open: (digest) => sound.open(digest),
    verify: (digest) => sound.verify(digest),
    quarantine: (digest) => sound.quarantine(digest),
    list: () => sound.list(),
    sweep: () => sound.sweep(),
  };
}

function broken(
  fault: string,
  cases: readonly string[],
  change: (sound: SkillStore) => Partial<SkillStore>,
): BrokenStore {
  return { fault, cases, breakStore: (sound) => ({ ...passingOn(sound), ...change(sound) }) };
}

/** Announces what came instead of what was announced. */
async function* remeasured(entries: AsyncIterable<MaterialEntry>): AsyncGenerator<MaterialEntry> {
  for await (const entry of entries) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry.body) if (chunks.push(Uint8Array.from(chunk)) === 100) break;
    const bytes = Buffer.concat(chunks);
    yield { ...entry, size: bytes.byteLength, body: chunksOf(bytes) };
  }
}

async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function* firstOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    yield item;
    return;
  }
}

function cutShort(tree: SkillTree): SkillTree {
  return { digest: tree.digest, manifest: tree.manifest, read: (path) => firstOf(tree.read(path)) };
}

export const BROKEN_STORES: readonly BrokenStore[] = [
  broken(
    'takes any bytes for the expected ones',
    [
      'A60 stage: other bytes than the expected ones are refused, and are not kept under their own digest',
      'A60 stage: another executable bit than the expected one is refused',
    ],
    (sound) => ({ stage: (entries, options) => sound.stage(entries, { ...options, expected: undefined }) }),
  ),
  broken(
    'has limits of its own',
    [
      'A60 stage: more than maxFiles is refused, exactly as many are not',
      'A60 stage: more than maxBytes is refused, exactly as many are not',
      'A60 stage: more than maxPathBytes is refused, exactly as many are not',
      'A60 stage: more than maxDepth is refused, exactly as many are not',
      'A60 abort: entries that are slower than timeoutMs are left',
    ],
    (sound) => ({
      stage: (entries, options) => sound.stage(entries, { ...options, limits: DEFAULT_MATERIAL_LIMITS }),
    }),
  ),
  broken(
    'does not listen to the signal',
    [
      'A60 abort: a signal that has fired before is refused',
      'A60 abort: entries that hang are left at once (hangingBetween)',
      'A60 abort: entries that hang are left at once (hangingInside)',
    ],
    (sound) => ({
      stage: (entries, options) => sound.stage(entries, { ...options, signal: new AbortController().signal }),
    }),
  ),
  broken(
    'does not compare announced sizes',
    [
      'A60 stage: a body that is longer or shorter than announced is refused',
      'A60 stage: an endless body is refused',
      'A60 stage: a size that is no number of bytes is refused',
    ],
    (sound) => ({ stage: (entries, options) => sound.stage(remeasured(entries), options) }),
  ),
  broken(
    'leaves the entries open',
    ['close: the entries are closed after an abort, a refusal, and when they are not needed'],
    (sound) => ({
      stage: (entries, options) => {
        const iterator = entries[Symbol.asyncIterator]();
        return sound.stage({ [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) }, options);
      },
    }),
  ),
  broken(
    'publishes what nobody agreed to',
    [
      'stage: the digest is staged and not published, for other processes too',
      'list: staged and published digests, ascending',
    ],
    (sound) => ({
      stage: async (entries, options) => sound.publish((await sound.stage(entries, options)).digest),
    }),
  ),
  broken(
    'publishes only once',
    [
      'A22 publish: is idempotent, also from another process',
      'publish: staging and publishing at once ends published, and all succeed',
    ],
    (sound) => ({
      publish: async (digest) => {
        if ((await sound.find(digest)) === 'published') throw new Error('published already');
        return sound.publish(digest);
      },
    }),
  ),
  broken(
    'cuts files short',
    [
      'stage: gives back manifest, bytes and executable bits as they came',
      'read: a tree that was opened while staged stays readable when it is published',
    ],
    (sound) => ({ stage: async (entries, options) => cutShort(await sound.stage(entries, options)) }),
  ),
  broken(
    'keeps what is quarantined in use',
    [
      'quarantine: a staged and a published tree are absent afterwards, and no other tree is',
      'quarantine: the digest can be staged and published again',
    ],
    () => ({ quarantine: async () => undefined }),
  ),
  broken(
    'trusts its medium',
    [
      'tampering: verify names the path (change assets/deep/er/data.bin)',
      'tampering: verify names the path (add .added)',
      'tampering: verify names the path (executable scripts/run.sh)',
      'tampering: a manifest that is not that of the digest is refused',
    ],
    (sound) => ({
      verify: async (digest) => {
        const found = await sound.verify(digest);
        return found.kind === 'altered' ? { kind: 'intact', files: 0, bytes: 0 } : found;
      },
    }),
  ),
  broken('lists backwards', ['list: staged and published digests, ascending'], (sound) => ({
    list: async function* () {
      const trees = [];
      for await (const tree of sound.list()) trees.unshift(tree);
      yield* trees;
    },
  })),
];

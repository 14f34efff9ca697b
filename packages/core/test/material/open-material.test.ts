// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import {
  CountersignError,
  DEFAULT_MATERIAL_LIMITS,
  openMaterial,
  type Material,
  type MaterialEntry,
  type MaterialLimits,
  type OpenOptions,
} from '@countersign/core';
import { archive, file, inChunks } from './tar-builder.js';

const text = (content: string) => inChunks(Buffer.from(content), 3);
const entry = (path: string, content = 'x', changes: Partial<MaterialEntry> = {}): MaterialEntry => ({
  path,
  executable: false,
  size: Buffer.byteLength(content),
  body: text(content),
  ...changes,
});
const hang = () => new Promise<never>(() => undefined);

async function* tree(...entries: readonly MaterialEntry[]): AsyncGenerator<MaterialEntry> {
  yield* entries;
}

interface Opening {
  readonly limits?: Partial<MaterialLimits>;
  readonly signal?: AbortSignal;
}

/** Opens what `open` gives and reads all of it. */
async function readAll(
  open: (options: OpenOptions) => Promise<Material>,
  opening: Opening = {},
): Promise<readonly string[]> {
  const { limits, signal = new AbortController().signal } = opening;
  const sources = new Map([
    ['test', { scheme: 'test', open: (_reference: unknown, options: OpenOptions) => open(options) }],
  ]);
  const options = { limits: { ...DEFAULT_MATERIAL_LIMITS, ...limits }, signal };
  const lines: string[] = [];
  for await (const { path, body } of openMaterial(sources, { scheme: 'test' }, options)) {
    let content = '';
    for await (const chunk of body) content += Buffer.from(chunk).toString();
    lines.push(`${path} ${content}`);
  }
  return lines;
}

const ofTree = (...entries: readonly MaterialEntry[]) => {
  return async (): Promise<Material> => ({ kind: 'tree', entries: tree(...entries) });
};

describe('openMaterial', () => {
  test('hands over the entries of a tree and of an archive', async () => {
    expect(await readAll(ofTree(entry('a', 'one'), entry('b/c', '')))).toEqual(['a one', 'b/c ']);
    const bytes = () => inChunks(archive(file('p/a', 'one'), file('q', 'two')));
    expect(await readAll(async () => ({ kind: 'archive', bytes: bytes(), root: 'p' }))).toEqual(['a one']);
    expect(await readAll(async () => ({ kind: 'archive', bytes: bytes(), root: '' }))).toEqual(['p/a one', 'q two']);
  });

  test('asks the source for no more bytes than the limit', async () => {
    let asked = 0;
    await readAll(
      async ({ maxBytes }) => {
        asked = maxBytes;
        return await ofTree(entry('a'))();
      },
      { limits: { maxBytes: 77 } },
    );
    expect(asked).toBe(77);
  });

  test('refuses a scheme that no source has', async () => {
    const options = { limits: DEFAULT_MATERIAL_LIMITS, signal: new AbortController().signal };
    await expect(openMaterial(new Map(), { scheme: 'none' }, options).next()).rejects.toMatchObject({
      code: 'source-unknown',
      details: { scheme: 'none' },
    });
  });

  test('refuses material without files', async () => {
    await expect(readAll(ofTree())).rejects.toMatchObject({ code: 'material-empty' });
    const bytes = inChunks(archive(file('a')));
    await expect(readAll(async () => ({ kind: 'archive', bytes, root: 'b' }))).rejects.toMatchObject({
      code: 'material-empty',
    });
  });

  test.each([
    ['traversal', [entry('../a')], 'path-traversal'],
    ['the same path', [entry('a'), entry('a')], 'entry-duplicate'],
    ['collision', [entry('a/x'), entry('A/y')], 'path-collision'],
    ['file and folder', [entry('a'), entry('A/y')], 'path-file-and-folder'],
    ['too many files', [entry('a'), entry('b'), entry('c'), entry('d')], 'material-too-many-files'],
    ['too large together', [entry('a', 'x'.repeat(60)), entry('b', 'x'.repeat(60))], 'material-too-large'],
    ['too large by announcement', [entry('a', 'x', { size: 101 })], 'material-too-large'],
    ['negative size', [entry('a', 'x', { size: -1 })], 'material-size-mismatch'],
    ['no size', [entry('a', 'x', { size: NaN })], 'material-size-mismatch'],
    ['shorter than announced', [entry('a', 'xx', { size: 3 })], 'material-size-mismatch'],
    ['longer than announced', [entry('a', 'xxxx', { size: 3 })], 'material-size-mismatch'],
    ['empty though announced', [entry('a', '', { size: 3 })], 'material-size-mismatch'],
  ] as const)('A60 A61 refuses a tree: %s', async (_name, entries, code) => {
    const limits = { maxFiles: 3, maxBytes: 100 };
    await expect(readAll(ofTree(...entries), { limits })).rejects.toMatchObject({ code });
  });

  test('A60 stops at the first byte too many of an endless file', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given += 1;
        yield Buffer.from('x');
      }
    }
    const endlessFile = entry('a', '', { size: 10, body: endless() });
    await expect(readAll(ofTree(endlessFile))).rejects.toMatchObject({ code: 'material-size-mismatch' });
    expect(given).toBe(11);
  });
});

describe('openMaterial with a source that misbehaves', () => {
  const secret = "ENOENT: no such file or directory, open '/srv/release-manager/x'";
  const failing = (): AsyncIterable<never> => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error(secret)) }),
  });

  test.each([
    ['while opening', async () => Promise.reject(new Error(secret))],
    [
      'before it gives a promise',
      () => {
        throw new Error(secret);
      },
    ],
    ['between entries', async (): Promise<Material> => ({ kind: 'tree', entries: failing() })],
    ['in a body', ofTree(entry('a', 'x', { body: failing() }))],
    ['in an archive', async (): Promise<Material> => ({ kind: 'archive', bytes: failing(), root: '' })],
  ])('A11 a foreign error %s is source-unreachable, without its text', async (_name, open) => {
    const error = await readAll(open).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'source-unreachable', retryable: true, cause: { message: secret } });
    expect(`${String(error)} ${JSON.stringify((error as CountersignError).details)}`).not.toContain('release-manager');
  });

  test('a coded error passes as it is', async () => {
    const coded = new CountersignError('source-integrity');
    await expect(readAll(() => Promise.reject(coded))).rejects.toBe(coded);
  });

  const hanging: readonly (readonly [string, () => Promise<Material>])[] = [
    ['while opening', hang],
    ['between entries', async () => ({ kind: 'tree', entries: stuck(entry('a')) })],
    ['in a body', ofTree(entry('a', 'xx', { body: stuck(Buffer.from('x')) }))],
    ['in an archive', async () => ({ kind: 'archive', bytes: stuck(archive(file('a')).subarray(0, 600)), root: '' })],
  ];
  async function* stuck<T>(first: T): AsyncGenerator<T> {
    yield first;
    await hang();
  }

  test.each(hanging)('A60 one that hangs %s is source-timeout', async (_name, open) => {
    await expect(readAll(open, { limits: { timeoutMs: 20 } })).rejects.toMatchObject({
      code: 'source-timeout',
      details: { timeoutMs: 20 },
    });
  });

  test.each(hanging)('A60 one that hangs %s ends with aborted', async (_name, open) => {
    const abort = new AbortController();
    const reading = readAll(open, { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
  });

  test('A60 does not open once the signal has fired', async () => {
    let opened = false;
    const open = async () => {
      opened = true;
      return await hang();
    };
    await expect(readAll(open, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
    expect(opened).toBe(false);
  });

  test('A60 leaving early tells it to stop and closes it', async () => {
    let closed = false;
    let signal: AbortSignal | undefined;
    async function* closing() {
      try {
        yield entry('a');
        yield entry('b');
      } finally {
        closed = true;
      }
    }
    const open = async (_reference: unknown, options: OpenOptions): Promise<Material> => {
      signal = options.signal;
      return { kind: 'tree', entries: closing() };
    };
    const options = { limits: DEFAULT_MATERIAL_LIMITS, signal: new AbortController().signal };
    const entries = openMaterial(new Map([['test', { scheme: 'test', open }]]), { scheme: 'test' }, options);
    await entries.next();
    await entries.return(undefined);
    expect(closed).toBe(true);
    expect(signal?.aborted).toBe(true);
  });
});

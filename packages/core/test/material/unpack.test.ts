// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_MATERIAL_LIMITS, unpackArchive } from '@countersign/core';
import { archive, extended, file, folder, gzipped, inChunks, longName, record } from './tar-builder.js';
import { listArchive } from './list-archive.js';

const LONG_NAME = `${'技'.repeat(80)}.md`;
const open = (root = '', signal = new AbortController().signal) => ({ root, limits: DEFAULT_MATERIAL_LIMITS, signal });

describe('unpackArchive reads', () => {
  test('files, modes and contents, gzip or plain', async () => {
    const parts = [file('SKILL.md', 'text'), file('run.sh', '#!', { mode: 0o755 }), file('empty', '')];
    const expected = ['SKILL.md - text', 'run.sh x #!', 'empty - '];
    expect(await listArchive(archive(...parts))).toEqual(expected);
    expect(await listArchive(gzipped(...parts))).toEqual(expected);
  });

  test('only the owner decides whether a file is executable, as in git', async () => {
    const parts = [file('a', '', { mode: 0o611 }), file('b', '', { mode: 0o700 }), file('c', '', { mode: 0o100755 })];
    expect(await listArchive(archive(...parts))).toEqual(['a - ', 'b x ', 'c x ']);
  });

  test('folders, prefixes and the dot that tar writes in front', async () => {
    const parts = [folder('./'), folder('./a/'), file('./a/b', 'x'), file('c', 'y', { prefix: 'p/q' })];
    expect(await listArchive(archive(...parts))).toEqual(['a/b - x', 'p/q/c - y']);
  });

  test.each([1, 100, 512, 700, 10_000])('A63 long names in any script, in chunks of %i bytes', async (chunkBytes) => {
    // Writers of GNU and pax archives cut the name in the header at 100 bytes, in the middle of a character.
    const cut = Buffer.from(LONG_NAME).subarray(0, 100);
    const parts = [extended(record('path', LONG_NAME)), file(cut, 'x'), longName(`gnu-${LONG_NAME}`), file(cut, 'y')];
    expect(await listArchive(archive(...parts), { chunkBytes })).toEqual([`${LONG_NAME} - x`, `gnu-${LONG_NAME} - y`]);
  });

  test('GNU headers, whose times stand where others have a prefix', async () => {
    const gnu = { magic: 'ustar  \0', prefix: '14000000000\0' + '14000000000\0' };
    const parts = [longName(LONG_NAME), file('short', 'x', gnu), file('a', 'y', gnu)];
    expect(await listArchive(archive(...parts))).toEqual([`${LONG_NAME} - x`, 'a - y']);
  });

  test('headers that change nothing: times, owners, a commit, vendor keys with any bytes', async () => {
    const vendor = record('SCHILY.xattr.user.note', Buffer.from([0, 0x0a, 0xff]));
    const harmless = Buffer.concat([record('mtime', '1.5'), record('uname', 'x=y'), vendor, record('size', '1')]);
    const parts = [extended(record('comment', 'c0ffee'), 'g'), extended(harmless), file('a', 'x')];
    expect(await listArchive(archive(...parts))).toEqual(['a - x']);
  });

  test('gzip headers with all their optional fields', async () => {
    const plain = gzipSync(archive(file('a', 'x')));
    const fields = Buffer.concat([Buffer.from([3, 0, 9, 9, 9]), Buffer.from('name\0comment\0'), Buffer.from([1, 2])]);
    const flagged = Buffer.concat([
      plain.subarray(0, 3),
      Buffer.from([0x1e]),
      plain.subarray(4, 10),
      fields,
      plain.subarray(10),
    ]);
    expect(await listArchive(flagged, { chunkBytes: 1 })).toEqual(['a - x']);
  });

  test('only what is below the root, but checks the rest', async () => {
    const parts = [file('package/a/SKILL.md', 'x'), file('package/ab', 'y'), file('package/a/b/c', 'z')];
    expect(await listArchive(archive(...parts), { root: 'package/a' })).toEqual(['SKILL.md - x', 'b/c - z']);
    const hostile = archive(...parts, file('../evil'));
    await expect(listArchive(hostile, { root: 'package/a' })).rejects.toMatchObject({ code: 'path-traversal' });
    const twins = archive(...parts, file('package/AB'));
    await expect(listArchive(twins, { root: 'package/a' })).rejects.toMatchObject({ code: 'path-collision' });
  });

  test('on past bodies that nobody consumed', async () => {
    const bytes = archive(file('a', 'x'.repeat(5000)), file('b', 'y'.repeat(3000)), file('c', 'z'));
    const seen: string[] = [];
    for await (const { path, body } of unpackArchive(inChunks(bytes, 100), open())) {
      seen.push(path);
      if (path === 'b') for await (const chunk of body) if (chunk.length > 0) break;
    }
    expect(seen).toEqual(['a', 'b', 'c']);
  });
});

describe('unpackArchive and its input', () => {
  test.each([
    ['plain', archive],
    ['gzip', gzipped],
  ])('A60 reads no faster than entries are consumed: %s', async (_name, pack) => {
    // Noise, so that gzip cannot make the input small.
    let state = 1;
    const noise = Buffer.from(Array.from({ length: 6_000_000 }, () => (state = (state * 48271) % 2147483647) & 255));
    let pulled = 0;
    async function* counted() {
      for await (const chunk of inChunks(pack(file('noise', noise)), 65_536)) {
        pulled += chunk.length;
        yield chunk;
      }
    }
    const entries = unpackArchive(counted(), open());
    const first = await entries.next();
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(first.value).toMatchObject({ path: 'noise', size: noise.length });
    expect(pulled).toBeLessThan(noise.length / 10);
    await entries.return(undefined);
  });

  test.each([
    ['plain', archive(file('a', 'x'.repeat(200_000)), file('b'))],
    ['gzip', gzipped(file('a', 'x'.repeat(200_000)), file('b'))],
    ['hostile', archive(file('a'), file('../evil'), file('b'))],
    ['hostile gzip', gzipped(file('a'), file('../evil'), file('b'))],
  ])('A60 leaving early or an error closes the input: %s', async (_name, bytes) => {
    let closed = 0;
    async function* closing() {
      try {
        yield* inChunks(bytes, 100);
      } finally {
        closed += 1;
      }
    }
    const left = unpackArchive(closing(), open());
    await left.next();
    await left.return(undefined);
    expect(closed).toBe(1);
    const failing = unpackArchive(closing(), open());
    const drained = (async () => {
      for await (const entry of failing) void entry;
    })();
    await drained.catch(() => undefined);
    expect(closed).toBe(2);
  });

  test('A60 ends with aborted when the signal fires, even while the input hangs', async () => {
    const abort = new AbortController();
    async function* hanging() {
      yield archive(file('a')).subarray(0, 700);
      await new Promise(() => undefined);
    }
    const entries = unpackArchive(hanging(), open('', abort.signal));
    await entries.next();
    const next = entries.next();
    abort.abort(new Error('a reason with a secret'));
    await expect(next).rejects.toMatchObject({ code: 'aborted', details: {} });
  });

  test('A11 an error of the input is source-unreachable, with the text only in the cause', async () => {
    const foreign = new Error('connect ECONNREFUSED 10.0.0.1:443');
    async function* failing() {
      yield archive(file('a')).subarray(0, 700);
      throw foreign;
    }
    const drained = (async () => {
      for await (const entry of unpackArchive(failing(), open())) void entry;
    })();
    await expect(drained).rejects.toMatchObject({ code: 'source-unreachable', cause: foreign, details: {} });
    await expect(drained).rejects.not.toThrow('10.0.0.1');
  });
});

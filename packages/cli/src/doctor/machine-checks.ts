// SPDX-License-Identifier: Apache-2.0
import { chmod, lstat, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, warn, type FindingBody } from './finding.js';

const MIN_NODE = [20, 19] as const;

export function checkNode(version: string): FindingBody {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isNew = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  return isNew ? ok(version) : fail(version, `Use Node ${MIN_NODE.join('.')} or newer.`);
}

export function checkUser(uid: number | undefined): FindingBody {
  if (uid !== 0) return ok('not root');
  return warn(
    'root: every program that runs as root reads the keys and rewrites the records',
    'Use an account of your own, and keep keys away from the account that agents run under.',
  );
}

/** Magic numbers of Linux's statfs(2), and what each cannot do. */
const NETWORK: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400,
]);
const WITHOUT_MODES: ReadonlySet<number> = new Set([0x4d44, 0x2011bab0, 0x5346544e]);

/** Looks at the file system below a folder, without writing to it. */
export async function checkFileSystem(folder: string): Promise<FindingBody> {
  const { type } = await statfs(folder);
  const limits = [
    ...(NETWORK.has(type) ? ['it is on a network or in user space, where locks may not hold'] : []),
    ...(WITHOUT_MODES.has(type) ? ['it keeps no executable bits, so a skill that has some never verifies'] : []),
    ...((await ignoresCase(folder)) ? ['it ignores case'] : []),
  ];
  if (limits.length === 0) return ok('local, keeps case');
  return warn(
    limits.join('; '),
    'Keep the state on a local disk; skills whose names differ only in case are refused anyway.',
  );
}

async function ignoresCase(folder: string): Promise<boolean> {
  const name = basename(folder);
  const swapped = [...name]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');
  if (swapped === name) return false;
  const other = await lstat(join(dirname(folder), swapped)).catch(() => undefined);
  return other !== undefined && other.ino === (await lstat(folder)).ino;
}

/** Tries in a folder of ours whether mode bits hold. */
export async function checkModes(folder: string): Promise<FindingBody> {
  const trial = await mkdtemp(join(folder, '.doctor-'));
  try {
    const file = join(trial, 'file');
    await writeFile(file, '', { mode: 0o600 });
    const plain = (await stat(file)).mode & 0o777;
    await chmod(file, 0o700);
    const executable = (await stat(file)).mode & 0o777;
    if (plain === 0o600 && executable === 0o700) return ok('private files and executable bits hold');
    return warn(
      'mode bits do not hold: files are not private, and executable bits are lost',
      'Put the home on another file system.',
    );
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

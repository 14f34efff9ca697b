// SPDX-License-Identifier: Apache-2.0
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  KNOWN_HOSTS,
  compareInstants,
  stateLayout,
  type Instant,
  type KnownHost,
  type Workspace,
} from '@countersign/core';
import { readApprovers } from '../home/approvers.js';
import { findConfig } from '../home/config.js';
import type { Home } from '../home/home.js';
import { listKeys } from '../home/key-store.js';
import { count } from '../screen/plain-text.js';
import { fail, ok, warn, type FindingBody } from './finding.js';

const INIT = 'Run `countersign init`.';

/** A folder that should be this user's alone. */
export async function checkFolder(folder: string, whenMissing: FindingBody): Promise<FindingBody> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return whenMissing;
  const remedy = 'Give the folder to yourself alone: mode 0700.';
  if (!found.isDirectory()) return fail('it is a link or a file', 'Replace it by a folder.');
  if (process.getuid === undefined)
    return warn('this platform has no owners and modes to check', 'Keep other users out of it.');
  if (found.uid !== process.getuid()) return fail('it belongs to somebody else', remedy);
  if ((found.mode & 0o022) !== 0) return fail('others can write to it', remedy);
  return (found.mode & 0o055) === 0 ? ok('yours alone') : warn('others can read it', remedy);
}

export async function checkConfig(home: Home): Promise<FindingBody> {
  const config = await findConfig(home);
  return config === undefined ? fail('there is none', INIT) : ok(`agent hosts: ${config.hosts.join(', ')}`);
}

export async function checkApprovers(home: Home): Promise<FindingBody> {
  const approvers = (await readApprovers(home)).filter(({ status }) => status === 'active');
  if (approvers.length === 0) return warn('nobody can approve anything', 'Make a key with `countersign keys new`.');
  return ok(
    `${count(new Set(approvers.map(({ principal }) => principal)).size, 'person')} with ${count(approvers.length, 'key')}`,
  );
}

export async function checkKeys(home: Home): Promise<FindingBody> {
  const keys = await listKeys(home);
  const open = keys.filter(({ isEncrypted }) => !isEncrypted);
  if (open.length === 0) return ok(count(keys.length, 'private key'));
  return warn(
    `without a passphrase: ${open.map(({ name }) => name).join(', ')}; whatever runs as you can sign with it`,
    'Make a key with a passphrase, and set the old one to retired in approvers.json.',
  );
}

/** Released before this, nobody's clock can be right. */
const FIRST_RELEASE = '2026-01-01T00:00:00Z' as Instant;
const SKEW_MS = 60_000;

export async function checkClock(home: Home, now: Instant): Promise<FindingBody> {
  const remedy = 'Set the clock right: records never go back in time.';
  if (compareInstants(now, FIRST_RELEASE) < 0) return fail('it stands years in the past', remedy);
  const journal = await lstat(stateLayout(home.state).journal).catch(() => undefined);
  if (journal !== undefined && journal.mtimeMs > Date.parse(now) + SKEW_MS)
    return fail('it stands before the last record', remedy);
  return ok(now);
}

/** Each folder on the way to where a host looks: a link would lead skills elsewhere. */
export async function checkHost(host: KnownHost, { root, scope }: Workspace): Promise<FindingBody> {
  const discovery = KNOWN_HOSTS[host][scope];
  let place = root;
  for (const name of discovery.split('/')) {
    place = join(place, name);
    const found = await lstat(place).catch(() => undefined);
    if (found === undefined) return ok(`looks in ${discovery}, which is made when it is needed`);
    if (!found.isDirectory()) {
      return fail(
        `looks in ${discovery}, where ${name} is a link or a file`,
        'Replace it by a folder: a link would lead skills elsewhere.',
      );
    }
  }
  return ok(`looks in ${discovery}`);
}

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { canonicalJson, type JsonValue } from '../../canonical-json.js';
import { isCountersignError, type ErrorCode } from '../../errors/index.js';
import type { Digest } from '../../ids.js';
import type { SkillPresence, SkillStore, SkillTree } from '../../skill-store/skill-store.js';
import { digestOfFiles, entriesOf, manifestOfFiles, stageOptions, type SampleFile } from './samples.js';

/** Fails unless the call rejects with exactly this code. */
export async function rejectsWith(code: ErrorCode, call: Promise<unknown>): Promise<void> {
  assert.equal(await outcomeOf(call), code);
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'resolved';
  } catch (error) {
    return isCountersignError(error) ? error.code : String(error);
  }
}

/** Compares what JSON can say: stores may answer with other prototypes, or objects of another realm. */
export function assertSame(actual: unknown, expected: unknown): void {
  assert.equal(canonicalJson(actual as JsonValue), canonicalJson(expected as JsonValue));
}

export async function stageFiles(store: SkillStore, files: readonly SampleFile[]): Promise<SkillTree> {
  return store.stage(entriesOf(files), stageOptions(digestOfFiles(files)));
}

export async function publishFiles(store: SkillStore, files: readonly SampleFile[]): Promise<SkillTree> {
  await stageFiles(store, files);
  return store.publish(digestOfFiles(files));
}

export async function readAll(tree: SkillTree, path: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tree.read(path)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function listed(store: SkillStore): Promise<readonly (readonly [Digest, SkillPresence])[]> {
  const trees: (readonly [Digest, SkillPresence])[] = [];
  for await (const { digest, presence } of store.list()) trees.push([digest, presence]);
  return trees;
}

/** Fails unless the tree is exactly those files, manifest and bytes. */
export async function assertTree(tree: SkillTree, files: readonly SampleFile[]): Promise<void> {
  assert.equal(tree.digest, digestOfFiles(files));
  assertSame(tree.manifest, manifestOfFiles(files));
  for (const { path, bytes } of files) assert.ok((await readAll(tree, path)).equals(bytes), `bytes of ${path}`);
}

/** Fails unless every member says that the store holds no such tree. */
export async function assertAbsent(store: SkillStore, digest: Digest): Promise<void> {
  assert.equal(await store.find(digest), 'absent');
  assertSame(await store.verify(digest), { kind: 'absent' });
  assert.ok(!(await listed(store)).some(([there]) => there === digest));
  await rejectsWith('store-bytes-missing', store.open(digest));
  await rejectsWith('store-bytes-missing', store.publish(digest));
}

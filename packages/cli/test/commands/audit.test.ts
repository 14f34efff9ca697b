// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { appendFile, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateEd25519KeyPair } from '@countersign/verifier-ed25519';
import { auditCheckpoint, auditExport, auditVerify, type AuditVerifyOptions } from '../../src/commands/audit.js';
import { approve } from '../../src/commands/decide.js';
import { reconcile } from '../../src/commands/reconcile.js';
import { locateHome } from '../../src/home/home.js';
import { answering, createScene, firstGroup, type Scene } from '../scene.js';
import { challengeFor, setUp } from '../set-up.js';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  await setUp(scene);
  await approve(scene.context({ dialogue: answering(firstGroup) }), { challenge: await challengeFor(scene) });
});
afterEach(() => scene.remove());

const at = (name: string) => path.join(scene.workspace, name);

/** On a machine that knows nothing but what is handed to it. */
function elsewhere(options: AuditVerifyOptions) {
  const home = locateHome({ COUNTERSIGN_HOME: path.join(scene.folder, 'another-home') });
  return auditVerify(scene.context({ home }), options);
}

async function exported(): Promise<AuditVerifyOptions> {
  await auditExport(scene.context(), { out: 'export.jsonl' });
  await writeFile(at('approver.pub'), await readFile(path.join(scene.home.keys, 'laptop.pub')));
  return { file: 'export.jsonl', trust: ['approver.pub'] };
}

describe('an export', () => {
  test('A46 verifies offline with nothing but public keys', async () => {
    const verified = await elsewhere(await exported());
    expect(verified).toMatchObject({ exitCode: 0, document: { finding: null, proofs: 1 } });
    expect(verified.text).toContain(`\nJournal of ${String(verified.document['audience'])}\n`);
    const own = await auditVerify(scene.context(), {});
    expect(own.document['root']).toBe(verified.document['root']);
    expect(await readdir(scene.folder)).not.toContain('another-home');
  });

  test('A46 does not verify with the public key of somebody else', async () => {
    await exported();
    await writeFile(at('other.pub'), `${generateEd25519KeyPair().publicKeyOpenSsh} approver\n`);
    expect(await elsewhere({ file: 'export.jsonl', trust: ['other.pub'] })).toMatchObject({
      exitCode: 5,
      document: { finding: { kind: 'consent', code: 'key-unknown' } },
    });
  });

  test('shows a changed decision', async () => {
    const options = await exported();
    const text = await readFile(at('export.jsonl'), 'utf8');
    await writeFile(at('export.jsonl'), text.replace('"decision":"granted"', '"decision":"refused"'));
    const verified = await elsewhere(options);
    expect(verified.exitCode).toBe(5);
    expect(verified.text).toMatch(/^Does not verify: record \d+ \(challenge\//);
  });

  test('that was cut off or added to is refused', async () => {
    const options = await exported();
    const text = await readFile(at('export.jsonl'), 'utf8');
    await writeFile(at('export.jsonl'), text.split('\n').slice(0, 4).join('\n'));
    await expect(elsewhere(options)).rejects.toMatchObject({ code: 'export-invalid' });
    await writeFile(at('export.jsonl'), 'no export');
    await expect(elsewhere(options)).rejects.toMatchObject({ code: 'json-invalid' });
    await expect(elsewhere({ file: 'nothing.jsonl' })).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  test('is private, and never written over a file', async () => {
    await exported();
    expect((await stat(at('export.jsonl'))).mode & 0o777).toBe(0o600);
    await expect(auditExport(scene.context(), { out: 'export.jsonl' })).rejects.toMatchObject({
      code: 'file-unwritable',
    });
  });

  test('goes to standard output line by line, unless a document is wanted there', async () => {
    const lines: string[] = [];
    const context = scene.context({ write: (text) => Promise.resolve(void lines.push(text)) });
    const result = await auditExport(context, {});
    expect(result.text).toBeUndefined();
    await exported();
    expect(lines.join('')).toBe(await readFile(at('export.jsonl'), 'utf8'));
    await expect(auditExport(scene.context(), { json: true })).rejects.toMatchObject({ code: 'usage' });
  });

  test('leaves nothing when it is interrupted', async () => {
    const context = scene.context({ signal: AbortSignal.abort() });
    await expect(auditExport(context, { out: 'export.jsonl' })).rejects.toMatchObject({ code: 'interrupted' });
    expect(await readdir(scene.workspace)).not.toContain('export.jsonl');
  });
});

describe('a checkpoint', () => {
  test('shows what an export lost after it was signed', async () => {
    const options = await exported();
    await reconcile(scene.context(), { task: '', askAgain: 'review' });
    await auditCheckpoint(scene.context(), { out: 'checkpoint.json' });
    const against = { ...options, checkpoint: 'checkpoint.json' };
    expect(await elsewhere(against)).toMatchObject({ exitCode: 0, document: { checkpoint: 8 } });
    expect((await elsewhere(against)).text).toContain('It contains what approver signed at ');
    expect(await auditVerify(scene.context(), { checkpoint: 'checkpoint.json' })).toMatchObject({ exitCode: 0 });
  });

  test('that somebody changed is refused', async () => {
    const options = await exported();
    await auditCheckpoint(scene.context(), { out: 'checkpoint.json' });
    const text = await readFile(at('checkpoint.json'), 'utf8');
    await writeFile(at('checkpoint.json'), text.replace(/"size":\d+/, '"size":1'));
    await expect(elsewhere({ ...options, checkpoint: 'checkpoint.json' })).rejects.toMatchObject({
      code: 'checkpoint-signature-invalid',
    });
    await appendFile(at('checkpoint.json'), 'x');
    await expect(elsewhere({ ...options, checkpoint: 'checkpoint.json' })).rejects.toMatchObject({
      code: 'json-invalid',
    });
  });
});

test('keys are named for exports only', async () => {
  await expect(auditVerify(scene.context(), { trust: ['approver.pub'] })).rejects.toMatchObject({ code: 'usage' });
});

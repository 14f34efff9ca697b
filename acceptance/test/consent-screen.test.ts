// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createCatalog, sha256 } from '@countersign/core';
import { pinFolder, writeSampleSkill } from '../sample-skill.js';
import { inScene, RELEVANT, UNRELATED, type Scene } from '../scene.js';
import { stacks } from '../stacks.js';

async function stagedFile(scene: Scene, name: string): Promise<string> {
  const found = [...(await scene.stateFiles()).keys()].find((path) => path.includes('staged') && path.endsWith(name));
  if (found === undefined) throw new Error('nothing is staged');
  return join(scene.state, found);
}

describe.each(stacks)('the consent screen over $name', (stack) => {
  test('A41 tells what the staged bytes are and ask for', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { outcome } = await scene.ask(runtime);
      const digest = outcome.challenges[0]?.digest;
      if (digest === undefined) throw new Error('no challenge');
      // What the source holds by now does not matter: the screen is made from what was staged.
      await writeFile(join(scene.skills, 'context-managers', 'SKILL.md'), 'swapped after it was staged');
      const screen = await runtime.consent.screen(digest);
      expect(screen).toMatchObject({
        digest,
        challenge: { manifestDigest: scene.catalog.entries[0]?.manifestDigest },
        report: {
          name: 'context-managers',
          description: 'Repairs state restoration in nested Python context managers.',
          grants: { allowedTools: ['Bash(python:*)', 'Read'], executables: ['scripts/check.sh'], hooks: [] },
          linkedHosts: ['docs.python.org'],
          hidden: [],
          problems: [],
        },
        comparison: { kind: 'first' },
      });
      const script = await readFile(join(scene.skills, 'context-managers', 'scripts', 'check.sh'));
      expect(screen.files.map(({ path }) => path)).toEqual(['SKILL.md', 'references/说明.md', 'scripts/check.sh']);
      expect(screen.files[2]).toEqual({
        path: 'scripts/check.sh',
        executable: true,
        size: script.length,
        sha256: sha256(script),
      });
      expect(scene.opened).toBe(1);
    }));

  test('A41 bytes swapped between show and approve are never shown, signed for or installed', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { outcome, challenge } = await scene.ask(runtime);
      const digest = outcome.challenges[0]?.digest;
      if (digest === undefined) throw new Error('no challenge');
      await runtime.consent.screen(digest);
      const staged = await stagedFile(scene, 'SKILL.md');
      await writeFile(staged, (await readFile(staged, 'utf8')).replace('Repairs', 'Ruins!!'));
      // The altered stage is put in quarantine; what the catalog pins is fetched and checked again.
      const screen = await runtime.consent.screen(digest);
      expect(screen.report.description).toContain('Repairs');
      await writeFile(await stagedFile(scene, 'SKILL.md'), 'swapped once more');
      const assertion = await scene.sign(challenge, 'granted');
      expect((await runtime.reconcile(scene.request(UNRELATED, { assertion }))).status).toBe('available');
      expect(await readFile(scene.exposed('.claude', 'SKILL.md'), 'utf8')).toContain('Repairs');
    }));

  test('A41 staged bytes are out of reach of every host', () =>
    inScene(stack, async (scene) => {
      await scene.ask(scene.runtime());
      expect(await stagedFile(scene, 'SKILL.md')).toContain(scene.state);
      await expect(readFile(scene.exposed('.claude', 'SKILL.md'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(readFile(scene.exposed('.agents', 'SKILL.md'))).rejects.toMatchObject({ code: 'ENOENT' });
    }));

  test('A23 A41 a new release asks again and shows what changed, while the old one stays available', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      await runtime.reconcile(scene.request(UNRELATED, { assertion: await scene.sign(challenge, 'granted') }));

      await writeSampleSkill(join(scene.skills, 'context-managers'), { 'references/more.md': 'more\n' });
      const entry = await pinFolder(scene.skills, 'context-managers');
      scene.catalog = createCatalog([entry]);
      const asked = await runtime.reconcile(scene.request(RELEVANT));
      expect(asked).toMatchObject({
        status: 'consent-required',
        available: [{ manifestDigest: challenge.manifestDigest }],
      });
      const pending = asked.challenges[0];
      if (pending === undefined) throw new Error('not asked');
      expect(pending.challenge).toMatchObject({ generation: 2, replaces: challenge.manifestDigest });
      const { comparison } = await runtime.consent.screen(pending.digest);
      expect(comparison).toMatchObject({ kind: 'compared', changes: [{ kind: 'added', path: 'references/more.md' }] });

      const assertion = await scene.sign(pending.challenge, 'granted');
      const upgraded = await runtime.reconcile(scene.request(UNRELATED, { assertion }));
      expect(upgraded).toMatchObject({ status: 'available', available: [{ manifestDigest: entry.manifestDigest }] });
      for (const host of ['.claude', '.agents'] as const) {
        expect(await readFile(scene.exposed(host, 'references/more.md'), 'utf8')).toBe('more\n');
      }
      expect(await runtime.audit.verify()).toMatchObject({ finding: null, proofs: 2 });
    }));
});

// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { CommandContext } from '../src/command.js';
import type { Dialogue } from '../src/dialogue.js';
import { findWorkspace } from '../src/find-workspace.js';
import { locateHome, type Home } from '../src/home/home.js';
import { styleFor } from '../src/screen/style.js';

export const SKILL = `---
name: review
description: Reviews code.
allowed-tools: Bash(git:*) Read
---
# Review
Read https://example.com/rules first.
`;

/** A home and a workspace with one skill, both temporary. */
export interface Scene {
  readonly folder: string;
  readonly home: Home;
  readonly workspace: string;
  /** What commands see, called inside this process. */
  context(overrides?: Partial<CommandContext>): CommandContext;
  writeSkill(path: string, files: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}

export async function createScene(): Promise<Scene> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-cli-')));
  const home = locateHome({ COUNTERSIGN_HOME: join(folder, 'home') });
  const workspace = join(folder, 'workspace');
  const scene: Scene = {
    folder,
    home,
    workspace,
    context: (overrides = {}) => ({
      home,
      place: findWorkspace({ folder: workspace }, home, workspace),
      cwd: workspace,
      signal: new AbortController().signal,
      style: styleFor({ columns: 100 }, {}),
      stdin: Readable.from([]),
      dialogue: answering(),
      progress: (_text, work) => work(),
      warn: () => {},
      write: () => Promise.resolve(),
      ...overrides,
    }),
    writeSkill: async (path, files) => {
      for (const [name, text] of Object.entries(files)) {
        const place = join(workspace, path, name);
        await mkdir(join(place, '..'), { recursive: true });
        await writeFile(place, text);
        if (name.endsWith('.sh')) await chmod(place, 0o755);
      }
    },
    remove: () => rm(folder, { recursive: true }),
  };
  await scene.writeSkill('skills/review', { 'SKILL.md': SKILL, 'scripts/run.sh': '#!/bin/sh\necho review\n' });
  return scene;
}

export interface Conversation extends Dialogue {
  readonly said: string[];
  readonly asked: string[];
}

/** A text, or made from what was shown so far. */
export type Answer = string | ((said: string) => string);

/** A person at a terminal who gives these answers in order. Without any, there is no terminal. */
export function answering(...answers: readonly Answer[]): Conversation {
  const said: string[] = [];
  const asked: string[] = [];
  const next = (question: string): Promise<string> => {
    const answer = answers[asked.length];
    asked.push(question);
    if (answer === undefined) throw new Error(`nobody answers: ${question}`);
    return Promise.resolve(typeof answer === 'string' ? answer : answer(said.join('\n')));
  };
  return {
    hasTerminal: answers.length > 0,
    said,
    asked,
    say: (text) => void said.push(text),
    ask: next,
    askSecret: next,
  };
}

/** What the screen asks a person to type. */
export function firstGroup(said: string): string {
  return /^Challenge\s+([0-9a-f]{8}) /m.exec(said)?.[1] ?? '';
}

// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canonicalJson,
  encodeAssertion,
  parseHostId,
  parseInstant,
  parsePrincipalId,
  signDecision,
  systemRandomness,
  type Challenge,
  type Decision,
  type JsonValue,
  type ReconcileOutcome,
  type Runtime,
} from '@countersign/core';
import { HmacSigner, encodeHmacKey, generateHmacKey, type HmacKey } from '@countersign/verifier-hmac';
import { composeActor } from './processes/compose-actor.mjs';
import { sampleCatalog } from './sample-skill.js';

export interface ReconcileOrders {
  readonly host: string;
  readonly task: string;
  readonly assertion?: string;
}

export interface ActorOrders {
  readonly now?: string;
  readonly killAt?: string;
  readonly reconcile?: ReconcileOrders;
  readonly submit?: { readonly wire: string; readonly times: number };
}

export interface ActorResult {
  readonly signal: NodeJS.Signals | null;
  readonly exitCode: number | null;
  /** What it printed, undefined when it was killed before. */
  readonly answer: unknown;
}

export interface ReconcileHere {
  readonly assertion?: string;
  readonly now?: string;
}

interface StartedActor {
  readonly ready: Promise<void>;
  readonly ended: Promise<ActorResult>;
}

export const NOW = '2026-08-02T12:30:00Z';
const ACTOR = join(import.meta.dirname, 'processes', 'actor.mjs');

/** What an actor prints on standard error once it waits for the start file. */
const READY = 'ready\n';

/** A scene that only processes of their own touch, over SQLite. */
export class ProcessScene {
  #races = 0;

  private constructor(
    readonly folder: string,
    readonly key: HmacKey,
  ) {}

  static async open(): Promise<ProcessScene> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-processes-'));
    await mkdir(join(folder, 'workspace'));
    await mkdir(join(folder, 'skills'));
    const catalog = await sampleCatalog(join(folder, 'skills'));
    await writeFile(join(folder, 'catalog.json'), canonicalJson(catalog as unknown as JsonValue));
    return new ProcessScene(folder, generateHmacKey(parsePrincipalId('approver')));
  }

  /** Runs one process to its end, however it ends. */
  async act(orders: ActorOrders): Promise<ActorResult> {
    return await this.#start(orders).ended;
  }

  /** Runs processes that all begin when the last of them is ready, each to its end. */
  async race(everyOrders: readonly ActorOrders[]): Promise<ActorResult[]> {
    this.#races += 1;
    const startFile = join(this.folder, `start-${String(this.#races)}`);
    const racers = everyOrders.map((orders) => this.#start(orders, startFile));
    // One that ends before it is ready holds up nobody.
    await Promise.allSettled(racers.map(({ ready, ended }) => Promise.race([ready, ended])));
    await writeFile(startFile, '');
    return await Promise.all(racers.map(({ ended }) => ended));
  }

  #start({ now = NOW, ...orders }: ActorOrders, startFile?: string): StartedActor {
    const child = spawn(process.execPath, [ACTOR], { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ready = new Promise<void>((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
        if (errors.includes(READY)) resolve();
      });
    });
    child.stdin.end(JSON.stringify({ folder: this.folder, key: encodeHmacKey(this.key), now, startFile, ...orders }));
    const ended = new Promise<ActorResult>((resolve, reject) => {
      child.once('error', reject).once('close', (exitCode, signal) => {
        if (signal === null && exitCode !== 0) reject(new Error(`the actor failed: ${errors}`));
        else resolve({ signal, exitCode, answer: output === '' ? undefined : (JSON.parse(output) as unknown) });
      });
    });
    return { ready, ended };
  }

  /** Runs `work` over the same state in this process: where nobody is killed, a process of its own shows nothing more. */
  async here<T>(now: string, work: (runtime: Runtime) => Promise<T>): Promise<T> {
    const runtime = composeActor({ folder: this.folder, key: encodeHmacKey(this.key), now });
    try {
      return await work(runtime);
    } finally {
      await runtime.close();
    }
  }

  async reconcile(task: string, { assertion, now = NOW }: ReconcileHere = {}): Promise<ReconcileOutcome> {
    const workspace = { scope: 'project', root: join(this.folder, 'workspace') } as const;
    const request = { workspace, host: parseHostId('claude-code'), task, language: 'Python' };
    return await this.here(now, (runtime) =>
      runtime.reconcile(assertion === undefined ? request : { ...request, assertion }),
    );
  }

  async sign(challenge: Challenge, decision: Decision, now = NOW): Promise<string> {
    const signer = new HmacSigner({ key: this.key });
    return encodeAssertion(
      await signDecision(challenge, decision, { signer, now: parseInstant(now), randomness: systemRandomness }),
    );
  }

  /** How often any process opened the material. */
  async opened(): Promise<number> {
    const log = await readFile(join(this.folder, 'opened.log'), 'utf8').catch(() => '');
    return log.split('\n').length - 1;
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

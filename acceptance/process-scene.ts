// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canonicalJson,
  encodeAssertion,
  parseInstant,
  parsePrincipalId,
  signDecision,
  systemRandomness,
  type Challenge,
  type Decision,
  type JsonValue,
  type ReconcileOutcome,
} from '@countersign/core';
import { HmacSigner, encodeHmacKey, generateHmacKey, type HmacKey } from '@countersign/verifier-hmac';
import { sampleCatalog } from './sample-skill.js';

export interface ActorOrders {
  readonly now?: string;
  readonly killAt?: string;
  readonly startFile?: string;
  readonly reconcile?: { readonly host: string; readonly task: string; readonly assertion?: string };
  readonly submit?: { readonly wire: string; readonly times: number };
}

export interface ActorResult {
  readonly signal: NodeJS.Signals | null;
  readonly exitCode: number | null;
  /** What it printed, undefined when it was killed before. */
  readonly answer: unknown;
}

const NOW = '2026-08-02T12:30:00Z';
const ACTOR = join(import.meta.dirname, 'processes', 'actor.mjs');

/** A scene that only processes of their own touch, over SQLite. */
export class ProcessScene {
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

  get startFile(): string {
    return join(this.folder, 'start');
  }

  /** Runs one process to its end, however it ends. */
  async act({ now = NOW, ...orders }: ActorOrders): Promise<ActorResult> {
    const child = spawn(process.execPath, [ACTOR], { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.stdin.end(JSON.stringify({ folder: this.folder, key: encodeHmacKey(this.key), now, ...orders }));
    const [exitCode, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject).once('close', (code, sig) => resolve([code, sig]));
    });
    if (signal === null && exitCode !== 0) throw new Error(`the actor failed: ${errors}`);
    return { signal, exitCode, answer: output === '' ? undefined : (JSON.parse(output) as unknown) };
  }

  async reconcile(
    task: string,
    fields: Partial<ActorOrders> & { host?: string; assertion?: string } = {},
  ): Promise<ReconcileOutcome | undefined> {
    const { host = 'claude-code', assertion, ...orders } = fields;
    const reconcile = assertion === undefined ? { host, task } : { host, task, assertion };
    return (await this.act({ ...orders, reconcile })).answer as ReconcileOutcome | undefined;
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

// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DirectorySource,
  agentHosts,
  compose,
  encodeAssertion,
  fileSystem,
  parseHostId,
  signDecision,
  tokens,
  type Catalog,
  type Challenge,
  type ConsentSigner,
  type Decision,
  type EngineStore,
  type FaultInjector,
  type MaterialSource,
  type Plugin,
  type ReconcileOutcome,
  type ReconcileRequest,
  type Runtime,
  type StateLayout,
  stateLayout,
  systemRandomness,
  noFaults,
} from '@countersign/core';
import { ManualClock } from '@countersign/core/testing';
import { sampleCatalog } from './sample-skill.js';
import type { Medium, People, Stack } from './stacks.js';

export const AUDIENCE = 'acceptance-tests';
export const RELEVANT = 'repair nested Python context manager state restoration';
export const UNRELATED = 'write an unrelated JavaScript button label';

export interface RuntimeOptions {
  /** Nobody can decide. */
  readonly withoutBroker?: boolean;
  readonly faults?: FaultInjector;
  /** Stands between core and the journal. */
  readonly wrapStore?: (store: EngineStore) => EngineStore;
  readonly lockWaitMs?: number;
  /** Where state lies; `state` of the scene when absent. */
  readonly stateFolder?: string;
  /** Replaces parts; registered last. */
  readonly extra?: Plugin;
}

/** One workspace, one state folder, one catalog, and as many runtimes over them as a test opens. */
export class Scene {
  readonly clock = new ManualClock();
  /** How often the material was opened, over all runtimes. */
  opened = 0;
  readonly #runtimes: Runtime[] = [];

  private constructor(
    readonly folder: string,
    readonly medium: Medium,
    readonly people: People,
    public catalog: Catalog,
  ) {}

  /** @param people who may decide; those of the stack when absent */
  static async open(stack: Stack, people: People = stack.people()): Promise<Scene> {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-scene-'));
    await mkdir(join(folder, 'workspace'));
    await mkdir(join(folder, 'skills'));
    return new Scene(folder, stack.medium(), people, await sampleCatalog(join(folder, 'skills')));
  }

  get workspace(): string {
    return join(this.folder, 'workspace');
  }

  get state(): string {
    return join(this.folder, 'state');
  }

  get layout(): StateLayout {
    return stateLayout(this.state);
  }

  get skills(): string {
    return join(this.folder, 'skills');
  }

  exposed(host: '.claude' | '.agents', path = ''): string {
    return join(this.workspace, host, 'skills', 'context-managers', path);
  }

  runtime(options: RuntimeOptions = {}): Runtime {
    const { withoutBroker = false, faults = noFaults, lockWaitMs = 30_000, stateFolder = this.state, extra } = options;
    const wrapStore = options.wrapStore ?? ((store) => store);
    const runtime = compose({
      plugins: [
        fileSystem({ stateFolder }),
        agentHosts({ stateFolder, hosts: ['claude-code', 'codex'] }),
        ...(withoutBroker ? [] : [this.people.verifier]),
        this.#testParts(faults, () => wrapStore(this.medium.open(stateFolder))),
        ...(extra === undefined ? [] : [extra]),
      ],
      config: { audience: AUDIENCE, lockWaitMs },
    });
    this.#runtimes.push(runtime);
    return runtime;
  }

  request(task: string, fields: Partial<ReconcileRequest> = {}): ReconcileRequest {
    const workspace = { scope: 'project', root: this.workspace } as const;
    return {
      workspace,
      host: parseHostId('claude-code'),
      session: 'session-7f3a',
      task,
      language: 'Python',
      ...fields,
    };
  }

  /** Asks with a relevant task, and answers the one challenge. */
  async ask(runtime: Runtime): Promise<{ outcome: ReconcileOutcome; challenge: Challenge }> {
    const outcome = await runtime.reconcile(this.request(RELEVANT));
    const challenge = outcome.challenges[0]?.challenge;
    if (challenge === undefined) throw new Error(`no challenge but ${outcome.status} ${outcome.failure?.code ?? ''}`);
    return { outcome, challenge };
  }

  async sign(challenge: Challenge, decision: Decision, signer: ConsentSigner = this.people.approver): Promise<string> {
    const now = this.clock.now();
    this.clock.reads -= 1;
    return encodeAssertion(await signDecision(challenge, decision, { signer, now, randomness: systemRandomness }));
  }

  /** Every file below the state folder, by its path there. */
  async stateFiles(): Promise<ReadonlyMap<string, Buffer>> {
    const names = await readdir(this.state, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(
      await Promise.all(files.map(async (file) => [file.slice(this.state.length + 1), await readFile(file)] as const)),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#runtimes.map((runtime) => runtime.close()));
    await rm(this.folder, { recursive: true, force: true });
  }

  #testParts(faults: FaultInjector, openStore: () => EngineStore): Plugin {
    const directory = new DirectorySource(this.skills);
    const counting: MaterialSource = {
      scheme: 'directory',
      open: (reference, options) => {
        this.opened += 1;
        return directory.open(reference, options);
      },
    };
    return {
      name: 'test-parts',
      register: (registry) => {
        registry.bind(tokens.engineStore, openStore);
        registry.bind(tokens.clock, () => this.clock);
        registry.bind(tokens.faults, () => faults);
        registry.bind(tokens.catalog, () => () => this.catalog);
        registry.bindMany(tokens.materialSources, 'directory', () => counting);
      },
    };
  }
}

/** Runs a test over every stack, each in a scene of its own. */
export async function inScene(stack: Stack, run: (scene: Scene) => Promise<void>, people?: People): Promise<void> {
  const scene = await Scene.open(stack, people);
  try {
    await run(scene);
  } finally {
    await scene.close();
  }
}

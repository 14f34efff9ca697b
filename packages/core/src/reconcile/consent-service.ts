// SPDX-License-Identifier: Apache-2.0
import { releaseRoot } from '../catalog/catalog.js';
import type { UseContext } from '../consent/assertion-checks.js';
import type { ConsentBroker, Submission } from '../consent/broker.js';
import { openChallenges, requireChallenge } from '../consent/challenge-records.js';
import type { ChallengeRecord } from '../consent/challenge-machine.js';
import { composeConsentScreen, type ConsentScreen } from '../consent/consent-screen.js';
import { CountersignError, isCountersignError } from '../errors/index.js';
import { parseDigest, type Digest } from '../ids.js';
import type { Instant } from '../instant.js';
import type { SkillTree } from '../skill-store/skill-store.js';
import type { Workspace } from '../workspace/workspace.js';
import { acquireSkill } from './acquire-skill.js';
import { readAttempt } from './attempts.js';
import { installStream } from './install-state.js';
import type { ReconcileParts } from './reconcile-parts.js';

/** Fewest characters of a digest that name a challenge. */
const MIN_PREFIX = 6;

export interface SubmitCall {
  /** The workspace in which the decision is submitted; a challenge of another one is refused. */
  readonly workspace: Workspace;
  readonly signal?: AbortSignal;
  /** Set by reconcile, so that a call reads the clock once. */
  readonly now?: () => Instant;
}

/** What people do with challenges: list, read, decide. */
export class ConsentService {
  readonly #parts: ReconcileParts;

  constructor(parts: ReconcileParts) {
    this.#parts = parts;
  }

  /** Open challenges of every workspace of this installation, by ascending digest. */
  pending(): AsyncGenerator<ChallengeRecord> {
    return openChallenges(this.#parts.journal);
  }

  /**
   * A challenge by its digest, or by the first characters of an open one.
   * @throws `challenge-unknown`, `challenge-ambiguous`
   */
  async find(digestOrPrefix: string): Promise<ChallengeRecord> {
    if (/^[0-9a-f]{64}$/.test(digestOrPrefix))
      return await requireChallenge(this.#parts.journal, parseDigest(digestOrPrefix));
    if (!/^[0-9a-f]+$/.test(digestOrPrefix) || digestOrPrefix.length < MIN_PREFIX)
      throw new CountersignError('challenge-unknown');
    const found: ChallengeRecord[] = [];
    for await (const record of this.pending()) if (record.digest.startsWith(digestOrPrefix)) found.push(record);
    const [only, other] = found;
    if (only === undefined) throw new CountersignError('challenge-unknown');
    if (other !== undefined) throw new CountersignError('challenge-ambiguous');
    return only;
  }

  /**
   * What a person has to read, made from the staged bytes, each hashed while it is read. Bytes that are gone are fetched
   * and checked again.
   * @throws `challenge-unknown`, `store-bytes-altered`, and what fetching throws
   */
  async screen(digest: Digest, signal: AbortSignal = new AbortController().signal): Promise<ConsentScreen> {
    const { challenge } = await requireChallenge(this.#parts.journal, digest);
    const stream = installStream(challenge.workspaceId, challenge.capability.id, challenge.generation);
    const { state } = await readAttempt(this.#parts.journal, stream);
    if (state.kind === 'none') throw new CountersignError('challenge-unknown');
    const tree = await acquireSkill(this.#parts, state.proposal, signal);
    return await composeConsentScreen(challenge, tree, await this.#openReplaced(challenge.replaces));
  }

  /**
   * Records a signed decision. Installing is left to the next `reconcile`.
   * @throws `consent-unavailable`, and every code of docs/errors.md under "Consent"
   */
  async submit(wire: Uint8Array | string, { workspace, signal, now }: SubmitCall): Promise<Submission> {
    const { identity, catalog, policy, clock } = this.#parts;
    const use = async (): Promise<UseContext> => {
      const { digest: policyDigest, guard: policyGuard } = await policy.current();
      const workspaceId = (await identity.find(workspace))?.id;
      return { workspaceId, releaseRoot: releaseRoot(await catalog()), policyDigest, policyGuard };
    };
    const options = { use, now: now ?? (() => clock.now()), signal: signal ?? new AbortController().signal };
    return await this.#requireBroker().submit(wire, options);
  }

  /** Undefined when nothing is replaced, and when what is replaced is lost: then the screen says so. */
  async #openReplaced(digest: Digest | null): Promise<SkillTree | undefined> {
    if (digest === null) return undefined;
    try {
      return await this.#parts.skillStore.open(digest);
    } catch (error) {
      if (isCountersignError(error, 'store-bytes-missing') || isCountersignError(error, 'store-bytes-altered'))
        return undefined;
      throw error;
    }
  }

  #requireBroker(): ConsentBroker {
    if (this.#parts.broker === undefined) throw new CountersignError('consent-unavailable');
    return this.#parts.broker;
  }
}

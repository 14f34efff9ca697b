// SPDX-License-Identifier: Apache-2.0
import { CountersignError, toCountersignError, type ErrorCode } from '../errors/index.js';
import type { CapabilityId } from '../ids.js';
import type { Instant } from '../instant.js';
import { carryOut } from './carry-out.js';
import type { ConsentService } from './consent-service.js';
import { createOutcome, type ReconcileOutcome } from './outcome.js';
import { outcomeFacts } from './outcome-facts.js';
import type { ReconcileParts } from './reconcile-parts.js';
import type { ReconcileRequest } from './reconcile-request.js';
import { survey, type Survey } from './survey.js';
import { nextWork } from './work.js';

/** A holder renews at a third of it; after a pause longer than this another process may go on, and the paused one is fenced out. */
const LEASE_TTL_MS = 30_000;
/** More steps than any legal path takes: a loop beyond it is a fault, and ends as one. */
const MAX_STEPS = 64;

interface Call {
  readonly request: ReconcileRequest;
  readonly signal: AbortSignal;
  /** The clock, read at most once in a call. */
  readonly now: () => Instant;
  readonly reask: Set<CapabilityId>;
  readonly failures: Map<CapabilityId, ErrorCode>;
  readonly denied: Set<CapabilityId>;
}

/**
 * The main job: look at what is, do what the record allows, and prove what is available. It never throws for anything that
 * can happen in the field; every failure is an outcome with a code.
 */
export class Reconciler {
  readonly #parts: ReconcileParts;
  readonly #consent: ConsentService;

  constructor(parts: ReconcileParts, consent: ConsentService) {
    this.#parts = parts;
    this.#consent = consent;
  }

  async reconcile(request: ReconcileRequest): Promise<ReconcileOutcome> {
    const call: Call = {
      request,
      signal: request.signal ?? new AbortController().signal,
      now: once(() => this.#parts.clock.now()),
      reask: new Set(),
      failures: new Map(),
      denied: new Set(),
    };
    try {
      if (!this.#parts.hosts.has(request.host)) throw new CountersignError('host-unknown');
      if (request.assertion !== undefined) await this.#submit(request.assertion, call);
      return createOutcome(outcomeFacts(await this.#settle(call), call.failures, call.denied));
    } catch (error) {
      const failure = { code: toCountersignError(error).code, capabilityId: null };
      return createOutcome({ available: [], challenges: [], directives: [], denials: [], failure, epoch: null });
    }
  }

  /** The fast path reads only. What has to be done is done under the workspace's lease, one piece at a time. */
  async #settle(call: Call): Promise<Survey> {
    const seen = await this.#survey(call);
    if (nextWork(seen, new Set()) === undefined) return seen;

    const { journal, identity, lockWaitMs } = this.#parts;
    const workspace = await identity.establish(call.request.workspace);
    const options = { ttlMs: LEASE_TTL_MS, waitMs: lockWaitMs, signal: call.signal };
    return await journal.withLease(`workspace/${workspace.id}`, options, async (lease) => {
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const current = await this.#survey(call);
        const work = nextWork(current, new Set(call.failures.keys()));
        if (work === undefined) return current;
        try {
          await carryOut(work, {
            parts: this.#parts,
            survey: current,
            workspace,
            lease,
            now: call.now,
            signal: call.signal,
          });
          if (work.kind === 'end' && work.end === 'superseded') call.reask.add(work.capabilityId);
        } catch (error) {
          call.failures.set(work.capabilityId, toCountersignError(error).code);
        }
      }
      throw new CountersignError('internal', { details: { reason: 'no end of steps' } });
    });
  }

  #survey({ request, now, reask }: Call): Promise<Survey> {
    return survey(this.#parts, request, { now, reask });
  }

  async #submit(wire: Uint8Array | string, { request, signal, now, denied }: Call): Promise<void> {
    const submission = await this.#consent.submit(wire, { workspace: request.workspace, signal, now });
    if (submission.kind === 'settled' && submission.decision === 'denied')
      denied.add(submission.challenge.capability.id);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError, toCountersignError } from '../errors/index.js';
import type { CapabilityId, Digest } from '../ids.js';
import type { Instant } from '../instant.js';
import type { Lease } from '../journal/engine-store.js';
import type { IdentifiedWorkspace } from '../workspace/workspace.js';
import { carryOut } from './carry-out.js';
import type { ConsentService } from './consent-service.js';
import { createOutcome, type OutcomeFacts, type ReconcileOutcome } from './outcome.js';
import { outcomeFacts } from './outcome-facts.js';
import type { ReconcileParts } from './reconcile-parts.js';
import type { ReconcileRequest } from './reconcile-request.js';
import { survey, type Survey } from './survey.js';
import { nextWork, type FailedWork, type Work } from './work.js';

/** A holder renews at a third of it; after a pause longer than this another process may go on, and the paused one is fenced out. */
const LEASE_TTL_MS = 30_000;
/** More steps than any legal path takes with one capability: beyond it there is a fault, and the call ends as one. */
const STEPS_OF_ONE = 16;

interface Call {
  readonly request: ReconcileRequest;
  readonly signal: AbortSignal;
  /** Read at most once before the lease is held, and at most once after: what others recorded meanwhile is not the future. */
  now: () => Instant;
  readonly reask: Set<CapabilityId>;
  askedAgain: boolean;
  readonly failed: FailedWork[];
  /** Challenges that the assertion of this call denied. */
  readonly denied: Set<Digest>;
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
      now: this.#clock(),
      reask: new Set(),
      askedAgain: false,
      failed: [],
      denied: new Set(),
    };
    try {
      if (!this.#parts.hosts.has(request.host)) throw new CountersignError('host-unknown');
      if (request.assertion !== undefined) await this.#submit(request.assertion, call);
      return createOutcome(await this.#settle(call));
    } catch (error) {
      const failure = { code: toCountersignError(error).code, capabilityId: null };
      return createOutcome({ available: [], challenges: [], directives: [], denials: [], failure, epoch: null });
    }
  }

  /** The fast path reads only. What has to be done is done under the workspace's lease, one piece at a time. */
  async #settle(call: Call): Promise<OutcomeFacts> {
    const seen = await this.#survey(call);
    if (nextWork(seen, []) === undefined) return outcomeFacts(seen, call);

    const { journal, identity, lockWaitMs } = this.#parts;
    const workspace = await identity.establish(call.request.workspace);
    const options = { ttlMs: LEASE_TTL_MS, waitMs: lockWaitMs, signal: call.signal };
    try {
      return await journal.withLease(`workspace/${workspace.id}`, options, async (lease) => {
        call.now = this.#clock();
        const done = await this.#work(call, workspace, lease);
        // Only now: a stage that a crash left complete has been taken up again by then.
        await this.#parts.skillStore.sweep();
        return outcomeFacts(done, call);
      });
    } catch (error) {
      if (!isCountersignError(error, 'busy')) throw error;
      // Somebody else is at work here. What was proved before the wait is available all the same.
      return { ...outcomeFacts(seen, call), failure: { code: error.code, capabilityId: null } };
    }
  }

  async #work(call: Call, workspace: IdentifiedWorkspace, lease: Lease): Promise<Survey> {
    for (let step = 0; ; step += 1) {
      const current = await this.#survey(call);
      const work = nextWork(current, call.failed);
      if (work === undefined) return current;
      if (step > STEPS_OF_ONE * (current.capabilities.length + 2)) {
        throw new CountersignError('internal', { details: { reason: 'no end of steps' } });
      }
      const { now, signal } = call;
      try {
        await carryOut(work, { parts: this.#parts, survey: current, workspace, lease, now, signal });
        this.#note(work, call);
      } catch (error) {
        const { kind, capabilityId } = work;
        call.failed.push({ kind, capabilityId, code: toCountersignError(error).code });
      }
    }
  }

  /** What was ended for another attempt is asked for again in this very call. */
  #note(work: Work, call: Call): void {
    const { capabilityId } = work;
    // What could not be told was looked up by the next survey, or this work would not have been the next.
    remove(call.failed, (failure) => failure.capabilityId === capabilityId && failure.code === 'install-indeterminate');
    if (work.kind === 'end' && work.end !== 'expired') call.reask.add(capabilityId);
    if (work.kind === 'end' || work.kind === 'propose') call.askedAgain ||= call.request.askAgain === capabilityId;
    // What failed for an attempt that is over says nothing of the next one.
    if (work.kind === 'end') remove(call.failed, (failure) => failure.capabilityId === capabilityId);
  }

  #survey({ request, now, reask, askedAgain }: Call): Promise<Survey> {
    return survey(this.#parts, request, { now, reask, askedAgain });
  }

  #clock(): () => Instant {
    return once(() => this.#parts.clock.now());
  }

  async #submit(wire: Uint8Array | string, { request, signal, now, denied }: Call): Promise<void> {
    const submission = await this.#consent.submit(wire, { workspace: request.workspace, signal, now });
    if (submission.kind === 'settled' && submission.decision === 'denied') denied.add(submission.digest);
  }
}

function remove<T>(items: T[], matches: (item: T) => boolean): void {
  items.splice(0, items.length, ...items.filter((item) => !matches(item)));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { AuditService } from '../../src/audit/audit-service.js';
import type { ConsentVerifier } from '../../src/consent/consent-verifier.js';
import { VerifierRegistry } from '../../src/consent/verifier-registry.js';
import { CountersignError, type ErrorCode } from '../../src/errors/index.js';
import type { EngineStore } from '../../src/journal/engine-store.js';
import { Journal } from '../../src/journal/journal.js';
import { MemoryEngineStore } from '../../src/journal/memory-engine-store.js';
import { DEFAULT_POLICY } from '../../src/policy/install-policy.js';
import { PolicyStore } from '../../src/policy/policy-store.js';
import { systemRandomness } from '../../src/randomness.js';
import { ManualClock } from '../../src/testing/manual-clock.js';
import { ReferenceVerifier, authenticatorId } from '../conformance/consent-verifier-reference.js';
import { AUDIENCE, Story, people } from './story.js';

const clock = new ManualClock('2026-08-03T00:00:00Z');
const registry = (verifier: ConsentVerifier = new ReferenceVerifier()) => new VerifierRegistry([verifier]);

/** Cannot answer, in one way or another. */
function silent(error: Error): ConsentVerifier {
  const refuse = () => Promise.reject(error);
  return { authenticatorId, verify: refuse, verifySignature: refuse };
}

/** An honest journal in a store, record by record as it was written. */
async function stored(): Promise<MemoryEngineStore> {
  const story = new Story();
  await story.install('alpha');
  const store = new MemoryEngineStore();
  for (const { commitId, at } of story.ledger.records) {
    const records = story.ledger.records.filter((record) => record.commitId === commitId);
    const streams = [...new Set(records.map(({ stream }) => stream))];
    const writes = streams.map((stream) => {
      const events = records.filter((record) => record.stream === stream);
      return { stream, expectedRevision: (events[0]?.revision ?? 1) - 1, events };
    });
    await store.commit({ commitId, at, writes });
  }
  return store;
}

function serviceOver(store: EngineStore, verifiers = registry()): AuditService {
  return new AuditService(new Journal(store, systemRandomness), verifiers, clock, AUDIENCE);
}

/** Somebody sets another policy each time that the keys are listed, and `tamper` has a hand in the answer. */
function busy(store: MemoryEngineStore, tamper: (key: string) => boolean = () => false): EngineStore {
  const policies = new PolicyStore(new Journal(store, systemRandomness), clock);
  let approvals = 1;
  const list: EngineStore['list'] = async (prefix, options) => {
    const before = await store.list(prefix, options);
    await policies.set({ ...DEFAULT_POLICY, terms: { ...DEFAULT_POLICY.terms, approvals: (approvals += 1) } });
    const after = await store.list(prefix, options);
    // One page of a listing may be older than the next.
    return (approvals % 2 === 0 ? before : after).filter(({ key }) => !tamper(key));
  };
  return new Proxy<EngineStore>(store, {
    get: (target, property) => {
      if (property === 'list') return list;
      const member: unknown = Reflect.get(target, property, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

describe('a journal that others write to', () => {
  test('A81 raises no false alarm, and a checkpoint can be signed for it', async () => {
    const service = serviceOver(busy(await stored()));
    for (let round = 0; round < 4; round += 1) expect((await service.verify()).finding).toBeNull();
    const checkpoint = await service.checkpoint(people.approver);
    expect(await service.verify({ checkpoint })).toMatchObject({ finding: null });
  });

  test('A81 does not hide a key that is missing', async () => {
    const service = serviceOver(busy(await stored(), (key) => key.startsWith('claim/')));
    expect((await service.verify()).finding).toMatchObject({ kind: 'key', key: expect.stringMatching(/^claim\//) });
  });
});

describe('whoever does not answer is no evidence', () => {
  test.each<[string, Error, ErrorCode]>([
    ['a verifier that fails', new Error('network down'), 'verifier-failed'],
    ['a key service that is away', new CountersignError('unavailable'), 'unavailable'],
    ['a verifier that is busy', new CountersignError('busy'), 'busy'],
  ])('A46 %s is an error, and neither a finding nor a bad checkpoint', async (_, error, code) => {
    const store = await stored();
    const checkpoint = await serviceOver(store).checkpoint(people.approver);
    const service = serviceOver(store, registry(silent(error)));
    await expect(service.verify()).rejects.toMatchObject({ code });
    await expect(service.verify({ checkpoint })).rejects.toMatchObject({ code });
    await expect(service.checkpoint(people.approver)).rejects.toMatchObject({ code });
  });

  test('A46 an aborted audit says so, whatever the verifier makes of the signal', async () => {
    const store = await stored();
    const checkpoint = await serviceOver(store).checkpoint(people.approver);
    const aborted = { code: 'aborted' };
    await expect(serviceOver(store).verify({ signal: AbortSignal.abort() })).rejects.toMatchObject(aborted);

    const controller = new AbortController();
    const late: ConsentVerifier = {
      authenticatorId,
      verify: () => {
        controller.abort();
        return Promise.reject(new DOMException('stopped', 'AbortError'));
      },
      verifySignature: () => Promise.reject(new DOMException('stopped', 'AbortError')),
    };
    const service = serviceOver(store, registry(late));
    await expect(service.verify({ signal: controller.signal })).rejects.toMatchObject(aborted);
    await expect(service.verify({ checkpoint, signal: controller.signal })).rejects.toMatchObject(aborted);
    const empty = serviceOver(new MemoryEngineStore());
    await expect(empty.verify({ signal: controller.signal })).rejects.toMatchObject(aborted);
  });

  test('A46 a signature that is refused is a finding, and a bad checkpoint', async () => {
    const store = await stored();
    const checkpoint = await serviceOver(store).checkpoint(people.approver);
    const refusing = serviceOver(store, registry(silent(new CountersignError('key-unknown'))));
    expect((await refusing.verify()).finding).toMatchObject({ kind: 'consent', code: 'key-unknown', position: 3 });
    await expect(refusing.verify({ checkpoint })).rejects.toMatchObject({
      code: 'checkpoint-signature-invalid',
      details: { code: 'key-unknown' },
    });
    const other = { ...checkpoint, audience: 'elsewhere' };
    await expect(serviceOver(store).verify({ checkpoint: other })).rejects.toMatchObject({ code: 'audience-differs' });
  });
});

// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import {
  DEFAULT_POLICY,
  addMilliseconds,
  assertionSigningBytes,
  canonicalJson,
  challengeDigest,
  createCatalog,
  encodeAssertion,
  parseInstant,
  parsePrincipalId,
  sha256,
  type Assertion,
  type Challenge,
  type ConsentSigner,
  type JsonValue,
  type Runtime,
  type UnsignedAssertion,
} from '@countersign/core';
import { recordsOf } from '../journal-view.js';
import { AUDIENCE, inScene, UNRELATED, type Scene } from '../scene.js';
import { stacks } from '../stacks.js';

function unsigned(scene: Scene, challenge: Challenge, fields: Partial<UnsignedAssertion> = {}): UnsignedAssertion {
  const now = scene.clock.now();
  return {
    schema: 'countersign/assertion/v1',
    challengeDigest: challengeDigest(challenge),
    decision: 'granted',
    principal: scene.people.approver.principal,
    authenticatorId: scene.people.approver.authenticatorId,
    audience: AUDIENCE,
    nonce: 'ab'.repeat(16),
    issuedAt: now,
    expiresAt: addMilliseconds(now, 60_000),
    ...fields,
  };
}

async function signed(assertion: UnsignedAssertion, signer: ConsentSigner): Promise<Assertion> {
  return { ...assertion, proof: await signer.sign(assertionSigningBytes(assertion)) };
}

/** Everything that a refused assertion must leave as it was. */
async function stateOf(scene: Scene, runtime: Runtime): Promise<unknown> {
  const pending: unknown[] = [];
  for await (const record of runtime.consent.pending()) pending.push(record);
  const files = [...(await scene.stateFiles())].filter(([name]) => !name.endsWith('-shm'));
  return { records: await recordsOf(runtime), pending, files: files.map(([name, bytes]) => [name, sha256(bytes)]) };
}

interface Refusal {
  readonly code: string;
  readonly name: string;
  readonly wire: (scene: Scene, challenge: Challenge) => Promise<string>;
}

const byApprover =
  (fields: (scene: Scene, challenge: Challenge) => Partial<UnsignedAssertion>) =>
  async (scene: Scene, challenge: Challenge): Promise<string> =>
    encodeAssertion(await signed(unsigned(scene, challenge, fields(scene, challenge)), scene.people.approver));

const good = byApprover(() => ({}));
const now = '2026-08-02T12:30:00Z';

const refusals: readonly Refusal[] = [
  { code: 'assertion-wrong-audience', name: 'another audience', wire: byApprover(() => ({ audience: 'elsewhere' })) },
  {
    code: 'challenge-unknown',
    name: 'a challenge that was never issued',
    wire: byApprover(() => ({ challengeDigest: sha256('none') })),
  },
  {
    code: 'assertion-wrong-authenticator',
    name: 'an authenticator that is not installed',
    wire: async (scene, challenge) => {
      const { approver } = scene.people;
      const other = {
        ...approver,
        authenticatorId: `${approver.authenticatorId}-x` as typeof approver.authenticatorId,
      };
      return encodeAssertion(
        await signed(unsigned(scene, challenge, { authenticatorId: other.authenticatorId }), approver),
      );
    },
  },
  {
    code: 'assertion-wrong-principal',
    name: "a principal that is not the key's",
    wire: byApprover(() => ({ principal: parsePrincipalId('release-manager') })),
  },
  {
    code: 'assertion-wrong-principal',
    name: "somebody else's name under a trusted key",
    wire: async (scene, challenge) => encodeAssertion(await signed(unsigned(scene, challenge), scene.people.second)),
  },
  {
    code: 'key-unknown',
    name: 'a key that nobody trusts',
    wire: async (scene, challenge) => encodeAssertion(await signed(unsigned(scene, challenge), scene.people.stranger)),
  },
  {
    code: 'proof-malformed',
    name: 'a truncated proof',
    wire: async (scene, challenge) => {
      const assertion = await signed(unsigned(scene, challenge), scene.people.approver);
      return encodeAssertion({ ...assertion, proof: assertion.proof.slice(0, -4) });
    },
  },
  {
    code: 'proof-invalid',
    name: 'a decision that was flipped after signing',
    wire: async (scene, challenge) => {
      const assertion = await signed(unsigned(scene, challenge, { decision: 'denied' }), scene.people.approver);
      return encodeAssertion({ ...assertion, decision: 'granted' });
    },
  },
  {
    code: 'proof-invalid',
    name: 'an expiry that was moved after signing',
    wire: async (scene, challenge) => {
      const assertion = await signed(unsigned(scene, challenge), scene.people.approver);
      return encodeAssertion({ ...assertion, expiresAt: addMilliseconds(assertion.expiresAt, 1) });
    },
  },
  {
    code: 'assertion-expired',
    name: 'an assertion that ends now',
    wire: byApprover(() => ({ issuedAt: parseInstant('2026-08-02T12:00:00Z'), expiresAt: parseInstant(now) })),
  },
  {
    code: 'assertion-not-yet-valid',
    name: 'an assertion from beyond the allowed skew',
    wire: byApprover(() => ({
      issuedAt: parseInstant('2026-08-02T12:30:30.001Z'),
      expiresAt: parseInstant('2026-08-02T12:40:00Z'),
    })),
  },
  {
    code: 'assertion-validity-too-long',
    name: 'a validity a millisecond too long',
    wire: byApprover(() => ({ expiresAt: parseInstant('2026-08-02T13:30:00.001Z') })),
  },
  {
    code: 'assertion-validity-too-long',
    name: 'an assertion that ends before it begins',
    wire: byApprover(() => ({ expiresAt: parseInstant('2026-08-02T12:29:59Z') })),
  },
  {
    code: 'json-not-canonical',
    name: 'a form with spaces',
    wire: async (scene, challenge) => (await good(scene, challenge)).replace('{', '{ '),
  },
  {
    code: 'json-duplicate-key',
    name: 'a form that names a key twice',
    wire: async (scene, challenge) => (await good(scene, challenge)).replace('{', '{"decision":"denied",'),
  },
  {
    code: 'assertion-too-large',
    name: 'a form that is too large',
    wire: () => Promise.resolve(`{"a":"${'x'.repeat(20_000)}"}`),
  },
  { code: 'json-invalid', name: 'something that is not JSON', wire: () => Promise.resolve('granted') },
  { code: 'shape-invalid', name: 'a bare decision', wire: () => Promise.resolve('{"decision":"granted"}') },
  {
    code: 'shape-invalid',
    name: 'an extra field',
    wire: async (scene, challenge) => {
      const assertion = JSON.parse(await good(scene, challenge)) as Record<string, JsonValue>;
      return canonicalJson({ ...assertion, yes: true });
    },
  },
];

describe.each(stacks)('consent over $name', (stack) => {
  test.each(refusals)('A42 refuses $name with $code, and nothing changes', ({ code, wire }) =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      const assertion = await wire(scene, challenge);
      const before = await stateOf(scene, runtime);
      const outcome = await runtime.reconcile(scene.request(UNRELATED, { assertion }));
      expect(outcome).toMatchObject({ status: 'failed', failure: { code }, available: [] });
      expect(await stateOf(scene, runtime)).toEqual(before);
      // The forgery burned nothing: the same nonce is still good for the real decision.
      const real = await runtime.reconcile(scene.request(UNRELATED, { assertion: await good(scene, challenge) }));
      expect(real.status).toBe('available');
    }),
  );

  test('A08 A42 accepts an assertion at the very edge of the allowed skew, in any legal spelling', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      const wire = byApprover(() => ({
        issuedAt: parseInstant('2026-08-02t14:30:30.000000000000+02:00'),
        expiresAt: parseInstant('2026-08-02T12:31:00.0000000001z'),
      }));
      const outcome = await runtime.reconcile(scene.request(UNRELATED, { assertion: await wire(scene, challenge) }));
      expect(outcome.status).toBe('available');
    }));

  test('A42 refuses a decision on a settled challenge, and a nonce that was used', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      const { workspace } = scene.request(UNRELATED);
      const first = await good(scene, challenge);
      await runtime.consent.submit(first, { workspace });
      const before = await stateOf(scene, runtime);
      const second = await byApprover(() => ({ nonce: 'cd'.repeat(16), decision: 'denied' }))(scene, challenge);
      await expect(runtime.consent.submit(second, { workspace })).rejects.toMatchObject({ code: 'challenge-settled' });
      expect(await stateOf(scene, runtime)).toEqual(before);
      // The very same assertion is answered with what it led to: a lost answer costs nothing.
      await expect(runtime.consent.submit(first, { workspace })).resolves.toMatchObject({
        kind: 'settled',
        decision: 'granted',
      });
      expect(await stateOf(scene, runtime)).toEqual(before);
    }));

  test('A42 refuses a nonce that another challenge has used', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      await runtime.reconcile(
        scene.request(UNRELATED, { assertion: await byApprover(() => ({ decision: 'denied' }))(scene, challenge) }),
      );
      const askAgain = challenge.capability.id;
      const again = await runtime.reconcile(scene.request(UNRELATED, { askAgain }));
      const next = again.challenges[0]?.challenge;
      if (next === undefined) throw new Error('not asked again');
      const before = await stateOf(scene, runtime);
      const outcome = await runtime.reconcile(scene.request(UNRELATED, { assertion: await good(scene, next) }));
      expect(outcome.failure?.code).toBe('assertion-nonce-used');
      expect(await stateOf(scene, runtime)).toEqual(before);
    }));

  test('A42 refuses a decision after the expiry, under another policy, and for another release or workspace', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      const { workspace } = scene.request(UNRELATED);
      const wire = await good(scene, challenge);
      const refused = async (code: string) => {
        const before = await stateOf(scene, runtime);
        await expect(runtime.consent.submit(wire, { workspace })).rejects.toMatchObject({ code });
        expect(await stateOf(scene, runtime)).toEqual(before);
      };
      const elsewhere = { scope: 'user', root: scene.workspace } as const;
      await expect(runtime.consent.submit(wire, { workspace: elsewhere })).rejects.toMatchObject({
        code: 'challenge-wrong-workspace',
      });

      const { catalog } = scene;
      scene.catalog = createCatalog(catalog.entries.map((entry) => ({ ...entry, title: 'Renamed' })));
      await refused('challenge-wrong-release');
      scene.catalog = catalog;

      await runtime.policy.set({ ...DEFAULT_POLICY, mode: { kind: 'never' } });
      await refused('challenge-wrong-policy');
      await runtime.policy.set(DEFAULT_POLICY);

      scene.clock.set(challenge.expiresAt);
      const late = await good(scene, challenge);
      await expect(runtime.consent.submit(late, { workspace })).rejects.toMatchObject({ code: 'challenge-expired' });
      // Once the expiry is on the record, the code stays the same.
      await runtime.reconcile(scene.request(UNRELATED, { language: 'CSS' }));
      await expect(runtime.consent.submit(late, { workspace })).rejects.toMatchObject({ code: 'challenge-expired' });
    }));

  test('A21 A42 refuses a decision on a challenge that a changed policy superseded', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge } = await scene.ask(runtime);
      await runtime.policy.set({ ...DEFAULT_POLICY, terms: { ...DEFAULT_POLICY.terms, maxValidityMs: 120_000 } });
      const later = await runtime.reconcile(scene.request(UNRELATED, { language: 'CSS' }));
      expect(later.challenges[0]?.challenge).toMatchObject({ generation: 2, rules: { maxValidityMs: 120_000 } });
      const { workspace } = scene.request(UNRELATED);
      await expect(runtime.consent.submit(await good(scene, challenge), { workspace })).rejects.toMatchObject({
        code: 'challenge-superseded',
      });
    }));

  test('A40 binds everything, with fresh randomness each time', () =>
    inScene(stack, async (scene) => {
      const runtime = scene.runtime();
      const { challenge, outcome } = await scene.ask(runtime);
      expect(challenge.randomness).toMatch(/^[0-9a-f]{64}$/);
      expect(challenge.grants).toEqual({
        allowedTools: ['Bash(python:*)', 'Read'],
        hooks: [],
        executables: ['scripts/check.sh'],
      });
      const digest = outcome.challenges[0]?.digest;
      const leaves = (value: JsonValue, path: readonly string[] = []): (readonly string[])[] =>
        typeof value === 'object' && value !== null && Object.keys(value).length > 0
          ? Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
          : [path];
      const change = (value: JsonValue, [head, ...rest]: readonly string[]): JsonValue => {
        if (head === undefined)
          return typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}x` : 'x';
        const copy = structuredClone(value) as Record<string, JsonValue>;
        copy[head] = change(copy[head] ?? null, rest);
        return copy;
      };
      const document = challenge as unknown as JsonValue;
      for (const path of leaves(document)) {
        expect({ path, digest: challengeDigest(change(document, path) as unknown as Challenge) }).not.toEqual({
          path,
          digest,
        });
      }
      await runtime.reconcile(
        scene.request(UNRELATED, { assertion: await byApprover(() => ({ decision: 'denied' }))(scene, challenge) }),
      );
      const again = await runtime.reconcile(scene.request(UNRELATED, { askAgain: challenge.capability.id }));
      expect(again.challenges[0]?.challenge.randomness).not.toBe(challenge.randomness);
    }));

  test('A45 64 submissions of one assertion at once settle once', () =>
    inScene(stack, async (scene) => {
      const first = scene.runtime();
      const { challenge } = await scene.ask(first);
      const wire = await good(scene, challenge);
      const { workspace } = scene.request(UNRELATED);
      const runtimes = [first, scene.runtime(), scene.runtime(), scene.runtime()];
      const racers = Array.from({ length: 16 }, () => runtimes).flat();
      const results = await Promise.all(racers.map((runtime) => runtime.consent.submit(wire, { workspace })));
      expect(results.map(({ kind }) => kind)).toEqual(racers.map(() => 'settled'));
      const types = (await recordsOf(first)).map(({ type }) => type);
      for (const type of ['challenge.voted', 'challenge.settled', 'install.granted']) {
        expect(types.filter((found) => found === type)).toHaveLength(1);
      }
    }));
});

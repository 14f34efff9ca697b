// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { assertionSigningBytes } from '../../src/consent/assertion.js';
import { challengeDigest, type Challenge } from '../../src/consent/challenge.js';
import { issueChallenge } from '../../src/consent/challenge-machine.js';
import { sha256 } from '../../src/digest.js';
import type { Digest } from '../../src/ids.js';
import { addMilliseconds } from '../../src/instant.js';
import { DEFAULT_POLICY, type InstallPolicy } from '../../src/policy/install-policy.js';
import type { Proposal } from '../../src/reconcile/install-state.js';
import { challengeBasis } from '../../src/reconcile/propose.js';
import { Story, people } from './story.js';

const quorum: InstallPolicy = { ...DEFAULT_POLICY, terms: { ...DEFAULT_POLICY.terms, approvals: 2 } };
const never: InstallPolicy = { ...DEFAULT_POLICY, mode: { kind: 'never' } };
const preapproving = (release: Digest): InstallPolicy => ({
  ...DEFAULT_POLICY,
  mode: { kind: 'preapproved', release },
});

describe('an install must rest on its authority', () => {
  test('A46 finds an attempt that rests on the grant of another one', async () => {
    const story = new Story();
    const { challenge } = await story.install('alpha');
    const forged = story.propose(story.proposal('evil'), challengeBasis(challenge));
    const position = story.ledger.write(forged);
    story.ledger.write(story.step(forged.stream, { kind: 'grant' }));
    story.ledger.write(story.step(forged.stream, { kind: 'claim' }));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'commit', position });
  });

  test('A46 finds a grant without a settlement, and a grant that is used twice', async () => {
    const story = new Story();
    const asked = story.ask('alpha');
    const granted = story.step(asked.stream, { kind: 'grant' });
    const position = story.ledger.write(granted);
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'commit', position });

    const twice = new Story();
    const first = twice.ask('alpha');
    await twice.decide(first, 'granted');
    const again = twice.ledger.write(granted);
    expect((await twice.audit()).finding).toMatchObject({ kind: 'event', fault: 'transition', position: again });
  });

  test('A46 finds a settlement whose install is not granted, and one that no vote gives', async () => {
    const story = new Story();
    const { challenge } = story.ask('alpha');
    const { write } = await story.voteWrite(challenge, 'granted');
    const position = story.ledger.write(write);
    expect((await story.audit()).finding).toMatchObject({ fault: 'commit', position: position + 1 });

    const [, settled] = write.events;
    if (settled === undefined) throw new Error('one vote decides');
    const unvoted = new Story();
    const asked = unvoted.ask('alpha');
    const { stream } = issueChallenge(asked.challenge);
    const forged = unvoted.ledger.write({ stream, events: [settled] }, unvoted.step(asked.stream, { kind: 'grant' }));
    expect((await unvoted.audit()).finding).toMatchObject({ kind: 'event', fault: 'transition', position: forged });
  });

  test('A46 finds a vote that decides and is not followed by the settlement', async () => {
    const story = new Story();
    const { challenge } = story.ask('alpha');
    const { write } = await story.voteWrite(challenge, 'denied');
    const position = story.ledger.write({ ...write, events: write.events.slice(0, 1) });
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'commit', position });
  });

  test.each<[string, (challenge: Challenge) => Challenge]>([
    ['fewer approvals', (challenge) => ({ ...challenge, rules: { ...challenge.rules, approvals: 1 } })],
    ['a longer validity', (challenge) => ({ ...challenge, rules: { ...challenge.rules, maxValidityMs: 9_000_000 } })],
    ['a wider skew', (challenge) => ({ ...challenge, rules: { ...challenge.rules, clockSkewMs: 31_000 } })],
    ['a later expiry', (challenge) => ({ ...challenge, expiresAt: addMilliseconds(challenge.expiresAt, 1) })],
    ['an expiry out of range', (challenge) => ({ ...challenge, expiresAt: '9999-12-31T23:59:59Z' }) as Challenge],
    ['another policy', (challenge) => ({ ...challenge, policyDigest: sha256('another') })],
  ])('A46 finds a challenge with %s than the policy asks for', async (_, change) => {
    const story = new Story();
    story.setPolicy(quorum);
    const proposal = story.proposal('alpha');
    const challenge = change(story.challengeFor(proposal));
    story.ledger.write(story.propose(proposal, challengeBasis(challenge)), issueChallenge(challenge));
    const { finding } = await story.audit();
    expect(finding).toMatchObject({ kind: 'event', fault: 'policy', position: 3, revision: 1 });
  });

  test.each<[keyof Proposal, Partial<Proposal>]>([
    ['manifestDigest', { manifestDigest: sha256('other bytes') }],
    ['title', { title: 'another title' }],
    ['folder', { folder: 'another-folder' }],
    ['scope', { scope: 'user' }],
    ['releaseRoot', { releaseRoot: sha256('another catalog') }],
  ])('A46 finds a proposal whose challenge asks for another %s', async (_, fields) => {
    const story = new Story();
    const challenge = story.challengeFor(story.proposal('alpha'));
    const forged = story.propose(story.proposal('alpha', fields), challengeBasis(challenge));
    const position = story.ledger.write(forged, issueChallenge(challenge));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'challenge', position });
  });

  test.each<[string, Partial<Proposal>]>([
    ['skips a generation', { generation: 2 }],
    ['replaces what is not installed', { replaces: sha256('nothing') }],
  ])('A46 finds a proposal that %s', async (_, fields) => {
    const story = new Story();
    story.ask('alpha', fields);
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', position: 1 });
  });

  test('A46 finds a proposal whose challenge expires at another time, and a challenge that was issued later', async () => {
    const story = new Story();
    const proposal = story.proposal('alpha');
    const challenge = story.challengeFor(proposal);
    const basis = { ...challengeBasis(challenge), expiresAt: addMilliseconds(challenge.expiresAt, 1) };
    story.ledger.write(story.propose(proposal, basis), issueChallenge(challenge));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'challenge', position: 1 });

    const later = new Story();
    later.pass(1000);
    const postdated = later.challengeFor(proposal);
    later.pass(-1000);
    later.ledger.write(later.propose(proposal, challengeBasis(postdated)), issueChallenge(postdated));
    expect((await later.audit()).finding).toMatchObject({ kind: 'event', fault: 'time', position: 2 });
  });

  test('A46 finds a challenge without its proposal', async () => {
    const story = new Story();
    const position = story.ledger.write(issueChallenge(story.challengeFor(story.proposal('alpha'))));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'commit', position });
  });

  test('A46 finds the decisions of another installation, whether or not they are relabelled', async () => {
    const staging = new Story('staging');
    await staging.install('evil');
    const production = new Story('production');
    production.ledger.records.push(...staging.ledger.records);
    expect((await production.audit()).finding).toMatchObject({ kind: 'consent', code: 'assertion-wrong-audience' });

    // Another audience makes another challenge, for which there is no signature.
    const relabelled = new Story('production');
    const asked = relabelled.ask('evil');
    const { write } = await relabelled.voteWrite(asked.challenge, 'granted');
    const [voted] = staging.ledger.records.filter(({ type }) => type === 'challenge.voted');
    const events = [...(voted === undefined ? [] : [voted]), ...write.events.slice(1)];
    const position = relabelled.ledger.write({ ...write, events }, relabelled.step(asked.stream, { kind: 'grant' }));
    expect((await relabelled.audit()).finding).toMatchObject({ kind: 'event', fault: 'content', position });
  });

  test('A46 finds an install under a policy that is not in force, for another release or for none', async () => {
    const story = new Story();
    const { releaseRoot } = story.proposal('alpha');
    story.setPolicy(preapproving(releaseRoot));
    const former = story.proposal('evil');
    story.setPolicy(never);
    const position = story.ledger.write(story.propose(former, { kind: 'policy' }));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'policy', position });

    for (const policy of [never, DEFAULT_POLICY, preapproving(sha256('another release'))]) {
      const forged = new Story();
      forged.setPolicy(policy);
      forged.ledger.write(forged.propose(forged.proposal('evil'), { kind: 'policy' }));
      expect((await forged.audit()).finding).toMatchObject({ kind: 'event', fault: 'policy', position: 2 });
    }
  });

  test('A46 finds a pre-approved install that names another policy', async () => {
    const story = new Story();
    story.setPolicy(preapproving(story.proposal('alpha').releaseRoot));
    const proposal = story.proposal('alpha', { policyDigest: sha256('another policy') });
    story.ledger.write(story.propose(proposal, { kind: 'policy' }));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'policy', position: 2 });
  });

  test('A46 finds a question that the policy forbids', async () => {
    const story = new Story();
    story.setPolicy(never);
    story.ask('alpha');
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'policy', position: 2 });
  });

  test('A46 finds a vote under a policy that came after its challenge', async () => {
    const story = new Story();
    const asked = story.ask('alpha');
    story.setPolicy(never);
    const position = await story.decide(asked, 'granted');
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'policy', position });
  });
});

describe('a vote must be what somebody signed', () => {
  test.each([
    ['a stranger', people.stranger, 'key-unknown'],
    ['nobody', { ...people.approver, sign: async () => `key-1.${'0'.repeat(64)}` }, 'proof-invalid'],
  ] as const)('A46 finds a vote of %s', async (_, signer, code) => {
    const story = new Story();
    const position = await story.decide(story.ask('alpha'), 'granted', signer);
    expect((await story.audit()).finding).toMatchObject({ kind: 'consent', code, position });
  });

  test('A46 finds a vote that is put down to another key, or another person', async () => {
    const story = new Story();
    const { challenge, stream } = story.ask('alpha');
    const granted = story.step(stream, { kind: 'grant' });
    const { write } = await story.voteWrite(challenge, 'granted');
    for (const fields of [{ keyId: 'key-2' }, { principal: people.second.principal }]) {
      const forged = new Story();
      forged.ledger.records.push(...story.ledger.records);
      const events = write.events.map((event) => {
        return event.type === 'challenge.voted' ? { ...event, data: { ...event.data, ...fields } } : event;
      });
      const position = forged.ledger.write({ ...write, events }, granted);
      expect((await forged.audit()).finding).toMatchObject({ kind: 'event', fault: 'content', position });
    }
  });

  test('A46 finds a vote that was signed for another installation', async () => {
    const story = new Story();
    const { challenge, stream } = story.ask('alpha');
    const unsigned = { ...(await story.sign(challenge, 'granted')), audience: 'staging' };
    const proof = await people.approver.sign(assertionSigningBytes(unsigned));
    const { write } = story.castWrite(challenge, { ...unsigned, proof });
    const position = story.ledger.write(write, story.step(stream, { kind: 'grant' }));
    const code = 'assertion-wrong-audience';
    expect((await story.audit()).finding).toMatchObject({ kind: 'consent', code, position });
  });

  test('A46 finds a vote that was recorded behind its expiry', async () => {
    const story = new Story();
    const asked = story.ask('alpha');
    const { write } = await story.voteWrite(asked.challenge, 'granted');
    story.pass(3_600_001);
    const position = story.ledger.write(write, story.step(asked.stream, { kind: 'grant' }));
    expect((await story.audit()).finding).toMatchObject({ kind: 'consent', code: 'assertion-expired', position });
  });

  test('A46 finds an assertion that was moved to another challenge', async () => {
    const story = new Story();
    const first = story.ask('alpha');
    const { write } = await story.voteWrite(first.challenge, 'granted');
    const second = story.ask('evil');
    const stream = issueChallenge(second.challenge).stream;
    expect(challengeDigest(first.challenge)).not.toBe(challengeDigest(second.challenge));
    const position = story.ledger.write({ stream, events: write.events }, story.step(second.stream, { kind: 'grant' }));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'content', position });
  });
});

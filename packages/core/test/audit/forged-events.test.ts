// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { challengeStream, issueChallenge } from '../../src/consent/challenge-machine.js';
import { challengeDigest } from '../../src/consent/challenge.js';
import { parseStreamName } from '../../src/ids.js';
import { addMilliseconds, parseInstant, type Instant } from '../../src/instant.js';
import type { KeyChange, NewEvent } from '../../src/journal/record.js';
import { DEFAULT_POLICY } from '../../src/policy/install-policy.js';
import { POLICY_KEY, POLICY_STREAM, setPolicy } from '../../src/policy/policy-event.js';
import { pointerPrefix } from '../../src/reconcile/capability-keys.js';
import { challengeBasis } from '../../src/reconcile/propose.js';
import { SeededRandomness } from '../../src/testing/seeded-randomness.js';
import { Story, streamOf, type Asked } from './story.js';

const retired: NewEvent = { type: 'challenge.retired', data: { reason: 'superseded' } };

async function denied(): Promise<{ story: Story; asked: Asked }> {
  const story = new Story();
  const asked = story.ask('alpha');
  await story.decide(asked, 'denied');
  return { story, asked };
}

function pointerKey({ proposal }: Asked): string {
  return `${pointerPrefix(proposal.workspaceId)}${proposal.capabilityId}`;
}

describe('the audit finds an event that the machines do not write', () => {
  test.each(['misc/x', 'policies/installation', 'trial/x'])('A81 in a stream of an unknown kind: %s', async (name) => {
    const { story, asked } = await denied();
    const keys: KeyChange[] = [{ kind: 'release', key: pointerKey(asked) }];
    const position = story.ledger.write({ stream: parseStreamName(name), events: [{ type: 'x', data: {}, keys }] });
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'stream', position, stream: name });
  });

  test('A81 of an unknown type', async () => {
    const { story, asked } = await denied();
    for (const stream of [asked.stream, challengeStream(challengeDigest(asked.challenge)), POLICY_STREAM]) {
      const forged = new Story();
      forged.ledger.records.push(...story.ledger.records);
      const position = forged.ledger.write({ stream, events: [{ type: 'policy.forgotten', data: {} }] });
      expect((await forged.audit()).finding).toMatchObject({ kind: 'event', fault: 'type', position });
    }
  });

  test('A81 in a stream that belongs to something else', async () => {
    const story = new Story();
    const proposal = story.proposal('alpha');
    const challenge = story.challengeFor(proposal);
    const other = challengeStream(challengeDigest(story.challengeFor(proposal)));
    const proposed = story.propose(proposal, challengeBasis(challenge));
    story.ledger.write(proposed, { ...issueChallenge(challenge), stream: other });
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'stream', stream: other });

    const moved = new Story();
    const stream = streamOf({ ...proposal, generation: 2 });
    moved.ledger.write({ ...proposed, stream }, issueChallenge(challenge));
    expect((await moved.audit()).finding).toMatchObject({ kind: 'event', fault: 'stream', position: 1 });

    const elsewhere = new Story();
    elsewhere.ledger.write({ ...setPolicy(DEFAULT_POLICY, 0), stream: parseStreamName('policy/elsewhere') });
    expect((await elsewhere.audit()).finding).toMatchObject({ kind: 'event', fault: 'stream', position: 1 });
  });

  test('A81 with keys or data of its own', async () => {
    const asked = new Story().ask('alpha');
    const free: KeyChange = { kind: 'release', key: pointerKey(asked) };
    const extend = (event: NewEvent): readonly NewEvent[] => [
      { ...event, keys: [...(event.keys ?? []), free] },
      { ...event, keys: [] },
      { ...event, data: { ...event.data, note: 'more' } },
    ];
    const [policySet] = setPolicy(DEFAULT_POLICY, 0).events;
    if (policySet === undefined) throw new Error('a policy is set by an event');
    const kept: KeyChange = { kind: 'take', key: POLICY_KEY, value: { revision: 2 } };
    for (const event of [...extend(policySet), { ...policySet, keys: [kept] }]) {
      const story = new Story();
      story.ledger.write({ stream: POLICY_STREAM, events: [event] });
      expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'content', position: 1 });
    }
    const story = new Story();
    const granted = story.ask('beta');
    await story.decide(granted, 'granted');
    for (const event of story.step(granted.stream, { kind: 'claim' }).events.flatMap(extend)) {
      const forged = new Story();
      forged.ledger.records.push(...story.ledger.records);
      const position = forged.ledger.write({ stream: granted.stream, events: [event] });
      expect((await forged.audit()).finding).toMatchObject({ kind: 'event', fault: 'content', position });
    }
  });

  test('A81 behind the end of a challenge', async () => {
    const { story, asked } = await denied();
    const stream = challengeStream(challengeDigest(asked.challenge));
    const settled = story.ledger.of(stream).find(({ type }) => type === 'challenge.settled');
    const voted = story.ledger.of(stream).find(({ type }) => type === 'challenge.voted');
    const issued = story.ledger.of(stream)[0];
    for (const event of [retired, settled, voted, issued]) {
      if (event === undefined) throw new Error('it was decided');
      const forged = new Story();
      forged.ledger.records.push(...story.ledger.records);
      const position = forged.ledger.write({ stream, events: [event] });
      expect((await forged.audit()).finding).toMatchObject({ kind: 'event', fault: 'transition', position });
    }
  });

  test('A81 that retires a challenge early, for an unknown reason or alone', async () => {
    const ending = (reason: string) => {
      const story = new Story();
      const asked = story.ask('alpha');
      const { stream, events } = story.retireWrite(asked.challenge, 'expired');
      const forged = events.map((event) => ({ ...event, data: { reason } }));
      return { story, asked, write: { stream, events: forged } };
    };
    const early = ending('expired');
    early.story.ledger.write(early.write);
    expect((await early.story.audit()).finding).toMatchObject({ kind: 'event', fault: 'time', position: 3 });

    const unknown = ending('whatever');
    unknown.story.ledger.write(unknown.write);
    expect((await unknown.story.audit()).finding).toMatchObject({ kind: 'event', fault: 'content', position: 3 });

    const alone = ending('superseded');
    alone.story.ledger.write(alone.write);
    expect((await alone.story.audit()).finding).toMatchObject({ kind: 'event', fault: 'commit', position: 3 });

    const other = ending('superseded');
    const ended = other.story.step(other.asked.stream, { kind: 'end', end: 'expired' });
    other.story.ledger.write(ended, other.write);
    expect((await other.story.audit()).finding).toMatchObject({ kind: 'event', fault: 'commit', position: 3 });
  });

  test('A81 that ends an attempt in a way of its own, or leaves two active', async () => {
    const story = new Story();
    const { stream } = await story.install('alpha');
    for (const [end, fault] of [
      ['replaced', 'commit'],
      ['abandoned', 'transition'],
      ['whatever', 'transition'],
    ] as const) {
      const forged = new Story();
      forged.ledger.records.push(...story.ledger.records);
      const position = forged.ledger.write({ stream, events: [{ type: 'install.ended', data: { end } }] });
      expect((await forged.audit()).finding).toMatchObject({ kind: 'event', fault, position });
    }

    const asked = story.ask('alpha');
    await story.decide(asked, 'granted');
    story.ledger.write(story.step(asked.stream, { kind: 'claim' }));
    story.ledger.write(story.step(asked.stream, { kind: 'record-published' }));
    const pointer = { latest: 2, active: 1 };
    const position = story.ledger.write(story.step(asked.stream, { kind: 'record-exposed', pointer }));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'commit', position });
  });

  test.each<[string, string]>([
    ['before the one before it in its stream', addMilliseconds(parseInstant('2026-08-02T12:30:00Z'), -1)],
    ['that is none', 'yesterday'],
  ])('A81 with a time %s', async (_, at) => {
    const story = new Story();
    story.setPolicy(DEFAULT_POLICY);
    story.ledger.at = at as Instant;
    const position = story.setPolicy({ ...DEFAULT_POLICY, mode: { kind: 'never' } });
    const fault = at === 'yesterday' ? 'content' : 'time';
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault, position });
  });

  test('A81 with another time than its commit', async () => {
    const story = new Story();
    const proposal = story.proposal('alpha');
    const challenge = story.challengeFor(proposal);
    story.ledger.write(story.propose(proposal, challengeBasis(challenge)));
    story.pass(1000);
    const position = story.ledger.writeMore(issueChallenge(challenge));
    expect((await story.audit()).finding).toMatchObject({ kind: 'event', fault: 'time', position });
  });

  test('A81 that uses a nonce a second time', async () => {
    const story = new Story();
    story.randomness = new SeededRandomness('one nonce');
    const first = story.ask('alpha');
    await story.decide(first, 'denied');
    const second = story.ask('beta');
    story.randomness = new SeededRandomness('one nonce');
    story.randomness.bytes(32);
    await story.decide(second, 'granted');
    const { finding } = await story.audit();
    expect(finding).toMatchObject({ kind: 'key', key: expect.stringMatching(/^nonce\//) });
  });
});

// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_POLICY } from '../../src/policy/install-policy.js';
import { Story, people, streamOf } from './story.js';

const quorum = { ...DEFAULT_POLICY, terms: { ...DEFAULT_POLICY.terms, approvals: 2 } };

describe('A81 the audit finds nothing in an honest journal', () => {
  test('that is empty', async () => {
    const report = await new Story().audit();
    expect(report).toMatchObject({
      finding: null,
      records: 0,
      streams: 0,
      proofs: 0,
      keys: 0,
      audience: 'audit-tests',
    });
  });

  test('of an install, its upgrade and a denied upgrade', async () => {
    const story = new Story();
    await story.install('alpha');
    await story.install('alpha', { manifestDigest: story.proposal('newer').manifestDigest });
    await story.decide(story.ask('alpha'), 'denied');
    const asked = story.ask('alpha');
    expect(asked.proposal.generation).toBe(4);
    const report = await story.audit();
    expect(report).toMatchObject({ finding: null, records: story.ledger.records.length, proofs: 3 });
    expect(report.keys).toBe(story.ledger.keys.length);
  });

  test('of a quorum, and of a denial behind a grant', async () => {
    const story = new Story();
    story.setPolicy(quorum);
    const granted = story.ask('alpha');
    await story.decide(granted, 'granted');
    await story.decide(granted, 'granted', people.second);
    story.carryOut(granted.proposal);
    const denied = story.ask('beta');
    await story.decide(denied, 'granted', people.second);
    await story.decide(denied, 'denied');
    expect(await story.audit()).toMatchObject({ finding: null, proofs: 4 });
  });

  test('of challenges that expired or were superseded', async () => {
    const story = new Story();
    const expired = story.ask('alpha');
    story.pass(DEFAULT_POLICY.terms.challengeLifetimeMs);
    story.retire(expired, 'expired');
    const superseded = story.ask('alpha');
    story.setPolicy(quorum);
    story.retire(superseded, 'superseded');
    story.ask('alpha');
    expect(await story.audit()).toMatchObject({ finding: null, streams: 7 });
  });

  test('of what a policy agrees to, and of what was abandoned', async () => {
    const story = new Story();
    const { releaseRoot } = story.proposal('alpha');
    story.setPolicy({ ...DEFAULT_POLICY, mode: { kind: 'preapproved', release: releaseRoot } });
    const proposal = story.proposal('alpha');
    story.ledger.write(story.propose(proposal, { kind: 'policy' }));
    // Once decided, a later policy changes nothing.
    story.setPolicy({ ...DEFAULT_POLICY, mode: { kind: 'never' } });
    story.carryOut(proposal);
    story.setPolicy(DEFAULT_POLICY);
    const asked = story.ask('beta');
    await story.decide(asked, 'granted');
    story.ledger.write(story.step(streamOf(asked.proposal), { kind: 'end', end: 'abandoned' }));
    expect(await story.audit()).toMatchObject({ finding: null, proofs: 1 });
  });
});

// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { createOutcome, parseCapabilityId, type OutcomeFacts } from '@countersign/core';
import { renderOutcome } from '../../src/screen/outcome.js';
import { styleFor } from '../../src/screen/style.js';
import { sampleScreen } from './sample-screen.js';

const capabilityId = parseCapabilityId('review');
const { challenge, digest } = sampleScreen();

function render(facts: Partial<OutcomeFacts>): string {
  const nothing = { available: [], challenges: [], directives: [], denials: [], failure: null, epoch: null };
  return renderOutcome(createOutcome({ ...nothing, ...facts }), styleFor({ columns: 80 }, {}));
}

test('an outcome says what a person can do next', () => {
  const named = digest.slice(0, 8);
  expect(render({ challenges: [{ capabilityId, digest, challenge }] })).toBe(
    [
      `consent required  review, challenge ${digest}, until 2026-12-07T09:00:00Z`,
      `  Read it:   countersign show ${named}`,
      `  Decide:    countersign approve ${named}   or   countersign deny ${named}`,
    ].join('\n'),
  );
  const forHome = sampleScreen({ challenge: { scope: 'user' } });
  expect(render({ challenges: [{ capabilityId, ...forHome }] })).toContain(
    `approve ${forHome.digest.slice(0, 8)} --user `,
  );
});

test('a denial tells by whom, and how to be asked again', () => {
  expect(render({ denials: [{ capabilityId, by: 'person' }] })).toBe(
    'denied  review by a person; to be asked again: countersign reconcile --ask-again review',
  );
  expect(render({ denials: [{ capabilityId, by: 'policy' }] })).toBe('denied  review by the policy');
});

test('A26 a failure tells its code, what happened and what to do', () => {
  const shown = render({ failure: { code: 'exposure-conflict', capabilityId } });
  expect(shown).toMatch(/^failed {2}exposure-conflict \(review\): .+\.\n {2}What to do: .+\.$/);
});

test('a recommendation quotes the title, since nothing vouches for it', () => {
  const shown = render({ directives: [{ kind: 'recommendation', capabilityId, title: 'x\ndenied  y', reasons: [] }] });
  expect(shown.split('\n')[1]).toBe('  │ x⟨U+000A⟩denied  y');
});

test('nothing to tell is said too', () => {
  expect(render({})).toBe('Nothing in the catalog fits, and nothing is installed.');
});

// SPDX-License-Identifier: Apache-2.0
import { ERROR_CATALOG, type Challenge, type Digest, type ReconcileOutcome } from '@countersign/core';
import { oneLine, quote, shortDigest } from './plain-text.js';
import type { Style } from './style.js';

/** What one `reconcile` came to. Pure. */
export function renderOutcome(outcome: ReconcileOutcome, style: Style): string {
  const { colours } = style;
  return [
    ...outcome.available.map(({ capabilityId, folder, manifestDigest }) => {
      return `${colours.green('available')}  ${capabilityId} in folder ${folder}, content ${shortDigest(manifestDigest)}`;
    }),
    ...outcome.challenges.map(({ capabilityId, digest, challenge }) => {
      const named = nameForCommands(challenge, digest);
      return [
        `${colours.yellow('consent required')}  ${capabilityId}, challenge ${digest}, until ${challenge.expiresAt}`,
        `  Read it:   countersign show ${named}`,
        `  Decide:    countersign approve ${named}   or   countersign deny ${named}`,
      ].join('\n');
    }),
    ...outcome.directives.map(({ capabilityId, title }) => {
      return [
        `${colours.yellow('recommended')}  ${capabilityId}, but nobody can approve it here`,
        quote(oneLine(title), style),
        '  Make a key first: countersign keys new <name> --principal <person>',
      ].join('\n');
    }),
    ...outcome.denials.map(({ capabilityId, by }) => {
      const again = by === 'person' ? `; to be asked again: countersign reconcile --ask-again ${capabilityId}` : '';
      return `${colours.red('denied')}  ${capabilityId} by ${by === 'person' ? 'a person' : 'the policy'}${again}`;
    }),
    ...(outcome.failure === null ? [] : [renderFailure(outcome.failure, style)]),
    ...(outcome.status === 'abstained' ? ['Nothing in the catalog fits, and nothing is installed.'] : []),
  ].join('\n');
}

/** What stands behind a command that is about a challenge: decisions are made in the workspace that asked. */
export function nameForCommands({ scope }: Challenge, digest: Digest): string {
  return `${digest.slice(0, 8)}${scope === 'user' ? ' --user' : ''}`;
}

function renderFailure(
  { code, capabilityId, remedy }: NonNullable<ReconcileOutcome['failure']>,
  { colours }: Style,
): string {
  const of = capabilityId === null ? '' : ` (${capabilityId})`;
  return `${colours.red('failed')}  ${code}${of}: ${ERROR_CATALOG[code].meaning}\n  What to do: ${remedy}`;
}

// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { JsonObject } from '../canonical-json.js';
import { CountersignError } from '../errors/index.js';
import { parseCapabilityId, parseHostId, parseWorkspaceId } from '../ids.js';
import { parseInstant } from '../instant.js';
import type { Proposal, ProposalBasis } from './install-state.js';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const proposedShape = z.strictObject({
  proposal: z.strictObject({
    workspaceId: z.string().transform(parseWorkspaceId),
    capabilityId: z.string().transform(parseCapabilityId),
    generation: z.int().positive(),
    title: z.string(),
    folder: z.string(),
    material: z.object({ scheme: z.string() }).catchall(z.string()),
    manifestDigest: digest,
    releaseRoot: digest,
    policyDigest: digest,
    scope: z.enum(['project', 'user']),
    hosts: z.array(z.string().transform(parseHostId)).min(1),
    replaces: digest.nullable(),
  }),
  basis: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('challenge'), challenge: digest, expiresAt: z.string().transform(parseInstant) }),
    z.strictObject({ kind: z.literal('policy') }),
  ]),
});

/** Reads the data of `install.proposed`. @throws `corrupt` */
export function readProposed(data: JsonObject): { readonly proposal: Proposal; readonly basis: ProposalBasis } {
  const parsed = proposedShape.safeParse(data);
  if (!parsed.success) throw new CountersignError('corrupt', { details: { type: 'install.proposed' } });
  return parsed.data as unknown as { proposal: Proposal; basis: ProposalBasis };
}

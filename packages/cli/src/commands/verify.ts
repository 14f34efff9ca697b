// SPDX-License-Identifier: Apache-2.0
import { parseCapabilityId, type CapabilityProof, type Drift, type SkillVerification } from '@countersign/core';
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { clip, count, oneLine, quote } from '../screen/plain-text.js';
import type { Style } from '../screen/style.js';
import { withStack } from '../stack.js';

export interface VerifyOptions {
  readonly full?: boolean;
}

/** Proves what stands at every host, and with `--full` hashes every byte. */
export async function verify(context: CommandContext, { full }: VerifyOptions): Promise<CommandResult> {
  return await withStack(context, async ({ runtime }) => {
    const depth = full === true ? 'full' : 'quick';
    const proofs: CapabilityProof[] = [];
    await context.progress('Reading every byte', async () => {
      for await (const proof of runtime.capabilities.verify(context.place.workspace, { depth })) {
        context.signal.throwIfAborted();
        proofs.push(proof);
      }
    });
    const intact = proofs.every(isIntact);
    return {
      document: { schema: 'countersign/verify/v1', depth, intact, proofs },
      text:
        proofs.length === 0
          ? 'Nothing is installed here.'
          : proofs.flatMap((proof) => describe(proof, context.style)).join('\n'),
      exitCode: intact ? EXIT.done : EXIT.found,
    };
  });
}

function isIntact(proof: CapabilityProof): boolean {
  switch (proof.kind) {
    case 'host':
      return proof.inspection.kind === 'intact';
    case 'store':
      return proof.verification.kind === 'intact';
    case 'host-missing':
    case 'unprovable':
      return false;
  }
}

function describe(proof: CapabilityProof, style: Style): string[] {
  const { capabilityId } = proof;
  switch (proof.kind) {
    case 'store':
      return [`${capabilityId} in the skill store: ${storeFinding(proof.verification)}`];
    case 'unprovable':
      return [`${capabilityId}: cannot be proved (${proof.code})`];
    case 'host-missing':
      return [`${capabilityId} at ${proof.host}: not looked at; the configuration no longer lists this host`];
    case 'host': {
      const { inspection, host } = proof;
      const drift = inspection.kind === 'drifted' ? inspection.drift.map((drift) => driftLine(drift, style)) : [];
      return [`${capabilityId} at ${host}: ${inspection.kind}`, ...drift];
    }
  }
}

function storeFinding(verification: SkillVerification): string {
  switch (verification.kind) {
    case 'intact':
      return `intact, ${count(verification.files, 'file')}`;
    case 'altered':
      return `altered: ${clip(verification.paths.join(', '), 200)}`;
    case 'absent':
      return 'absent';
  }
}

function driftLine({ kind, path }: Drift, style: Style): string {
  return quote(oneLine(path), style, `  ${kind.padEnd(8)}`);
}

export interface RepairOptions {
  readonly capability: string;
}

/** Puts the agreed bytes back; what was edited is kept aside. */
export async function repair(context: CommandContext, { capability }: RepairOptions): Promise<CommandResult> {
  const capabilityId = parseCapabilityId(capability);
  return await withStack(context, async ({ runtime }) => {
    const restored = await runtime.capabilities.repair(context.place.workspace, capabilityId);
    const repairs = restored.map(({ host, kept }) => ({ host, kept: kept ?? null }));
    return {
      document: { schema: 'countersign/repair/v1', capabilityId, repairs },
      text: repairs
        .flatMap(({ host, kept }) =>
          kept === null
            ? [`${capabilityId} at ${host}: as agreed`]
            : [
                `${capabilityId} at ${host}: as agreed; edits are kept in ${kept.place} of the state`,
                ...kept.drift.map((drift) => driftLine(drift, context.style)),
              ],
        )
        .join('\n'),
      exitCode: EXIT.done,
    };
  });
}

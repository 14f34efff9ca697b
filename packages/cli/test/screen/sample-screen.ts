// SPDX-License-Identifier: Apache-2.0
import {
  challengeDigest,
  parseCapabilityId,
  parseDigest,
  parseHostId,
  parseInstant,
  parseWorkspaceId,
  sha256,
  type Challenge,
  type ConsentScreen,
  type ManifestFile,
  type SkillReport,
} from '@countersign/core';

const digest = (of: string) => parseDigest(sha256(of));

export const FILES: readonly ManifestFile[] = [
  { path: 'SKILL.md', executable: false, size: 4100, sha256: digest('skill') },
  { path: 'scripts/run.sh', executable: true, size: 512, sha256: digest('script') },
];

const REPORT: SkillReport = {
  name: 'review',
  description: 'Reviews code.',
  license: 'MIT',
  grants: { allowedTools: ['Bash(git:*)', 'Read'], hooks: ['PreToolUse'], executables: ['scripts/run.sh'] },
  linkedHosts: ['example.com'],
  hidden: [{ path: 'SKILL.md', kind: 'bidirectional', codePoint: 'U+202E', line: 14 }],
  binaries: [],
  problems: ['name-differs-from-folder'],
};

const CHALLENGE: Challenge = {
  schema: 'countersign/challenge/v1',
  audience: 'installation-1',
  randomness: '0'.repeat(64),
  capability: {
    id: parseCapabilityId('review'),
    kind: 'skill',
    title: 'Review',
    publisher: 'npm:@acme/skills',
    folder: 'code-review',
  },
  manifestDigest: digest('manifest'),
  releaseRoot: digest('release'),
  workspaceId: parseWorkspaceId('ws-1'),
  generation: 1,
  scope: 'project',
  hosts: [parseHostId('claude-code'), parseHostId('codex')],
  grants: REPORT.grants,
  problems: REPORT.problems,
  replaces: null,
  policyDigest: digest('policy'),
  rules: { approvals: 1, maxValidityMs: 3_600_000, clockSkewMs: 30_000 },
  trialReport: null,
  issuedAt: parseInstant('2026-11-30T09:00:00Z'),
  expiresAt: parseInstant('2026-12-07T09:00:00Z'),
};

export interface SampleParts {
  readonly challenge?: Partial<Challenge>;
  readonly capability?: Partial<Challenge['capability']>;
  readonly report?: Partial<SkillReport>;
  readonly files?: readonly ManifestFile[];
  readonly comparison?: ConsentScreen['comparison'];
}

export function sampleScreen({
  challenge,
  capability,
  report,
  files = FILES,
  comparison = { kind: 'first' },
}: SampleParts = {}): ConsentScreen {
  const whole: Challenge = { ...CHALLENGE, ...challenge, capability: { ...CHALLENGE.capability, ...capability } };
  return { digest: challengeDigest(whole), challenge: whole, report: { ...REPORT, ...report }, files, comparison };
}

// SPDX-License-Identifier: Apache-2.0
import type { DiscoveryFolders } from './directory-host.js';

const shared = (user: string): DiscoveryFolders => ({ project: '.agents/skills', user });

/** Where agent hosts look for skills, relative to a project and to a person's home; from each host's documentation. */
export const KNOWN_HOSTS = {
  'claude-code': { project: '.claude/skills', user: '.claude/skills' },
  codex: shared('.agents/skills'),
  cline: shared('.agents/skills'),
  zed: shared('.agents/skills'),
  cursor: shared('.cursor/skills'),
  copilot: shared('.copilot/skills'),
  'gemini-cli': shared('.gemini/skills'),
  opencode: shared('.config/opencode/skills'),
  windsurf: { project: '.windsurf/skills', user: '.codeium/windsurf/skills' },
} as const satisfies Record<string, DiscoveryFolders>;

export type KnownHost = keyof typeof KNOWN_HOSTS;

export function isKnownHost(name: string): name is KnownHost {
  return Object.hasOwn(KNOWN_HOSTS, name);
}

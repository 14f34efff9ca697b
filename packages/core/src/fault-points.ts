// SPDX-License-Identifier: Apache-2.0

/**
 * Every border at which durable state has just changed, or is about to. Tests stop a run at each of them, by an error or
 * by SIGKILL, and then check that the next call ends in a legal state.
 */
export const FAULT_POINTS = [
  'stage.written',
  'stage.renamed',
  'stage.durable',
  'publish.verified',
  'publish.renamed',
  'publish.durable',
  'identity.marked',
  'identity.durable',
  'expose.intended',
  'expose.copied',
  'expose.renamed',
  'expose.recorded',
  'consent.verified',
  'consent.deciding',
  'consent.decided',
  'install.proposing',
  'install.proposed',
  'install.claiming',
  'install.claimed',
  'install.acquired',
  'install.publishing',
  'install.published',
  'install.exposing',
  'install.exposed',
  'install.retiring',
  'install.retired',
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];

/** Called at each border. In production it does nothing. */
export type FaultInjector = (point: FaultPoint) => void | Promise<void>;

export const noFaults: FaultInjector = () => undefined;

// SPDX-License-Identifier: Apache-2.0
export {
  CountersignError,
  ERROR_CATALOG,
  assertNever,
  isCountersignError,
  toCountersignError,
  type CountersignErrorOptions,
  type ErrorCode,
  type ErrorEntry,
  type SafeDetails,
} from './errors/index.js';
export {
  MAX_JSON_DEPTH,
  canonicalJson,
  parseCanonicalJson,
  parseJson,
  type JsonObject,
  type JsonValue,
} from './canonical-json.js';
export { digestOf, sha256, signingBytes, type DigestType } from './digest.js';
export {
  parseAuthenticatorId,
  parseCapabilityId,
  parseDigest,
  parseHostId,
  parsePrincipalId,
  parseStreamName,
  parseWorkspaceId,
  type AuthenticatorId,
  type CapabilityId,
  type Digest,
  type HostId,
  type PrincipalId,
  type StreamName,
  type WorkspaceId,
} from './ids.js';
export { addMilliseconds, compareInstants, parseInstant, type Instant } from './instant.js';
export { systemClock, type Clock } from './clock.js';
export { randomId, systemRandomness, type Randomness } from './randomness.js';
export { FAULT_POINTS, noFaults, type FaultInjector, type FaultPoint } from './fault-points.js';

export type {
  CommitRequest,
  EngineStore,
  Lease,
  LeaseOptions,
  PageOptions,
  StreamWrite,
} from './journal/engine-store.js';
export type { JournalRecord, KeyChange, KeyEntry, NewEvent } from './journal/record.js';
export { recordDigest, sealCommit, settledCommit, type StreamHead } from './journal/seal-commit.js';
export { MemoryEngineStore } from './journal/memory-engine-store.js';

export { challengeDigest, readChallenge, type Challenge, type ConsentRules, type Grants } from './consent/challenge.js';
export {
  MAX_ASSERTION_BYTES,
  assertionDigest,
  assertionSigningBytes,
  decodeAssertion,
  encodeAssertion,
  type Assertion,
  type Decision,
  type UnsignedAssertion,
} from './consent/assertion.js';
export type {
  ConsentSigner,
  ConsentVerifier,
  VerificationRequest,
  VerifiedPrincipal,
} from './consent/consent-verifier.js';

export {
  DEFAULT_MATERIAL_LIMITS,
  createManifest,
  manifestDigest,
  readManifest,
  type Manifest,
  type ManifestFile,
  type MaterialLimits,
} from './material/manifest.js';
export type {
  Material,
  MaterialEntry,
  MaterialReference,
  MaterialSource,
  OpenOptions,
} from './material/material-source.js';
export type {
  SkillPresence,
  SkillStore,
  SkillTree,
  SkillVerification,
  StageOptions,
} from './skill-store/skill-store.js';
export type { IdentifiedWorkspace, Workspace, WorkspaceIdentity } from './workspace/workspace.js';
export type { Drift, Exposure, HostAdapter, InspectOptions, Inspection, KeptAside } from './exposure/host-adapter.js';

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
  type Branded,
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

export {
  checkpointSigningBytes,
  decodeCheckpoint,
  encodeCheckpoint,
  type Checkpoint,
  type UnsignedCheckpoint,
} from './journal/checkpoint.js';
export type {
  CommitRequest,
  EngineStore,
  Lease,
  LeaseOptions,
  PageOptions,
  StreamWrite,
} from './journal/engine-store.js';
export { ChainVerifier, checkStream, type ChainFault, type ChainFinding } from './journal/hash-chain.js';
export { Journal, type CommitOptions } from './journal/journal.js';
export { MemoryEngineStore } from './journal/memory-engine-store.js';
export { MerkleTree } from './journal/merkle-tree.js';
export type { JournalRecord, KeyChange, KeyEntry, NewEvent } from './journal/record.js';
export { readRecord } from './journal/record-format.js';
export { recordDigest, sealCommit, settledCommit, type StreamHead } from './journal/seal-commit.js';

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
export type { Submission } from './consent/broker.js';
export { challengeDigest, readChallenge, type Challenge, type ConsentRules, type Grants } from './consent/challenge.js';
export type { ChallengeRecord, ChallengeStatus, RetireReason, Vote } from './consent/challenge-machine.js';
export type { ConsentScreen } from './consent/consent-screen.js';
export type {
  ConsentSigner,
  ConsentVerifier,
  SignatureRequest,
  VerificationRequest,
  VerifiedPrincipal,
} from './consent/consent-verifier.js';
export {
  findHiddenCharacters,
  revealHiddenCharacters,
  type HiddenCharacter,
  type HiddenKind,
} from './consent/hidden-text.js';
export type { ManifestChange } from './consent/manifest-changes.js';
export { signDecision, type SignDecisionOptions } from './consent/sign-decision.js';
export type { SkillProblem } from './consent/skill-problems.js';
export { reportSkill, type SkillReport } from './consent/skill-report.js';
export { VerifierRegistry } from './consent/verifier-registry.js';

export {
  DEFAULT_POLICY,
  evaluatePolicy,
  policyDigest,
  readPolicy,
  type ConsentTerms,
  type InstallMode,
  type InstallPolicy,
  type PolicyVerdict,
} from './policy/install-policy.js';
export type { PolicyStore, StoredPolicy } from './policy/policy-store.js';

export {
  createCatalog,
  emptyCatalog,
  findEntry,
  readCatalog,
  releaseRoot,
  withEntry,
  type Catalog,
  type CatalogEntry,
} from './catalog/catalog.js';
export type { CapabilityMatcher, Match, MatchReason, Task } from './catalog/matcher.js';
export { SearchMatcher } from './catalog/search-matcher.js';

export { ArchiveSource } from './material/archive-source.js';
export { DirectorySource } from './material/directory-source.js';
export {
  DEFAULT_MATERIAL_LIMITS,
  createManifest,
  manifestDigest,
  readManifest,
  totalBytes,
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
export { openMaterial, type OpenMaterialOptions } from './material/open-material.js';
export { requireSafePath, type PathLimits } from './material/safe-path.js';
export { requireNotAborted } from './material/guarded.js';
export { invalidReference, readReferenceFields, requireReferencePath } from './material/reference-fields.js';
export { unpackArchive } from './material/unpack.js';

export { FsSkillStore, type FsSkillStoreOptions } from './skill-store/fs-skill-store.js';
export type {
  SkillPresence,
  SkillStore,
  SkillTree,
  SkillVerification,
  StageOptions,
} from './skill-store/skill-store.js';

export { FsWorkspaceIdentity, type FsWorkspaceIdentityOptions } from './workspace/identity.js';
export { stateLayout, type StateLayout } from './workspace/layout.js';
export { NamedWorkspaceIdentity } from './workspace/named-identity.js';
export type { IdentifiedWorkspace, Workspace, WorkspaceIdentity } from './workspace/workspace.js';

export { DirectoryHost, type DirectoryHostOptions, type DiscoveryFolders } from './exposure/directory-host.js';
export type { Drift, Exposure, HostAdapter, InspectOptions, Inspection, KeptAside } from './exposure/host-adapter.js';
export { KNOWN_HOSTS, isKnownHost, type KnownHost } from './exposure/known-hosts.js';

export type { CapabilityProof, CapabilityService, CapabilityStatus, Repair } from './reconcile/capability-service.js';
export type { CatalogService, Pin } from './reconcile/catalog-service.js';
export type { ConsentService, SubmitCall } from './reconcile/consent-service.js';
export type { Authority, InstallState, Proposal } from './reconcile/install-state.js';
export {
  createOutcome,
  type AvailableCapability,
  type ConsentDirective,
  type Denial,
  type Failure,
  type OutcomeFacts,
  type PendingChallenge,
  type ReconcileOutcome,
  type ReconcileStatus,
} from './reconcile/outcome.js';
export type { ReconcileRequest } from './reconcile/reconcile-request.js';

export type { AuditReport } from './audit/audit.js';
export type { AuditFinding, EventFault } from './audit/audit-finding.js';
export type { AuditService } from './audit/audit-service.js';
export { exportLines, importRecords, type ImportedExport } from './audit/journal-export.js';
export { verifyExport, type VerifyExportOptions, type VerifyOptions } from './audit/verify-export.js';

export { compose, type Runtime, type RuntimeConfig } from './composition/compose.js';
export {
  agentHosts,
  fileCatalog,
  fileSystem,
  fixedCatalog,
  localMaterial,
  memoryStore,
  namedWorkspace,
} from './composition/embedded-plugins.js';
export type { BindOptions, Factory, Plugin, Registry, Resolver } from './composition/plugin.js';
export { manyToken, token, tokens, type CatalogSource, type ManyToken, type Token } from './composition/tokens.js';

export { requirePrivateFolder, writeFileDurably } from './durable-files/index.js';

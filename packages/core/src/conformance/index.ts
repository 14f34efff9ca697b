// SPDX-License-Identifier: Apache-2.0
export { failedCases, type CaseResult, type ConformanceKit, type TestFunction } from './conformance-test.js';
export { consentVerifierConformance } from './consent-verifier.js';
export type { ConsentVerifierHarness } from './consent-verifier/harness.js';
export { requestFor, signSample } from './consent-verifier/samples.js';
export { engineStoreConformance } from './engine-store.js';
export type { EngineStoreHarness, EngineStoreMedium } from './engine-store/harness.js';
export { hostAdapterConformance } from './host-adapter.js';
export type { HostAdapterHarness, OpenHost } from './host-adapter/harness.js';
export { SampleTree, exposureOf } from './host-adapter/sample-tree.js';
export { materialSourceConformance } from './material-source.js';
export { packArchive } from './material-source/pack-archive.js';
export type { MaterialSourceBench, MaterialSourceHarness, SampleFile } from './material-source/harness.js';
export { skillStoreConformance } from './skill-store.js';
export type { ReachableMedium, SkillStoreHarness, SkillStoreMedium, Tampering } from './skill-store/harness.js';

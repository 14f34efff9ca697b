// SPDX-License-Identifier: Apache-2.0
export { findNpmSkills } from './find-skills.js';
export { npmMaterial } from './module.js';
export { parseNpmrc, readNpmConfig, type NpmConfig } from './npm-config.js';
export type { NpmReference, NpmRelease } from './npm-reference.js';
export type { NpmOptions } from './npm-registry.js';
export { NpmSource } from './npm-source.js';
export { resolveNpmRelease, type NpmSpec } from './resolve-release.js';

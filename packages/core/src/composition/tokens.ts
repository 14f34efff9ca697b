// SPDX-License-Identifier: Apache-2.0
import type { Catalog } from '../catalog/catalog.js';
import type { CapabilityMatcher } from '../catalog/matcher.js';
import type { Clock } from '../clock.js';
import type { ConsentVerifier } from '../consent/consent-verifier.js';
import type { HostAdapter } from '../exposure/host-adapter.js';
import type { FaultInjector } from '../fault-points.js';
import type { EngineStore } from '../journal/engine-store.js';
import type { MaterialSource } from '../material/material-source.js';
import type { Randomness } from '../randomness.js';
import type { SkillStore } from '../skill-store/skill-store.js';
import type { WorkspaceIdentity } from '../workspace/workspace.js';

declare const bound: unique symbol;

/** A place for exactly one implementation of a port. A factory of another type does not compile. */
export interface Token<T> {
  readonly kind: 'one';
  readonly name: string;
  readonly symbol: symbol;
  readonly [bound]?: T;
}

/** A place for several implementations, each under a key of its own. */
export interface ManyToken<T> {
  readonly kind: 'many';
  readonly name: string;
  readonly symbol: symbol;
  readonly [bound]?: T;
}

/** Symbols are registered by name, so that two copies of this package mean the same token. */
export function token<T>(name: string): Token<T> {
  return { kind: 'one', name, symbol: Symbol.for(`countersign.token.${name}`) };
}

export function manyToken<T>(name: string): ManyToken<T> {
  return { kind: 'many', name, symbol: Symbol.for(`countersign.token.${name}`) };
}

/** The catalog, asked for anew in each call. */
export type CatalogSource = () => Catalog | Promise<Catalog>;

export const tokens = {
  engineStore: token<EngineStore>('EngineStore'),
  skillStore: token<SkillStore>('SkillStore'),
  workspaceIdentity: token<WorkspaceIdentity>('WorkspaceIdentity'),
  catalog: token<CatalogSource>('Catalog'),
  matcher: token<CapabilityMatcher>('CapabilityMatcher'),
  clock: token<Clock>('Clock'),
  randomness: token<Randomness>('Randomness'),
  faults: token<FaultInjector>('FaultInjector'),
  /** Key: the authenticator id. */
  consentVerifiers: manyToken<ConsentVerifier>('ConsentVerifier'),
  /** Key: the scheme. */
  materialSources: manyToken<MaterialSource>('MaterialSource'),
  /** Key: the host id. */
  hostAdapters: manyToken<HostAdapter>('HostAdapter'),
} as const;

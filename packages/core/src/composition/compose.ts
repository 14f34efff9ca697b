// SPDX-License-Identifier: Apache-2.0
import { AuditService } from '../audit/audit-service.js';
import { SearchMatcher } from '../catalog/search-matcher.js';
import { systemClock } from '../clock.js';
import { ConsentBroker } from '../consent/broker.js';
import { VerifierRegistry } from '../consent/verifier-registry.js';
import { CountersignError } from '../errors/index.js';
import { noFaults } from '../fault-points.js';
import { parseHostId } from '../ids.js';
import { Journal } from '../journal/journal.js';
import { DEFAULT_MATERIAL_LIMITS, type MaterialLimits } from '../material/manifest.js';
import { PolicyStore } from '../policy/policy-store.js';
import { systemRandomness } from '../randomness.js';
import { CapabilityService } from '../reconcile/capability-service.js';
import { CatalogService } from '../reconcile/catalog-service.js';
import { ConsentService } from '../reconcile/consent-service.js';
import type { ReconcileOutcome } from '../reconcile/outcome.js';
import { Reconciler } from '../reconcile/reconcile.js';
import type { ReconcileParts } from '../reconcile/reconcile-parts.js';
import type { ReconcileRequest } from '../reconcile/reconcile-request.js';
import { settleInstallWith } from '../reconcile/settle-install.js';
import { observe } from '../telemetry/observe.js';
import { abandonParts, closeParts } from './close-parts.js';
import { Container } from './container.js';
import type { Plugin } from './plugin.js';
import { tokens, type ManyToken } from './tokens.js';

export interface RuntimeConfig {
  /** Names this installation in every challenge; an assertion made for another one is refused. */
  readonly audience: string;
  /** Limits on material; the defaults suit the largest public skill packs. */
  readonly limits?: MaterialLimits;
  /** Longest wait for another process that works on the same workspace; 30 s when absent. */
  readonly lockWaitMs?: number;
}

/** A composed stack. */
export interface Runtime {
  /** The main job, once per prompt or on demand. Never throws. */
  reconcile(request: ReconcileRequest): Promise<ReconcileOutcome>;
  readonly consent: ConsentService;
  readonly policy: PolicyStore;
  readonly catalog: CatalogService;
  readonly capabilities: CapabilityService;
  readonly audit: AuditService;
  /** Closes every part that was opened, newest first, each once. Idempotent. @throws `close-failed` */
  close(): Promise<void>;
}

export interface ComposeOptions {
  readonly plugins: readonly Plugin[];
  readonly config: RuntimeConfig;
}

/**
 * Puts a stack together from plugins, listed by hand. Parts that core provides where no plugin binds them: the matcher,
 * the clock and randomness. Nothing is opened on disk by composing. When it fails, the parts made so far are closed.
 * @throws `binding-duplicate`, `binding-missing`; `configuration-invalid` when a part is bound under another key than its
 *   own; and what a factory throws, whole
 */
export function compose({ plugins, config }: ComposeOptions): Runtime {
  const container = new Container();
  try {
    for (const plugin of plugins) plugin.register(container);
    bindDefaults(container);
    return assemble(container, config);
  } catch (error) {
    abandonParts(container.opened);
    throw error;
  }
}

function assemble(container: Container, config: RuntimeConfig): Runtime {
  const authenticators = observedMany(container, tokens.consentVerifiers, ({ authenticatorId }) => authenticatorId);
  const verifiers = new VerifierRegistry([...authenticators.values()]);
  const clock = container.one(tokens.clock);
  const randomness = container.one(tokens.randomness);
  const journal = new Journal(observe('EngineStore', container.one(tokens.engineStore)), randomness);
  const faults = container.one(tokens.faults);
  const { audience } = config;
  const broker =
    verifiers.authenticatorIds.length === 0
      ? undefined
      : new ConsentBroker({ journal, verifiers, audience, faults, settlementWrites: settleInstallWith(journal) });

  const hosts = observedMany(container, tokens.hostAdapters, ({ hostId }) => hostId);
  const parts: ReconcileParts = {
    journal,
    policy: new PolicyStore(journal, clock),
    catalog: container.one(tokens.catalog),
    matcher: container.one(tokens.matcher),
    broker,
    sources: observedMany(container, tokens.materialSources, ({ scheme }) => scheme),
    skillStore: observe('SkillStore', container.one(tokens.skillStore)),
    hosts: new Map([...hosts].map(([key, host]) => [parseHostId(key), host])),
    identity: observe('WorkspaceIdentity', container.one(tokens.workspaceIdentity)),
    clock,
    randomness,
    limits: config.limits ?? DEFAULT_MATERIAL_LIMITS,
    lockWaitMs: config.lockWaitMs ?? 30_000,
    faults,
  };
  const consent = new ConsentService(parts);
  const reconciler = new Reconciler(parts, consent);
  let closing: Promise<void> | undefined;
  return {
    reconcile: (request) => reconciler.reconcile(request),
    consent,
    policy: parts.policy,
    catalog: new CatalogService(parts),
    capabilities: new CapabilityService(parts),
    audit: new AuditService(journal, verifiers, clock, audience),
    close: () => (closing ??= closeParts(container.opened)),
  };
}

function bindDefaults(container: Container): void {
  if (!container.has(tokens.clock)) container.bind(tokens.clock, () => systemClock);
  if (!container.has(tokens.randomness)) container.bind(tokens.randomness, () => systemRandomness);
  if (!container.has(tokens.matcher)) container.bind(tokens.matcher, () => new SearchMatcher());
  if (!container.has(tokens.faults)) container.bind(tokens.faults, () => noFaults);
}

/**
 * The parts of a token by key. A key that is not the part's own name is refused: a challenge would name the one and be
 * answered by the other.
 */
function observedMany<T extends object>(
  container: Container,
  token: ManyToken<T>,
  nameOf: (part: T) => string,
): ReadonlyMap<string, T> {
  const parts = [...container.many(token)];
  for (const [key, part] of parts) {
    if (nameOf(part) !== key)
      throw new CountersignError('configuration-invalid', { details: { port: token.name, key } });
  }
  return new Map(parts.map(([key, part]) => [key, observe(token.name, part)]));
}

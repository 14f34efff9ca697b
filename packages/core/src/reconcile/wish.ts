// SPDX-License-Identifier: Apache-2.0
import { releaseRoot, type Catalog, type CatalogEntry } from '../catalog/catalog.js';
import type { MatchReason } from '../catalog/matcher.js';
import type { Digest, HostId } from '../ids.js';
import { evaluatePolicy, type InstallPolicy } from '../policy/install-policy.js';
import type { CapabilityView } from './attempts.js';

/** What a relevant task asks for, once journal and policy have been heard. */
export type Wish =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'denied'; readonly by: 'person' | 'policy' }
  /** Nobody can decide here: tell the user. */
  | { readonly kind: 'recommend'; readonly reasons: readonly MatchReason[] }
  | {
      readonly kind: 'propose';
      readonly verdict: 'ask' | 'preapproved';
      readonly generation: number;
      readonly replaces: Digest | null;
      /** Whether a denial of these bytes is on record. */
      readonly denied: boolean;
    };

export interface WishContext {
  readonly catalog: Catalog;
  readonly policy: InstallPolicy;
  readonly hosts: readonly HostId[];
  readonly canAsk: boolean;
  /** A person asked for this capability again, though it was denied. */
  readonly askAgain: boolean;
  /** Digests of this capability that a person denied. */
  readonly denied: ReadonlySet<Digest>;
  readonly reasons: readonly MatchReason[];
}

/** Pure. An attempt under way is never doubled, a denial is remembered for those bytes, and other bytes ask anew. */
export function wishFor(entry: CatalogEntry, view: CapabilityView | undefined, context: WishContext): Wish {
  const { catalog, policy, hosts, canAsk, askAgain, reasons } = context;
  if (view !== undefined && isUnderWay(view)) return { kind: 'nothing' };

  const active = view?.active?.state;
  const installed = active?.kind === 'active' ? active.proposal : undefined;
  const coversHosts = installed !== undefined && hosts.every((host) => installed.hosts.includes(host));
  if (installed?.manifestDigest === entry.manifestDigest && coversHosts) return { kind: 'nothing' };

  const denied = context.denied.has(entry.manifestDigest);
  if (denied && !askAgain) return installed === undefined ? { kind: 'denied', by: 'person' } : { kind: 'nothing' };

  const verdict = evaluatePolicy(policy, releaseRoot(catalog));
  if (verdict === 'forbidden') return installed === undefined ? { kind: 'denied', by: 'policy' } : { kind: 'nothing' };
  if (verdict === 'ask' && !canAsk) return { kind: 'recommend', reasons };
  return {
    kind: 'propose',
    verdict,
    generation: (view?.pointer.latest ?? 0) + 1,
    replaces: installed?.manifestDigest ?? null,
    denied,
  };
}

function isUnderWay({ latest }: CapabilityView): boolean {
  const { kind } = latest.state;
  return kind === 'awaiting' || kind === 'approved' || kind === 'claimed' || kind === 'published';
}

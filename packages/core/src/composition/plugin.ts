// SPDX-License-Identifier: Apache-2.0
import type { ManyToken, Token } from './tokens.js';

/** Gives a factory the parts that it needs. */
export interface Resolver {
  readonly one: <T>(token: Token<T>) => T;
  readonly many: <T>(token: ManyToken<T>) => ReadonlyMap<string, T>;
}

/** Makes a part, once, when it is first needed. A part with a `close` method is closed with the runtime. */
export type Factory<T> = (resolve: Resolver) => T;

export interface BindOptions {
  /** Replace what another plugin bound. Without it a second binding is an error. */
  readonly override: true;
}

/** What a plugin sees of the container. */
export interface Registry {
  /** @throws `binding-duplicate` */
  bind<T>(token: Token<T>, factory: Factory<T>, options?: BindOptions): void;
  /** @param key the part's own name for itself; composing refuses another one. @throws `binding-duplicate` when it is taken */
  bindMany<T>(token: ManyToken<T>, key: string, factory: Factory<T>, options?: BindOptions): void;
}

/** A replaceable part of a stack. Listing it is the only way in: nothing registers itself by being imported. */
export interface Plugin {
  readonly name: string;
  register(registry: Registry): void;
}

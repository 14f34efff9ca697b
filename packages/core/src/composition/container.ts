// SPDX-License-Identifier: Apache-2.0
import 'reflect-metadata';
import { container as root, instanceCachingFactory, type DependencyContainer } from 'tsyringe';
import { CountersignError } from '../errors/index.js';
import type { BindOptions, Factory, Registry, Resolver } from './plugin.js';
import type { ManyToken, Token } from './tokens.js';

/**
 * The only place that knows tsyringe, and only what is safe of it: factories in one child container. Its own ways of
 * constructing classes lose the class and cause of an error, a second registration wins in silence, and its disposal skips
 * what factories made (each seen with 4.10); so duplicates are checked and parts are closed here.
 */
export class Container implements Registry, Resolver {
  readonly #container: DependencyContainer = root.createChildContainer();
  readonly #keys = new Map<symbol, Map<string, symbol>>();
  readonly #opened: object[] = [];

  bind<T>(token: Token<T>, factory: Factory<T>, options?: BindOptions): void {
    if (this.has(token) && options === undefined) throw duplicate(token.name);
    this.#register(token.symbol, factory);
  }

  bindMany<T>(token: ManyToken<T>, key: string, factory: Factory<T>, options?: BindOptions): void {
    const keys = this.#keys.get(token.symbol) ?? new Map<string, symbol>();
    if (keys.has(key) && options === undefined) throw duplicate(`${token.name}: ${key}`);
    const symbol = keys.get(key) ?? Symbol(`${token.name}: ${key}`);
    this.#keys.set(token.symbol, keys.set(key, symbol));
    this.#register(symbol, factory);
  }

  has<T>(token: Token<T>): boolean {
    return this.#container.isRegistered(token.symbol);
  }

  one<T>(token: Token<T>): T {
    if (!this.has(token)) throw new CountersignError('binding-missing', { details: { port: token.name } });
    return this.#container.resolve<T>(token.symbol);
  }

  many<T>(token: ManyToken<T>): ReadonlyMap<string, T> {
    const keys = [...(this.#keys.get(token.symbol) ?? [])];
    return new Map(keys.map(([key, symbol]) => [key, this.#container.resolve<T>(symbol)]));
  }

  /** What was made so far, oldest first. */
  get opened(): readonly object[] {
    return this.#opened;
  }

  #register<T>(symbol: symbol, factory: Factory<T>): void {
    const make = instanceCachingFactory(() => {
      const made = factory({ one: (token) => this.one(token), many: (token) => this.many(token) });
      if (typeof made === 'object' && made !== null) this.#opened.push(made);
      return made;
    });
    this.#container.register<T>(symbol, { useFactory: make });
  }
}

function duplicate(port: string): CountersignError {
  return new CountersignError('binding-duplicate', { details: { port } });
}

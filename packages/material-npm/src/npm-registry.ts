// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { CountersignError, isCountersignError, requireNotAborted, type ErrorCode } from '@countersign/core';
import type * as Pacote from 'pacote';
import { fetchSettings, readNpmConfig, type NpmConfig } from './npm-config.js';
import { throwCoded } from './npm-error.js';
import { sha512Of, type NpmRelease } from './npm-reference.js';

export interface NpmOptions {
  /** Absolute path of a folder for fetched packages, made if missing. A package that is in it needs no network. */
  readonly cacheFolder: string;
  /** Address of the registry, over what npm's configuration says. */
  readonly registry?: string;
  /** npm's configuration; what `readNpmConfig` finds if missing. */
  readonly config?: NpmConfig;
}

/** Few and soon, so that an aborted fetch does not linger. */
const RETRY = { retries: 2, minTimeout: 200, maxTimeout: 1000 };
const ANSWER_TIMEOUT_MS = 60_000;
/** What the cache says when it lacks a package, or has it damaged. */
const CACHE_MISSES: readonly ErrorCode[] = ['source-unreachable', 'source-integrity'];

/** Asks the registry, and the cache before it. All that reaches the network goes through here. */
export class NpmRegistry {
  readonly #options: NpmOptions;

  constructor(options: NpmOptions) {
    this.#options = options;
  }

  /**
   * The exact release that a tag or range means now, asked of the registry itself.
   * @throws `source-not-found`, `source-unpinned`, `source-forbidden`, `source-unreachable`, `source-timeout`, `aborted`
   */
  async resolve(name: string, versionSpec: string, signal: AbortSignal): Promise<NpmRelease> {
    const manifest = await this.#ask(signal, ({ RegistryFetcher }, options) =>
      new RegistryFetcher(`${name}@${versionSpec}`, options).manifest(),
    );
    const integrity = sha512Of(manifest._integrity);
    if (integrity === undefined) throw new CountersignError('source-unpinned');
    return { package: manifest.name, version: manifest.version, integrity };
  }

  /**
   * The tarball of a release, whole and verified: no byte of it is used before. It is in the cache then, by its digest.
   * @throws `source-integrity`, `material-too-large`, `source-not-found`, `source-forbidden`, `source-unreachable`,
   *   `source-timeout`, `aborted`
   */
  async fetch(release: NpmRelease, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    const tarball = await this.#fromCache(release, maxBytes, signal).catch((error: unknown) => {
      if (!CACHE_MISSES.some((code) => isCountersignError(error, code))) throw error;
      return this.#fromRegistry(release, maxBytes, signal);
    });
    const digest = createHash('sha512').update(tarball).digest('base64');
    if (`sha512-${digest}` !== release.integrity) throw new CountersignError('source-integrity');
    return tarball;
  }

  async #fromCache(release: NpmRelease, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    return this.#ask(signal, async ({ RegistryFetcher }, options) => {
      const cache = await this.#cacheFolder();
      const { integrity } = release;
      // Only that there is a `resolved` lets pacote look for the digest in its cache.
      const question = { ...options, cache, integrity, resolved: specOf(release), offline: true };
      return new RegistryFetcher(specOf(release), question).tarballStream((stream) =>
        collect(stream, maxBytes, signal),
      );
    });
  }

  async #fromRegistry(release: NpmRelease, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    return this.#ask(signal, async ({ RegistryFetcher }, options) => {
      const cache = await this.#cacheFolder();
      // What the registry says of a package is kept in memory only, for the second fetcher: kept on disk it would hide later
      // releases, and when damaged it would look like a damaged package.
      const question = { ...options, integrity: release.integrity, packumentCache: new Map<string, unknown>() };
      await new RegistryFetcher(specOf(release), question).manifest();
      const fetcher = new RegistryFetcher(specOf(release), { ...question, cache });
      return fetcher.tarballStream((stream) => collect(stream, maxBytes, signal));
    });
  }

  async #ask<Answer>(
    signal: AbortSignal,
    ask: (pacote: typeof Pacote, options: Pacote.FetcherOptions) => Promise<Answer>,
  ): Promise<Answer> {
    requireNotAborted(signal);
    const leaving = new AbortController();
    try {
      const { registry, config = await readNpmConfig() } = this.#options;
      const options = {
        ...(await fetchSettings(config)),
        ...(registry === undefined ? {} : { registry }),
        retry: RETRY,
        timeout: ANSWER_TIMEOUT_MS,
        signal: AbortSignal.any([signal, leaving.signal]),
      };
      // Loaded when first needed: it takes longer than all the rest of a call that fetches nothing.
      return await ask(await import('pacote'), options);
    } catch (error) {
      throwCoded(error, signal);
    } finally {
      // A transfer that was given up would otherwise go on.
      leaving.abort();
    }
  }

  async #cacheFolder(): Promise<string> {
    await mkdir(this.#options.cacheFolder, { recursive: true, mode: 0o700 });
    return this.#options.cacheFolder;
  }
}

function specOf(release: NpmRelease): string {
  return `${release.package}@${release.version}`;
}

async function collect(stream: Pacote.TarballStream, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  // The loop throws what goes wrong while it runs. The abort that follows when it is left early comes behind it.
  stream.on('error', () => undefined);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of stream) {
    requireNotAborted(signal);
    total += chunk.byteLength;
    if (total > maxBytes) throw new CountersignError('material-too-large', { details: { maxBytes } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
}

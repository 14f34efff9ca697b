// SPDX-License-Identifier: Apache-2.0

/** The part of pacote 21 that is used here; the published types describe an older release and leave out this class. */
declare module 'pacote' {
  export interface FetcherOptions {
    /** Folder of the content-addressed cache. */
    readonly cache?: string;
    readonly registry?: string;
    readonly integrity?: string;
    /** With an integrity, lets the cache answer without asking the registry. */
    readonly resolved?: string;
    readonly offline?: boolean;
    /** Answers of the registry, for as long as this map lives. */
    readonly packumentCache?: Map<string, unknown>;
    readonly retry: { readonly retries: number; readonly minTimeout: number; readonly maxTimeout: number };
    /** For one answer of the registry, in milliseconds. */
    readonly timeout: number;
    readonly signal: AbortSignal;
    readonly ca?: string;
    /** Scoped registries and credentials, under npm's own names. */
    readonly [npmKey: string]: unknown;
  }

  export interface PackageManifest {
    readonly name: string;
    readonly version: string;
    readonly _integrity?: string;
  }

  /** A stream that ends the process when it fails and nobody listens. */
  export interface TarballStream extends AsyncIterable<Uint8Array> {
    on(event: 'error', listener: () => void): unknown;
  }

  /** Packages of a registry only: anything else in `spec` (a folder, a file, git, an address) throws a TypeError. */
  export class RegistryFetcher {
    constructor(spec: string, options: FetcherOptions);
    manifest(): Promise<PackageManifest>;
    /** May call `read` again, with another stream, after damaged data. */
    tarballStream<Result>(read: (stream: TarballStream) => Promise<Result>): Promise<Result>;
  }
}

// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { packArchive, type SampleFile } from '@countersign/core/conformance';

/** A package as npm packs it: every file below `package/`. */
export function packPackage(files: readonly SampleFile[]): Buffer {
  return packArchive(files.map((sample) => ({ ...sample, path: `package/${sample.path}` })));
}

export function integrityOf(tarball: Uint8Array): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

interface Published {
  tarball: Buffer;
  /** What the registry says of it; the truth if missing. */
  integrity?: string;
  shasum?: string;
}

/** How the registry answers: as it should, with an error, not at all, or with half a tarball and then not at all. */
type Behaviour =
  | { readonly kind: 'serve' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'stall' };

/** An npm registry on this machine, with what is published to it in memory. */
export class LocalRegistry {
  readonly requests: string[] = [];
  behaviour: Behaviour = { kind: 'serve' };
  requiredToken: string | undefined;
  readonly #packages = new Map<string, Map<string, Published>>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get address(): string {
    return `http://${this.host}/`;
  }

  publish(name: string, version: string, published: Published): void {
    const versions = this.#packages.get(name) ?? new Map<string, Published>();
    this.#packages.set(name, versions.set(version, published));
  }

  async openConnections(): Promise<number> {
    return promisify(this.#server.getConnections.bind(this.#server))();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(request.url ?? '/');
    this.requests.push(path);
    // So that a connection lives no longer than its answer, and can be counted.
    response.setHeader('connection', 'close');
    if (this.behaviour.kind === 'hang') return;
    const isKnown =
      this.requiredToken === undefined || request.headers.authorization === `Bearer ${this.requiredToken}`;
    const status = this.behaviour.kind === 'status' ? this.behaviour.status : isKnown ? 200 : 401;
    if (status !== 200) {
      response.writeHead(status).end('{"error":"refused"}');
      return;
    }
    const [, name = '', version] = /^\/(.+?)(?:\/-\/.*-(\d[^/]*)\.tgz)?$/.exec(path) ?? [];
    const versions = this.#packages.get(name);
    const published = version === undefined ? undefined : versions?.get(version);
    if (published !== undefined) this.#send(published.tarball, response);
    else if (versions !== undefined && version === undefined) this.#describe(name, versions, response);
    else response.writeHead(404).end('{"error":"not found"}');
  }

  #send(tarball: Buffer, response: ServerResponse): void {
    response.writeHead(200, { 'content-length': tarball.length });
    if (this.behaviour.kind === 'stall') response.write(tarball.subarray(0, tarball.length / 2));
    else response.end(tarball);
  }

  #describe(name: string, versions: ReadonlyMap<string, Published>, response: ServerResponse): void {
    const entries = [...versions].map(([version, { tarball, integrity = integrityOf(tarball), shasum }]) => {
      const address = `${this.address}${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
      const dist = { tarball: address, ...(shasum === undefined ? { integrity } : { shasum }) };
      return [version, { name, version, dist }] as const;
    });
    const latest = entries.at(-1)?.[0];
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' });
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(entries) }));
  }
}

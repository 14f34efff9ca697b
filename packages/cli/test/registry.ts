// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Release {
  readonly name: string;
  readonly version: string;
  readonly tarball: Uint8Array;
}

/** A registry on this machine with one release. The npm settings of this process point to it until it is disposed of. */
export async function serveRegistry({ name, version, tarball }: Release) {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const before = process.env['npm_config_registry'];
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url?.endsWith('.tgz') === true) return void response.end(tarball);
    const dist = { integrity, tarball: `${address}pack.tgz` };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  process.env['npm_config_registry'] = address;
  return {
    integrity,
    get asked() {
      return asked;
    },
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env['npm_config_registry'];
      else process.env['npm_config_registry'] = before;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

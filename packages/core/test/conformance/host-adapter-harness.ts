// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHostId, parseWorkspaceId, type HostAdapter } from '@countersign/core';
import type { HostAdapterHarness } from '@countersign/core/conformance';
import { DirectoryHost, type DirectoryHostOptions } from '../../src/exposure/directory-host.js';

/** Every case gets a state folder and a workspace of its own. */
export function harnessFor(create: (options: DirectoryHostOptions) => HostAdapter): HostAdapterHarness {
  return {
    async open() {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-host-')));
      const [root, stateFolder] = [join(folder, 'workspace'), join(folder, 'state')];
      await mkdir(root);
      const adapter = create({
        hostId: parseHostId('some-host'),
        discovery: { project: '.some/skills', user: '.config/some/skills' },
        stateFolder,
      });
      return {
        adapter,
        workspace: { scope: 'project', root, id: parseWorkspaceId('ws-1') },
        stateFolder,
        close: () => rm(folder, { recursive: true }),
      };
    },
    place: ({ workspace, folder }) => join(workspace.root, '.some/skills', folder),
  };
}

export const directoryHost = (options: DirectoryHostOptions): DirectoryHost => new DirectoryHost(options);

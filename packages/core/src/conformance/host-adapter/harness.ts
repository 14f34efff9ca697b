// SPDX-License-Identifier: Apache-2.0
import type { Exposure, HostAdapter } from '../../exposure/host-adapter.js';
import { SampleTree, exposureOf } from './sample-tree.js';
import type { IdentifiedWorkspace } from '../../workspace/workspace.js';

/** An adapter with an empty workspace and an empty state folder of its own. */
export interface OpenHost {
  readonly adapter: HostAdapter;
  readonly workspace: IdentifiedWorkspace;
  /** What `KeptAside.place` is relative to. */
  readonly stateFolder: string;
  /** Removes workspace and state. Called once, after everything else. */
  close(): Promise<void>;
}

export interface HostAdapterHarness {
  /** Several may be open at once; they share nothing. */
  open(): Promise<OpenHost>;
  /** The folder where the host would look for that skill: an absolute path inside the workspace. */
  place(exposure: Exposure): string;
}

/** What a case works with: an open host, and the sample skill that is to be exposed at `place`. */
export interface Stage extends Omit<OpenHost, 'close'> {
  readonly tree: SampleTree;
  readonly exposure: Exposure;
  readonly place: string;
  /** The same skill under another folder name. */
  as(folder: string): { readonly exposure: Exposure; readonly place: string };
}

export interface HostCase {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}

/** Each case gets a host of its own, removed afterwards however it ends. */
export async function runHostCase(harness: HostAdapterHarness, hostCase: HostCase): Promise<void> {
  const host = await harness.open();
  try {
    const { adapter, workspace, stateFolder } = host;
    const tree = new SampleTree();
    const as = (folder: string) => {
      const exposure = exposureOf(workspace, tree, folder);
      return { exposure, place: harness.place(exposure) };
    };
    await hostCase.run({ adapter, workspace, stateFolder, tree, as, ...as('sample') });
  } finally {
    await host.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
import type { WorkspaceId } from '../ids.js';

/**
 * A place that capabilities are admitted to. `project`: a folder that agents work in; `user`: a person's home, whose
 * skills every project sees.
 */
export interface Workspace {
  readonly scope: 'project' | 'user';
  /** Absolute path. Never written to the state folder, the journal, or an error. */
  readonly root: string;
}

export interface IdentifiedWorkspace extends Workspace {
  readonly id: WorkspaceId;
}

/**
 * The port for telling workspaces apart. An identity follows the place, not the disk: state that is moved or restored
 * keeps it, and a new workspace at an old path gets a new one.
 */
export interface WorkspaceIdentity {
  /**
   * The identity of a workspace that is known, undefined for one that never asked for anything. Writes nothing.
   * @throws `workspace-missing`, `workspace-unsafe`, `state-unsafe`
   */
  find(workspace: Workspace): Promise<IdentifiedWorkspace | undefined>;

  /** The identity, made durable on first use. Two processes at once get the same one. @throws as `find` */
  establish(workspace: Workspace): Promise<IdentifiedWorkspace>;
}

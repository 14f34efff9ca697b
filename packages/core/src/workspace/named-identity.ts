// SPDX-License-Identifier: Apache-2.0
import { parseWorkspaceId, type WorkspaceId } from '../ids.js';
import { realRoot } from './real-root.js';
import type { IdentifiedWorkspace, Workspace, WorkspaceIdentity } from './workspace.js';

/**
 * A team's fixed name, so that many machines share one identity. The name must come from the integrator's own
 * configuration and never from a file inside the workspace: whoever can write that file could take over the consent that
 * was given to another project. A home does not share the name of a project: its identity is `<name>.user`.
 * @throws `identifier-invalid`; a name has at most 59 characters
 */
export class NamedWorkspaceIdentity implements WorkspaceIdentity {
  readonly #ids: Readonly<Record<Workspace['scope'], WorkspaceId>>;

  constructor(name: string) {
    this.#ids = { project: parseWorkspaceId(name), user: parseWorkspaceId(`${name}.user`) };
  }

  async find(workspace: Workspace): Promise<IdentifiedWorkspace> {
    const { scope } = workspace;
    return { scope, root: await realRoot(workspace), id: this.#ids[scope] };
  }

  establish(workspace: Workspace): Promise<IdentifiedWorkspace> {
    return this.find(workspace);
  }
}

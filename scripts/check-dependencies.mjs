// SPDX-License-Identifier: Apache-2.0
// Checks what the manifests of the workspace say of each other. Which file may import which is in eslint/layering.js.
import path from 'node:path';
import { checkReferences, checkRelease, checkUnused, checkVersions, readWorkspaces } from './checks/manifests.mjs';
import { openProject } from './checks/project.mjs';
import { report } from './checks/report.mjs';

const project = openProject(path.dirname(import.meta.dirname));
const workspaces = readWorkspaces(project);
report([
  ...checkVersions(workspaces),
  ...checkRelease(project, workspaces),
  ...checkUnused(project, workspaces),
  ...checkReferences(project, workspaces),
]);

// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_MATERIAL_LIMITS, type MaterialReference } from '@countersign/core';
import { findNpmSkills, npmMaterial, resolveNpmRelease, type NpmOptions } from '@countersign/material-npm';

// #region plugin
export const npm = npmMaterial({ cacheFolder: '/var/lib/countersign/npm' });
// #endregion plugin

// #region pin
export async function pinSkills(options: NpmOptions, signal: AbortSignal): Promise<MaterialReference[]> {
  const release = await resolveNpmRelease({ package: '@sample/skills', version: 'latest' }, options, signal);
  const folders = await findNpmSkills(release, options, { limits: DEFAULT_MATERIAL_LIMITS, signal });
  return folders.map((path) => ({ scheme: 'npm', ...release, path }));
}
// #endregion pin

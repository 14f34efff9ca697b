// SPDX-License-Identifier: Apache-2.0
import { tokens, type Plugin } from '@countersign/core';
import type { NpmOptions } from './npm-registry.js';
import { NpmSource } from './npm-source.js';

/** Binds npm packages as a material source, under the scheme `npm`. */
export function npmMaterial(options: NpmOptions): Plugin {
  return {
    name: 'material-npm',
    register: (registry) => registry.bindMany(tokens.materialSources, 'npm', () => new NpmSource(options)),
  };
}

// SPDX-License-Identifier: Apache-2.0
import type { Catalog } from '../catalog/catalog.js';
import { DirectoryHost } from '../exposure/directory-host.js';
import { KNOWN_HOSTS, type KnownHost } from '../exposure/known-hosts.js';
import { parseHostId } from '../ids.js';
import { MemoryEngineStore } from '../journal/memory-engine-store.js';
import { ArchiveSource } from '../material/archive-source.js';
import { DirectorySource } from '../material/directory-source.js';
import { FsSkillStore } from '../skill-store/fs-skill-store.js';
import { FsWorkspaceIdentity } from '../workspace/identity.js';
import { NamedWorkspaceIdentity } from '../workspace/named-identity.js';
import { CatalogFile } from './catalog-file.js';
import type { Plugin } from './plugin.js';
import { tokens } from './tokens.js';

/** Skill store and workspace identity in a state folder of this machine; made on first use, mode 0700. */
export function fileSystem({ stateFolder }: { readonly stateFolder: string }): Plugin {
  return {
    name: 'file-system',
    register(registry) {
      registry.bind(
        tokens.skillStore,
        ({ one }) => new FsSkillStore({ folder: stateFolder, faults: one(tokens.faults) }),
      );
      registry.bind(
        tokens.workspaceIdentity,
        ({ one }) =>
          new FsWorkspaceIdentity({ stateFolder, randomness: one(tokens.randomness), faults: one(tokens.faults) }),
      );
    },
  };
}

/**
 * One identity for every workspace of this runtime, so that many machines share it. The name must come from the
 * integrator's own configuration: a file inside a workspace would let any repository inherit the consent of another.
 */
export function namedWorkspace(name: string): Plugin {
  return {
    name: 'named-workspace',
    register(registry) {
      registry.bind(tokens.workspaceIdentity, () => new NamedWorkspaceIdentity(name), { override: true });
    },
  };
}

/** Agent hosts that look for skills in a folder; each known by name. */
export function agentHosts(options: { readonly stateFolder: string; readonly hosts: readonly KnownHost[] }): Plugin {
  const { stateFolder, hosts } = options;
  return {
    name: 'agent-hosts',
    register(registry) {
      for (const host of hosts) {
        registry.bindMany(tokens.hostAdapters, host, ({ one }) => {
          const faults = one(tokens.faults);
          return new DirectoryHost({ hostId: parseHostId(host), discovery: KNOWN_HOSTS[host], stateFolder, faults });
        });
      }
    },
  };
}

/** Skills from folders (`directory`) and archives (`archive`). With a base folder, references are relative and stay below it. */
export function localMaterial({ baseFolder }: { readonly baseFolder?: string } = {}): Plugin {
  return {
    name: 'local-material',
    register(registry) {
      registry.bindMany(tokens.materialSources, 'directory', () => new DirectorySource(baseFolder));
      registry.bindMany(tokens.materialSources, 'archive', () => new ArchiveSource(baseFolder));
    },
  };
}

/** A catalog that the program holds. */
export function fixedCatalog(catalog: Catalog): Plugin {
  return { name: 'fixed-catalog', register: (registry) => registry.bind(tokens.catalog, () => () => catalog) };
}

/**
 * A catalog file, looked at in each call and parsed anew when it changed. Empty where there never was one.
 * @throws (when the catalog is asked for) `json-*`, `shape-invalid`, `identifier-invalid`, `capability-duplicate`;
 *   `configuration-invalid` when the file cannot be read, or was there in this runtime and is gone
 */
export function fileCatalog({ file }: { readonly file: string }): Plugin {
  return {
    name: 'file-catalog',
    register: (registry) =>
      registry.bind(tokens.catalog, () => {
        const catalog = new CatalogFile(file);
        return () => catalog.read();
      }),
  };
}

/** A journal in memory, for tests and trying things out: nothing outlives the process. */
export function memoryStore(): Plugin {
  return {
    name: 'memory-store',
    register: (registry) => registry.bind(tokens.engineStore, () => new MemoryEngineStore()),
  };
}

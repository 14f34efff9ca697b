// SPDX-License-Identifier: Apache-2.0
import { describe, expect, jest, test } from '@jest/globals';
import { chmod, cp, lstat, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  CountersignError,
  isCountersignError,
  type Drift,
  type Exposure,
  type HostAdapter,
  type InspectOptions,
  type Inspection,
  type KeptAside,
  type SkillTree,
} from '@countersign/core';
import { failedCases, hostAdapterConformance } from '@countersign/core/conformance';
import { DirectoryHost, type DirectoryHostOptions } from '../../src/exposure/directory-host.js';
import { harnessFor } from './host-adapter-harness.js';

jest.setTimeout(60_000);

const placeOf = ({ workspace, folder }: Exposure) => join(workspace.root, '.some/skills', folder);

class LinksTheSkill extends DirectoryHost {
  override async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    await super.apply(exposure, tree);
    const elsewhere = join(exposure.workspace.root, exposure.folder);
    await rename(placeOf(exposure), elsewhere);
    await symlink(elsewhere, placeOf(exposure));
  }
}

class OverwritesWhatStands extends DirectoryHost {
  override async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    await rm(placeOf(exposure), { recursive: true, force: true });
    await super.apply(exposure, tree);
  }
}

/** Leaves out some of the drift, and finds intact what differs in nothing else. */
abstract class OverlooksDrift extends DirectoryHost {
  abstract overlooks(drift: Drift): boolean;

  override async inspect(exposure: Exposure, tree: SkillTree, options: InspectOptions): Promise<Inspection> {
    const found = await super.inspect(exposure, tree, options);
    if (found.kind !== 'drifted') return found;
    const drift = found.drift.filter((one) => !this.overlooks(one));
    return drift.length === 0 ? { kind: 'intact' } : { kind: 'drifted', drift };
  }
}

class OverlooksDotfiles extends OverlooksDrift {
  overlooks = ({ path }: Drift): boolean => path.startsWith('.') && path !== '.';
}

class OverlooksModes extends OverlooksDrift {
  overlooks = ({ kind }: Drift): boolean => kind === 'mode';
}

class OverlooksAdditions extends OverlooksDrift {
  overlooks = ({ kind }: Drift): boolean => kind === 'added';
}

class TrustsSizesWhenQuick extends DirectoryHost {
  override async inspect(exposure: Exposure, tree: SkillTree, options: InspectOptions): Promise<Inspection> {
    const stats = tree.manifest.files.map(({ path }) => lstat(join(placeOf(exposure), path)).catch(() => undefined));
    const sizes = (await Promise.all(stats)).map((stat) => stat?.size);
    const same = tree.manifest.files.every(({ size }, index) => size === sizes[index]);
    return options.depth === 'quick' && same ? { kind: 'intact' } : super.inspect(exposure, tree, options);
  }
}

/** Takes sizes and modification times for proof, once it has found a copy intact. */
class TrustsModificationTimes extends DirectoryHost {
  readonly #known = new Map<string, string>();

  override async inspect(exposure: Exposure, tree: SkillTree, options: InspectOptions): Promise<Inspection> {
    const place = placeOf(exposure);
    const stats = tree.manifest.files.map(({ path }) => lstat(join(place, path)).catch(() => undefined));
    const stamp = (await Promise.all(stats)).map((stat) => `${stat?.size} ${stat?.mtimeMs}`).join();
    if (options.depth === 'quick' && this.#known.get(place) === stamp) return { kind: 'intact' };
    const found = await super.inspect(exposure, tree, options);
    if (found.kind === 'intact') this.#known.set(place, stamp);
    return found;
  }
}

class DeletesEdits extends DirectoryHost {
  override async revert(exposure: Exposure, tree: SkillTree): Promise<KeptAside | undefined> {
    await rm(placeOf(exposure), { recursive: true, force: true });
    return super.revert(exposure, tree);
  }
}

class RevertsNeighbours extends DirectoryHost {
  override async revert(exposure: Exposure, tree: SkillTree): Promise<KeptAside | undefined> {
    const kept = await super.revert(exposure, tree);
    for (const name of await readdir(dirname(placeOf(exposure))).catch(() => []))
      await rm(join(dirname(placeOf(exposure)), name), { recursive: true });
    return kept;
  }
}

async function copyWithoutLooking(tree: SkillTree, target: string): Promise<void> {
  for (const { path, executable } of tree.manifest.files) {
    const file = join(target, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
    for await (const chunk of tree.read(path)) await writeFile(file, chunk, { flag: 'a' });
    await chmod(file, executable ? 0o755 : 0o644);
  }
}

class CopiesInPlace extends DirectoryHost {
  override async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    const found = await this.inspect(exposure, tree, { depth: 'full' });
    if (found.kind === 'absent') await copyWithoutLooking(tree, placeOf(exposure));
    await super.apply(exposure, tree);
  }
}

class TrustsTheSource extends DirectoryHost {
  override async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    const found = await this.inspect(exposure, tree, { depth: 'full' });
    if (found.kind !== 'absent') return super.apply(exposure, tree);
    const aside = join(exposure.workspace.root, 'aside');
    await copyWithoutLooking(tree, aside);
    await mkdir(dirname(placeOf(exposure)), { recursive: true });
    await rename(aside, placeOf(exposure));
    // Puts on record what is right by chance, and says nothing of what is not.
    await super.apply(exposure, tree).catch(() => undefined);
  }
}

class FollowsLinkedFolders extends DirectoryHost {
  override async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    try {
      await super.apply(exposure, tree);
    } catch (thrown) {
      if (!isCountersignError(thrown, 'exposure-unsafe')) throw thrown;
      await copyWithoutLooking(tree, placeOf(exposure));
    }
  }
}

class ShowsPaths extends DirectoryHost {
  override async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    try {
      await super.apply(exposure, tree);
    } catch (thrown) {
      if (!isCountersignError(thrown)) throw thrown;
      throw new CountersignError(thrown.code, { details: { path: placeOf(exposure) } });
    }
  }
}

class LeavesACopyBeside extends DirectoryHost {
  override async apply(exposure: Exposure, tree: SkillTree): Promise<void> {
    await super.apply(exposure, tree);
    await cp(placeOf(exposure), `${placeOf(exposure)}.bak`, { recursive: true });
  }
}

const BROKEN: readonly (readonly [new (options: DirectoryHostOptions) => HostAdapter, readonly RegExp[]])[] = [
  [LinksTheSkill, [/^A12 a skill is absent/, /^apply writes real files/]],
  [OverwritesWhatStands, [/^A28 refuses where a folder/, /^A28 refuses where its own copy/, /^apply does nothing/]],
  [OverlooksDotfiles, [/an added dotfile$/, /^A29 notices a removed file$/]],
  [OverlooksModes, [/a file that became executable$/, /an executable that no longer is one$/]],
  [OverlooksAdditions, [/an added file$/, /an added dotfile$/, /an added empty folder$/]],
  [TrustsSizesWhenQuick, [/a changed byte, with size and time put back$/, /an added file$/, /became executable$/]],
  [DeletesEdits, [/^A28 revert keeps edited/, /^revert leaves a folder/, /^A23 revert of an older digest/]],
  [RevertsNeighbours, [/^A28 revert takes out exactly/]],
  [CopiesInPlace, [/^A12 the skill appears in one step/, /^a source that fails midway/]],
  [
    TrustsTheSource,
    [/bytes are changed,/, /bytes are cut short,/, /bytes are extended,/, /^refuses a source whose manif/],
  ],
  [FollowsLinkedFolders, [/^a linked discovery folder/]],
  [ShowsPaths, [/^A28 refuses where a folder/, /^refuses a source whose bytes are changed/]],
  [LeavesACopyBeside, [/^apply writes real files/, /^A09 applies at once/]],
];

/** Runs those cases of the kit whose names match. */
async function namesOfFailed(
  Host: new (options: DirectoryHostOptions) => HostAdapter,
  isRun: (name: string) => boolean,
): Promise<readonly string[]> {
  const kit = hostAdapterConformance(harnessFor((options) => new Host(options)));
  const failed = await failedCases((register) => kit((name, run) => isRun(name) && register(name, run)));
  return failed.map(({ name }) => name);
}

describe('a broken host fails the cases that name its fault', () => {
  const table = BROKEN.map(([Host, cases]) => ({ name: Host.name, Host, cases }));
  test.concurrent.each(table)('$name', async ({ Host, cases }) => {
    const failed = await namesOfFailed(Host, (name) => cases.some((pattern) => pattern.test(name)));
    for (const name of cases) expect(failed).toContainEqual(expect.stringMatching(name));
  });

  test('TrustsModificationTimes, which only the case that waits can find', async () => {
    expect(await namesOfFailed(TrustsModificationTimes, (name) => /trust the times/.test(name))).toHaveLength(1);
    expect(await namesOfFailed(TrustsModificationTimes, (name) => /^A29 notices/.test(name))).toEqual([]);
  });
});

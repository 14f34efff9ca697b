// SPDX-License-Identifier: Apache-2.0

/** @typedef {import('./project.mjs').Finding} Finding */
/** @typedef {import('./project.mjs').Project} Project */
/** @typedef {{ version?: string, dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Manifest */
/** @typedef {{ file: string, folder: string, text: string, manifest: Manifest }} Workspace */
/** A dependency as one manifest declares it. @typedef {Workspace & { name: string, version: string }} Declaration */

/**
 * Every package.json of the workspace.
 * @param {Project} project
 * @returns {Workspace[]}
 */
export function readWorkspaces(project) {
  const files = project.files.filter((file) => /^(?:(?:packages|examples)\/[^/]+\/)?package\.json$/.test(file));
  return files.map((file) => {
    const text = project.read(file);
    const manifest = /** @type {Manifest} */ (JSON.parse(text));
    return { file, folder: file.replace(/\/?package\.json$/, ''), text, manifest };
  });
}

/**
 * Versions are exact, since a range lets an install differ from what was tested; one version of each, everywhere.
 * @param {readonly Workspace[]} workspaces
 * @returns {Finding[]}
 */
export function checkVersions(workspaces) {
  const declarations = workspaces.flatMap(declarationsOf);
  /** @type {Map<string, Declaration>} */
  const firsts = new Map();
  return declarations.flatMap((declaration) => {
    const { name, version } = declaration;
    if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
      return at(declaration, `${name} ${version} is not an exact version`);
    const first = firsts.get(name) ?? declaration;
    firsts.set(name, first);
    if (first.version === version) return [];
    return at(declaration, `${name} is ${version} here and ${first.version} in ${first.file}`);
  });
}

/**
 * Packages are released together: each carries the version of lerna.json, and asks for its siblings at that version.
 * @param {Project} project
 * @param {readonly Workspace[]} workspaces
 * @returns {Finding[]}
 */
export function checkRelease(project, workspaces) {
  const { version: release } = /** @type {{ version: string }} */ (JSON.parse(project.read('lerna.json')));
  return workspaces.flatMap((workspace) => {
    const siblings = declarationsOf(workspace).filter(({ name }) => name.startsWith('@countersign/'));
    const old = siblings.filter(({ version }) => version !== release);
    const own = workspace.folder.startsWith('packages/') && workspace.manifest.version !== release;
    return [
      ...(own ? at({ ...workspace, name: 'version' }, `the version is not ${release}, as lerna.json says`) : []),
      ...old.flatMap((sibling) => at(sibling, `${sibling.name} is not asked for at ${release}`)),
    ];
  });
}

/**
 * What a package declares for its users it also imports. (That it declares what it imports is a lint rule.)
 * @param {Project} project
 * @param {readonly Workspace[]} workspaces
 * @returns {Finding[]}
 */
export function checkUnused(project, workspaces) {
  const packages = workspaces.filter(({ folder }) => folder.startsWith('packages/'));
  return packages.flatMap((workspace) => {
    const sources = project.files.filter((file) => file.startsWith(`${workspace.folder}/src/`)).map(project.read);
    const isImported = (/** @type {string} */ name) => sources.some((source) => importOf(name).test(source));
    const unused = Object.keys(workspace.manifest.dependencies ?? {}).filter((name) => !isImported(name));
    return unused.flatMap((name) => at({ ...workspace, name }, `${name} is never imported`));
  });
}

/**
 * `tsc -b` builds by references: each package refers to the siblings it depends on, and the root to every package.
 * @param {Project} project
 * @param {readonly Workspace[]} workspaces
 * @returns {Finding[]}
 */
export function checkReferences(project, workspaces) {
  const packages = workspaces.filter(({ folder }) => folder.startsWith('packages/'));
  const wanted = packages.map(({ folder, manifest }) => ({
    file: `${folder}/tsconfig.json`,
    references: Object.keys(manifest.dependencies ?? {}).flatMap((name) => siblingFolder(name) ?? []),
  }));
  return [...wanted, { file: 'tsconfig.json', references: packages.map(({ folder }) => folder) }].flatMap(
    ({ file, references }) => {
      const present = referencesOf(file, project.read(file));
      const missing = references.filter((reference) => !present.includes(reference));
      return missing.map((reference) => ({ file, line: 1, message: `does not refer to ${reference}` }));
    },
  );
}

/** @param {string} name */
function siblingFolder(name) {
  return name.startsWith('@countersign/') ? name.replace('@countersign/', 'packages/') : undefined;
}

/**
 * The folders that a tsconfig refers to, relative to the root.
 * @param {string} file
 * @param {string} text
 */
function referencesOf(file, text) {
  const { references = [] } = /** @type {{ references?: { path: string }[] }} */ (JSON.parse(text));
  return references.map(({ path }) => new URL(path, `file:///${file}`).pathname.slice(1));
}

/** @param {string} name */
function importOf(name) {
  return new RegExp(`(?:from|import|import\\()\\s*'${name}(?:/[^']*)?'`);
}

/**
 * @param {Workspace} workspace
 * @returns {Declaration[]}
 */
function declarationsOf(workspace) {
  const declared = { ...workspace.manifest.dependencies, ...workspace.manifest.devDependencies };
  return Object.entries(declared).map(([name, version]) => ({ ...workspace, name, version }));
}

/**
 * @param {Pick<Declaration, 'file' | 'text' | 'name'>} declaration
 * @param {string} message
 * @returns {Finding[]}
 */
function at({ file, text, name }, message) {
  return [{ file, line: text.split('\n').findIndex((line) => line.includes(`"${name}":`)) + 1, message }];
}

// SPDX-License-Identifier: Apache-2.0
import {
  totalBytes,
  type ConsentScreen,
  type ManifestChange,
  type ManifestFile,
  type SkillProblem,
} from '@countersign/core';
import { byteSize, count, digestGroups, oneLine, quote, quoteEach } from './plain-text.js';
import type { Style } from './style.js';

const PROBLEMS: Readonly<Record<SkillProblem, string>> = {
  'skill-file-lower-case': 'its main file is called skill.md and not SKILL.md',
  'frontmatter-missing': 'SKILL.md has no frontmatter',
  'frontmatter-invalid': 'the frontmatter of SKILL.md cannot be read',
  'name-missing': 'it has no name',
  'name-invalid': 'its name breaks the rules for names',
  'name-differs-from-folder': 'its name differs from its folder',
  'description-missing': 'it has no description',
  'description-too-long': 'its description is longer than allowed',
  'allowed-tools-invalid': 'the tools that it asks for cannot be read',
  'nested-skill': 'another skill lies inside it',
};

/** What a person reads before signing. Pure; everything that others wrote stands behind `│`. */
export function renderConsentScreen(screen: ConsentScreen, style: Style): string {
  const { bold, dim } = style.colours;
  return [
    bold('Countersign: shall this reach your agents?'),
    dim('Behind each │ stands text of the skill or of its catalog. Its author wrote it; nothing vouches for it.'),
    whatItIs(screen, style),
    whereItGoes(screen, style),
    whatItAsksFor(screen, style),
    hiddenText(screen, style),
    filesOf(screen, style),
    changesOf(screen, style),
    lookAt(screen, style),
    label('Challenge', bold(digestGroups(screen.digest))),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function whatItIs({ challenge: { capability }, report, files }: ConsentScreen, style: Style): string {
  return [
    field('Skill', capability.id, style),
    field('Title', capability.title, style),
    field('Publisher', capability.publisher, style),
    field('Folder', capability.folder, style),
    field('Own name', report.name, style),
    field('Licence', report.license, style),
    block('Description', report.description, style),
    label(
      'Size',
      `${count(files.length, 'file')}, ${byteSize(totalBytes({ schema: 'countersign/manifest/v1', files }))}`,
    ),
  ].join('\n');
}

function whereItGoes({ challenge }: ConsentScreen, { colours }: Style): string {
  const { audience, workspaceId, scope, hosts, rules, issuedAt, expiresAt, replaces, manifestDigest } = challenge;
  const place = scope === 'user' ? colours.yellow('your home: every project sees it') : 'this project alone';
  return [
    label('Asked by', `installation ${oneLine(audience)}, at ${issuedAt}`),
    label('Reaches', `${place} (${workspaceId})`),
    label('Agents', hosts.join(', ')),
    label('Needs', rules.approvals === 1 ? 'the approval of one person' : `the approval of ${rules.approvals} people`),
    label('Expires', expiresAt),
    label('Replaces', replaces === null ? 'nothing: it is not installed yet' : replaces),
    label('Content', manifestDigest),
  ].join('\n');
}

function whatItAsksFor({ report: { grants, linkedHosts, problems } }: ConsentScreen, style: Style): string {
  const broken = problems.map((problem) => style.colours.yellow(PROBLEMS[problem]));
  return [
    list('Tools', grants.allowedTools, style),
    list('Hooks', grants.hooks, style),
    list('Links to', linkedHosts, style),
    label('Broken rules', broken.length === 0 ? 'none' : broken.join(`\n${' '.repeat(LABEL)}`)),
  ].join('\n');
}

function hiddenText({ report: { hidden } }: ConsentScreen, style: Style): string {
  if (hidden.length === 0) return '';
  const places = hidden.map(({ path, line, kind, codePoint }) => `${path}:${line} ${kind} ${codePoint}`);
  return `${style.colours.red('Hidden characters')}\n${quoteEach(places, style)}`;
}

function filesOf({ files, report }: ConsentScreen, style: Style): string {
  const describe = (file: ManifestFile) => {
    const marks = [
      byteSize(file.size),
      ...(file.executable ? [style.colours.yellow('executable')] : []),
      ...(report.binaries.includes(file.path) ? [style.colours.yellow('not text')] : []),
    ];
    return `${quote(oneLine(file.path), style)}\n    ${style.colours.dim(file.sha256)} ${marks.join(', ')}`;
  };
  return ['Files, with SHA-256 and size', ...files.map(describe)].join('\n');
}

function changesOf({ comparison }: ConsentScreen, style: Style): string {
  if (comparison.kind === 'first') return '';
  if (comparison.kind === 'impossible') {
    return style.colours.yellow('What changed cannot be told: the bytes of the installed version are lost.');
  }
  const { changes } = comparison;
  if (changes.length === 0) return 'Nothing changed since the installed version.';
  const lines = changes.map((change) => quote(oneLine(change.path), style, `  ${changeMark(change)}`.padEnd(LABEL)));
  return ['Changed since the installed version', ...lines].join('\n');
}

function changeMark(change: ManifestChange): string {
  if (change.kind !== 'changed') return change.kind;
  if (change.from.executable === change.to.executable) return 'changed';
  return change.to.executable ? 'now executable' : 'not executable';
}

function lookAt(
  { report: { grants, hidden, binaries, problems }, challenge: { scope } }: ConsentScreen,
  { colours }: Style,
): string {
  const points = [
    ...(grants.executables.length > 0 ? [count(grants.executables.length, 'executable file')] : []),
    ...(grants.hooks.length > 0 ? [count(grants.hooks.length, 'hook')] : []),
    ...(grants.allowedTools.length > 0 ? [count(grants.allowedTools.length, 'allowed tool')] : []),
    ...(hidden.length > 0 ? [count(hidden.length, 'hidden character')] : []),
    ...(binaries.length > 0 ? [`${count(binaries.length, 'file')} that cannot be read on a screen`] : []),
    ...(problems.length > 0 ? [count(problems.length, 'broken rule')] : []),
    ...(scope === 'user' ? ['it reaches every project'] : []),
  ];
  return points.length === 0 ? '' : colours.yellow(`Look closely at: ${points.join('; ')}.`);
}

const LABEL = 18;

function label(name: string, text: string): string {
  return `${name.padEnd(LABEL)}${text}`;
}

function field(name: string, text: string | null, style: Style): string {
  return text === null ? label(name, 'none') : quote(oneLine(text), style, name.padEnd(LABEL));
}

function block(name: string, text: string | null, style: Style): string {
  return text === null ? label(name, 'none') : quote(text, style, name.padEnd(LABEL));
}

function list(name: string, texts: readonly string[], style: Style): string {
  return texts.length === 0 ? label(name, 'none') : quoteEach(texts, style, name.padEnd(LABEL));
}

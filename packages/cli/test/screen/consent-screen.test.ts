// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { parseDigest, sha256 } from '@countersign/core';
import { renderConsentScreen } from '../../src/screen/consent-screen.js';
import { styleFor } from '../../src/screen/style.js';
import { FILES, sampleScreen, type SampleParts } from './sample-screen.js';

const style = styleFor({ columns: 80 }, {});
const render = (parts: SampleParts = {}) => renderConsentScreen(sampleScreen(parts), style);

describe('A41 the screen shows', () => {
  test.each([
    ['the capability', 'Skill             │ review'],
    ['its title', 'Title             │ Review'],
    ['its publisher', 'Publisher         │ npm:@acme/skills'],
    ['its own name', 'Own name          │ review'],
    ['its licence', 'Licence           │ MIT'],
    ['its description', 'Description       │ Reviews code.'],
    ['its size', 'Size              2 files, 4.6 kB'],
    ['who asks', 'Asked by          installation installation-1, at 2026-11-30T09:00:00Z'],
    ['how far it reaches', 'Reaches           this project alone (ws-1)'],
    ['which agents get it', 'Agents            claude-code, codex'],
    ['how many must agree', 'Needs             the approval of one person'],
    ['until when', 'Expires           2026-12-07T09:00:00Z'],
    ['that nothing is replaced', 'Replaces          nothing'],
    ['which tools it wants', 'Tools             │ Bash(git:*)\n                  │ Read'],
    ['its hooks', 'Hooks             │ PreToolUse'],
    ['where it links to', 'Links to          │ example.com'],
    ['which rules it breaks', 'Broken rules      its name differs from its folder'],
    ['hidden characters with their place', 'Hidden characters\n  │ SKILL.md:14 bidirectional U+202E'],
    [
      'what to look at',
      'Look closely at: 1 executable file; 1 hook; 2 allowed tools; 1 hidden character; 1 broken rule.',
    ],
  ])('%s', (_name, shown) => {
    expect(render()).toContain(shown);
  });

  test('every file with its whole digest and size, and executables marked', () => {
    for (const { path, sha256: digest } of FILES) expect(render()).toContain(`  │ ${path}\n    ${digest} `);
    expect(render()).toMatch(/ 512 B, executable$/m);
    expect(render()).toMatch(/ 4\.1 kB$/m);
  });

  test('files that nobody can read on a screen', () => {
    const shown = render({ report: { binaries: ['scripts/run.sh'] } });
    expect(shown).toContain('512 B, executable, not text');
    expect(shown).toContain('1 file that cannot be read on a screen');
  });

  test('the challenge in groups, of which the first is typed', () => {
    const { digest } = sampleScreen();
    const groups = digest.match(/.{8}/g) ?? [];
    expect(render()).toContain(`Challenge         ${groups.join(' ')}`);
  });

  test('that a skill for the home reaches every project, and that several people must agree', () => {
    const shown = render({
      challenge: { scope: 'user', rules: { approvals: 2, maxValidityMs: 1000, clockSkewMs: 0 } },
    });
    expect(shown).toContain('Reaches           your home: every project sees it');
    expect(shown).toContain('Needs             the approval of 2 people');
    expect(shown).toContain('it reaches every project.');
  });

  test('what changed since the installed version', () => {
    const [first, second] = FILES;
    if (first === undefined || second === undefined) throw new Error('the sample has two files');
    const shown = render({
      challenge: { replaces: parseDigest(sha256('old')) },
      comparison: {
        kind: 'compared',
        changes: [
          { kind: 'added', path: 'extra.md', to: first },
          { kind: 'changed', path: first.path, from: { ...first, size: 1 }, to: first },
          { kind: 'changed', path: second.path, from: { ...second, executable: false }, to: second },
          { kind: 'removed', path: 'old.md', from: first },
        ],
      },
    });
    expect(shown).toContain(`Replaces          ${sha256('old')}`);
    expect(shown).toContain(
      [
        'Changed since the installed version',
        '  added           │ extra.md',
        '  changed         │ SKILL.md',
        '  now executable  │ scripts/run.sh',
        '  removed         │ old.md',
      ].join('\n'),
    );
  });
});

describe('a skill or a catalog cannot forge the screen', () => {
  const fake = 'Challenge         00000000 00000000';
  const attempts: readonly (readonly [string, string])[] = [
    ['new lines', `x\n${fake}`],
    ['carriage returns', `x\r${fake}`],
    ['a Unicode separator', `x\u2028${fake}`],
    ['padding over the edge', `x${' '.repeat(300)}${fake}`],
    ['joined emoji over the edge', `${'👩\u200d'.repeat(30)}${fake}`],
    ['moving the cursor', `x\u001b[1A\u001b[2K${fake}`],
    ['a C1 control', `x\u009b2J${fake}`],
    ['turned direction', `x\u202e${fake}\u202c`],
  ];
  const places: readonly (readonly [string, (text: string) => SampleParts])[] = [
    ['title', (title) => ({ capability: { title } })],
    ['publisher', (publisher) => ({ capability: { publisher } })],
    ['folder', (folder) => ({ capability: { folder } })],
    ['name', (name) => ({ report: { name } })],
    ['licence', (license) => ({ report: { license } })],
    ['description', (description) => ({ report: { description } })],
    ['allowed tool', (tool) => ({ report: { grants: { allowedTools: [tool], hooks: [], executables: [] } } })],
    ['hook', (hook) => ({ report: { grants: { allowedTools: [], hooks: [hook], executables: [] } } })],
    ['linked host', (host) => ({ report: { linkedHosts: [host] } })],
    ['path of a file', (path) => ({ files: FILES.map((file) => ({ ...file, path })) })],
    [
      'path of a hidden character',
      (path) => ({ report: { hidden: [{ path, kind: 'tag', codePoint: 'U+E0041', line: 1 }] } }),
    ],
    [
      'path of a change',
      (path) => ({
        comparison: {
          kind: 'compared',
          changes: FILES.slice(0, 1).map((to) => ({ kind: 'added', path, to }) as const),
        },
      }),
    ],
  ];

  test.each(
    places.flatMap(([place, parts]) => attempts.map(([attempt, text]) => [place, attempt, parts(text)] as const)),
  )('through its %s, by %s', (_place, _attempt, parts) => {
    const lines = render(parts).split('\n');
    // Whatever was forged stands behind the bar, and the one true line is left alone in front of it.
    expect(lines.filter((line) => line.startsWith('Challenge '))).toHaveLength(1);
    for (const line of lines.filter((shown) => shown.includes('00000000'))) expect(line).toMatch(/^[ A-Za-z]*│ /);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
  });
});

// SPDX-License-Identifier: Apache-2.0
import { access, cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { printed, remark, tell } from './narrator.mjs';
import { signAsPerson } from './person.mjs';

const SHIPPED_SKILL = join(import.meta.dirname, '..', '..', 'examples', '01-embedded', 'skills', 'release-notes');

/**
 * @typedef {object} Skills
 * @property {string} first the skill that is admitted
 * @property {string} task a prompt that it is relevant to
 * @property {string} second the skill that is refused
 * @property {string} secondTask
 */

/** @type {Skills} */
const PUBLIC = {
  first: 'playwright-cli',
  task: 'write a browser test for the login page',
  second: 'codebase-documenter',
  secondTask: 'document this codebase for newcomers',
};
/** @type {Skills} */
const SHIPPED = {
  first: 'release-notes',
  task: 'write the release notes',
  second: 'house-style',
  secondTask: 'follow the house style',
};

/** @param {import('./stage.mjs').Stage} stage @returns {Promise<Skills>} */
export async function setUp(stage) {
  tell(
    'A home, a key, and a list of what may be asked for',
    'The key belongs to a person. The catalog pins, for each skill, the exact bytes: it proposes and has no authority. ' +
      'Here come real, public skills from npm packages.',
  );
  await stage.countersign(['init']);
  await stage.countersign(['keys', 'new', 'demo', '--principal', 'release-manager', '--no-passphrase']);
  if (!(await isOnline(stage))) return await shippedSkills(stage);
  await stage.countersign(['catalog', 'add', 'npm:@playwright/cli@0.1.22', '--trigger', 'browser test']);
  await stage.countersign(['catalog', 'add', 'npm:skillflag@0.2.1']);
  await stage.countersign(['catalog', 'add', 'npm:ai-labs-claude-skills@2.0.1', '--all']);
  const { entries } = await stage.ask(['catalog', 'list']);
  stage.check(entries.length === 29, '29 skills in the catalog: 1 + 1 + 27');
  return PUBLIC;
}

/** @param {import('./stage.mjs').Stage} stage */
async function isOnline(stage) {
  const { exitCode, output } = await stage.attempt(['catalog', 'add', 'npm:skillflag@0.2.1', '--json']);
  if (exitCode === 0) return true;
  const { code } = /** @type {{ code: string }} */ (JSON.parse(output));
  stage.check(
    code === 'source-unreachable' || code === 'source-timeout',
    `the npm registry is reached, or it is not (${code})`,
  );
  return false;
}

/** @param {import('./stage.mjs').Stage} stage */
async function shippedSkills(stage) {
  remark(
    'There is no network here, so the npm packages cannot be had. A skill that the project ships stands in for them.',
  );
  for (const name of [SHIPPED.first, SHIPPED.second]) {
    await cp(SHIPPED_SKILL, join(stage.project, 'skills', name), { recursive: true });
    await stage.countersign([
      'catalog',
      'add',
      `skills/${name}`,
      '--id',
      name,
      '--folder',
      name,
      '--trigger',
      name.replace('-', ' '),
    ]);
  }
  return SHIPPED;
}

/** @param {import('./stage.mjs').Stage} stage @param {Skills} skills @returns {Promise<string>} */
export async function askForBrowserSkill(stage, { first, task }) {
  tell(
    'An agent gets a prompt',
    'The prompt matches a skill. Nothing is installed: a person is asked, once, however often prompts come.',
  );
  await stage.countersign(['reconcile', '--task', task, '--host', 'claude-code'], { exits: 3 });
  const asked = await stage.ask(['reconcile', '--task', 'rename a CSS class', '--host', 'codex'], 3);
  stage.check(asked.challenges.length === 1, 'one challenge for two prompts of two hosts');
  const digest = onlyDigest(asked);

  tell(
    'What the person reads',
    'The screen is made from bytes that were fetched, checked and set aside, out of reach of every agent.',
  );
  const screen = await stage.countersign(['show', digest.slice(0, 8)]);
  stage.check(screen.includes(first) && screen.includes('SKILL.md'), 'the screen names the skill and its files');

  tell('The agent tries to approve it itself', 'It has no terminal and no person. There is no --yes.');
  await stage.countersign(['approve', digest.slice(0, 8)], { exits: 6 });
  stage.check(!(await exists(join(stage.project, '.claude'))), 'nothing reached the agent host');
  return digest;
}

/** @param {import('./stage.mjs').Stage} stage @param {string} digest */
export async function admitWithCrash(stage, digest) {
  tell(
    'The person signs, and the machine dies in the middle of the install',
    'The demo signs with its throw-away key, as `countersign approve` would after asking. The process that installs is ' +
      'killed with SIGKILL after the bytes are in the store and before that is on the record.',
  );
  const assertion = await signAsPerson(stage, digest, 'granted');
  const killed = await stage.killedInstall(assertion, 'install.publishing');
  stage.check(killed.signal === 'SIGKILL', 'the installing process was killed');
  await stage.countersign(['status']);
  const status = await stage.ask(['status']);
  stage.check(status.capabilities[0]?.state === 'claimed', 'the record stands between claim and publish');
  stage.check(!(await exists(join(stage.project, '.claude', 'skills'))), 'nothing half-installed is exposed');

  tell(
    'The next prompt carries on',
    'It is about something else. The decision is on the record, so the install is finished: once.',
  );
  await stage.countersign(['reconcile', '--task', 'rename a CSS class', '--host', 'codex']);
  for (const host of ['.claude', '.agents']) {
    const files = await readdir(join(stage.project, host, 'skills'), { recursive: true, withFileTypes: true });
    const names = files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(stage.project.length + 1));
    printed(names.sort().join('\n'));
    stage.check(
      names.some((name) => name.endsWith('SKILL.md')),
      `the skill is exposed in ${host}/skills`,
    );
  }
  await stage.countersign(['verify', '--full']);
}

/** @param {import('./stage.mjs').Stage} stage @param {Skills} skills */
export async function refuseOne(stage, { second, secondTask }) {
  tell(
    'Another prompt, and this time the person says no',
    'A denial is remembered: the same prompt does not ask again.',
  );
  const asked = await stage.ask(['reconcile', '--task', secondTask], 3);
  stage.check(asked.challenges[0]?.capabilityId === second, `${second} is asked for`);
  const assertion = await signAsPerson(stage, onlyDigest(asked), 'denied');
  await stage.countersign(['submit', assertion]);
  await stage.countersign(['reconcile', '--task', secondTask], { exits: 4 });
  await stage.countersign(['submit', assertion]);
  remark('Sending the same decision again changes nothing: it is answered with what it led to.');
}

/** @param {import('./stage.mjs').Answer} asked */
function onlyDigest({ challenges }) {
  return challenges[0]?.digest ?? '';
}

/** @param {string} path */
async function exists(path) {
  return await access(path).then(
    () => true,
    () => false,
  );
}

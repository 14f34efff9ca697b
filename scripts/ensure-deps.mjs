// SPDX-License-Identifier: Apache-2.0
// Runs before node_modules exists, so it may use Node built-ins only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const lock = readFileSync(new URL('package-lock.json', root));
const wanted = createHash('sha256').update(lock).update(process.version).digest('hex');
const stamp = new URL('node_modules/.deps-stamp', root);
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) process.exit(0);

console.error('[setup] installing dependencies with npm ci; about two minutes the first time');
// better-sqlite3 compiles from source where no prebuilt binary can be had: -O1 halves the time and costs no measured speed.
/** @type {NodeJS.ProcessEnv} */
const env = {
  ...process.env,
  CFLAGS: process.env.CFLAGS ?? '-O1',
  CXXFLAGS: process.env.CXXFLAGS ?? '-O1',
  NODE_ENV: 'development',
};
// `npm test -w x` and the like leak their own options into nested npm calls.
for (const name of Object.keys(env)) {
  if (/^npm_config_(workspaces?|include_workspace_root|omit|prefix|local_prefix)$/i.test(name)) delete env[name];
}
const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--include=dev'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
  env,
  shell: process.platform === 'win32',
});
if (result.status === 0) writeFileSync(stamp, wanted);
process.exit(result.status ?? 1);

// SPDX-License-Identifier: Apache-2.0
// node migrate.mjs FILE MIGRATION...: says "ready", and applies the migrations once it reads a line. The SQL function die()
// kills the process where it stands.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import SqliteDatabase from 'better-sqlite3';
import { migrate } from '../../dist/migrations.js';

const [file = '', ...migrations] = process.argv.slice(2);
const database = new SqliteDatabase(file, { timeout: 30_000 });
database.function('die', () => process.kill(process.pid, 'SIGKILL'));
const lines = createInterface(process.stdin);
process.stdout.write('ready\n');
await once(lines, 'line');
migrate(database, migrations);
lines.close();

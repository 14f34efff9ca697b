// SPDX-License-Identifier: Apache-2.0
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stateLayout } from '@countersign/core';
import SqliteDatabase from 'better-sqlite3';
import { SKILL_FOLDERS, nameOf } from '../fixtures/skills.mjs';
import { DISCOVERY } from '../fixtures/stack.mjs';

/**
 * The least that has to be read to answer for one active skill: four indexed reads of the journal, and one look at each
 * name that is exposed. Nothing is checked, and the event loop waits.
 * @param {import('../fixtures/active-project.mjs').ActiveProject} project
 */
export function openRawLook({ home, workspace }) {
  const database = new SqliteDatabase(stateLayout(home.state).journal, { readonly: true });
  const keys = database.prepare('SELECT key, value FROM keys WHERE key >= ? AND key < ? ORDER BY key');
  const records = database.prepare('SELECT * FROM records WHERE stream = ? ORDER BY revision');
  const stream = `install/${workspace.id}/${nameOf(0)}/1`;
  if (records.all(stream).length === 0) throw new Error('the floor looks for records that are not there');
  const target = join(workspace.root, DISCOVERY, nameOf(0));
  return {
    look() {
      keys.all('policy/installation', 'policy/installation~');
      records.all('policy/installation');
      keys.all(`capability/${workspace.id}/`, `capability/${workspace.id}/~`);
      records.all(stream);
      for (const folder of SKILL_FOLDERS) {
        for (const name of readdirSync(join(target, folder))) lstatSync(join(target, folder, name), { bigint: true });
      }
    },
    close: () => database.close(),
  };
}

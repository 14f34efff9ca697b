// SPDX-License-Identifier: Apache-2.0
import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FsSkillStore } from '@countersign/core';
import { SeededRandomness } from '@countersign/core/testing';
import { killAndWait, nextMessage, startTask } from './child-process.js';
import { everythingIn, newStateFolder } from './state-folder.js';

const KILLS = 20;
/** An instant is so many publishes after the start, and then a little later. */
const MOST_PUBLISHES = 3;
const LONGEST_DELAY_MS = 40;
/** More than one process publishes before it is killed. */
const VARIANTS_APART = 1000;

test('A62 processes killed at random instants leave whole trees, and none that was acknowledged is lost', async () => {
  const random = new SeededRandomness('random kills');
  const folder = await newStateFolder();
  const store = new FsSkillStore({ folder });
  const acknowledged = new Set<string>();
  const whole = new Set<string>();

  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = startTask(folder, 'endless', String(kill * VARIANTS_APART));
    expect(await nextMessage(child)).toBe('ready');
    child.on('message', (digest) => {
      if (typeof digest === 'string') acknowledged.add(digest);
    });
    const [publishes = 0, delayMs = 0] = random.bytes(2);
    for (let done = 0; done < publishes % MOST_PUBLISHES; done += 1) await nextMessage(child);
    await delay(delayMs % LONGEST_DELAY_MS);
    expect(await killAndWait(child)).toBe('SIGKILL');

    const found = new Set<string>();
    for await (const { digest, presence } of store.list()) {
      found.add(digest);
      if (whole.has(digest)) continue;
      expect(await store.verify(digest)).toMatchObject({ kind: 'intact' });
      if (presence === 'staged') await store.publish(digest);
      whole.add(digest);
    }
    expect([...acknowledged].filter((digest) => !found.has(digest))).toEqual([]);
    await store.sweep();
    expect(await everythingIn(join(folder, 'skills', 'incoming'))).toEqual([]);
    expect(await everythingIn(join(folder, 'skills', 'staged'))).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThan(0);
}, 180_000);

// SPDX-License-Identifier: Apache-2.0
import { parseStreamName } from '../../ids.js';
import { addMilliseconds } from '../../instant.js';
import { leavesUnchanged, rejectsWith } from './expectations.js';
import type { StoreCase } from './harness.js';
import { AT, commitOf, event, take, write } from './requests.js';

const guard = (stream: string, expectedRevision: number) => ({ stream: parseStreamName(stream), expectedRevision });

export const guardCases: readonly StoreCase[] = [
  {
    name: 'guard: a stream that moved is refused with revision-conflict and nothing is written',
    async run({ store }) {
      await store.commit(commitOf(write('rules/1', 0, event())));
      const request = commitOf(write('a/1', 0, event({}, take('k'))));
      await leavesUnchanged(store, async () => {
        for (const revision of [0, 2]) {
          const guarded = { ...request, guards: [guard('rules/1', revision)] };
          await rejectsWith('revision-conflict', store.commit(guarded));
        }
        await rejectsWith('revision-conflict', store.commit({ ...request, guards: [guard('rules/2', 1)] }));
      });
    },
  },
  {
    name: 'guard: streams that stand where they were read let the commit through, and are not written to',
    async run({ store }) {
      await store.commit(commitOf(write('rules/1', 0, event())));
      await store.commit({ ...commitOf(write('a/1', 0, event())), guards: [guard('rules/1', 1), guard('rules/2', 0)] });
      await store.commit(commitOf(write('rules/1', 1, event()), write('rules/2', 0, event())));
    },
  },
  {
    name: 'guard: a time before the last record of a stream is refused with clock-went-back and nothing is written',
    async run({ store }) {
      await store.commit(commitOf(write('a/1', 0, event())));
      await leavesUnchanged(store, async () => {
        const earlier = {
          ...commitOf(write('b/1', 0, event()), write('a/1', 1, event())),
          at: addMilliseconds(AT, -1),
        };
        await rejectsWith('clock-went-back', store.commit(earlier));
      });
      await store.commit({ ...commitOf(write('b/1', 0, event())), at: addMilliseconds(AT, -1) });
      await store.commit(commitOf(write('a/1', 1, event())));
    },
  },
];

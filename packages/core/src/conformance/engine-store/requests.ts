// SPDX-License-Identifier: Apache-2.0
import type { JsonObject, JsonValue } from '../../canonical-json.js';
import { parseStreamName } from '../../ids.js';
import { parseInstant } from '../../instant.js';
import type { CommitRequest, StreamWrite } from '../../journal/engine-store.js';
import type { KeyChange, NewEvent } from '../../journal/record.js';
import { randomId, systemRandomness } from '../../randomness.js';

/** The time of the commits of the kit. */
export const AT = parseInstant('2026-08-02T12:30:00.123456789Z');

/** A commit with an id of its own. */
export function commitOf(...writes: readonly StreamWrite[]): CommitRequest {
  return { commitId: randomId(systemRandomness), at: AT, writes };
}

export function write(stream: string, expectedRevision: number, ...events: readonly NewEvent[]): StreamWrite {
  return { stream: parseStreamName(stream), expectedRevision, events };
}

export function event(data: JsonObject = {}, ...keys: readonly KeyChange[]): NewEvent {
  return keys.length === 0 ? { type: 'kit.noted', data } : { type: 'kit.noted', data, keys };
}

export function take(key: string, value: JsonValue = null): KeyChange {
  return { kind: 'take', key, value };
}

export function release(key: string): KeyChange {
  return { kind: 'release', key };
}

/** A commit of one event that takes `keys`, in a stream of its own. */
export function taking(...keys: readonly string[]): CommitRequest {
  return commitOf(write(`kit/${randomId(systemRandomness)}`, 0, event({}, ...keys.map((key) => take(key)))));
}

// SPDX-License-Identifier: Apache-2.0
import { parseInstant, type Instant } from './instant.js';

/** Where time comes from. Core reads it once per operation, after locks are held. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = {
  now: () => parseInstant(new Date().toISOString()),
};

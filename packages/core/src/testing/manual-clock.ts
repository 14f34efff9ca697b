// SPDX-License-Identifier: Apache-2.0
import type { Clock } from '../clock.js';
import { addMilliseconds, parseInstant, type Instant } from '../instant.js';

/** A clock that stands still until told otherwise, and counts how often it was read. */
export class ManualClock implements Clock {
  #now: Instant;
  reads = 0;

  constructor(now = '2026-08-02T12:30:00Z') {
    this.#now = parseInstant(now);
  }

  now(): Instant {
    this.reads += 1;
    return this.#now;
  }

  set(now: string): void {
    this.#now = parseInstant(now);
  }

  advance(milliseconds: number): void {
    this.#now = addMilliseconds(this.#now, milliseconds);
  }
}

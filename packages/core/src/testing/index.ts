// SPDX-License-Identifier: Apache-2.0
export { InjectedFault, failOnceAt, killAt } from './fault-injection.js';
export { ManualClock } from './manual-clock.js';
export { SeededRandomness } from './seeded-randomness.js';

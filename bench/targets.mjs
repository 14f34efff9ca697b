// SPDX-License-Identifier: Apache-2.0

/** @typedef {import('./comparison.mjs').Target} Target */

/** 0.8 of the floor's speed. @type {Target} */
export const NEARLY_THE_FLOOR = { of: 'ratio', atMost: 1.25 };

/** As fast in a large journal as in a small one, but for noise and the depth of an index. @type {Target} */
export const FLAT = { of: 'ratio', atMost: 1.25 };

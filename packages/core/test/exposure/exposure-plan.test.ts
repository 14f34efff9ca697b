// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import type { Inspection } from '@countersign/core';
import { planApply, planRevert, type Owner } from '../../src/exposure/exposure-plan.js';

const ABSENT: Inspection = { kind: 'absent' };
const INTACT: Inspection = { kind: 'intact' };
const DRIFTED: Inspection = { kind: 'drifted', drift: [{ kind: 'changed', path: 'SKILL.md' }] };
const FOREIGN: Inspection = { kind: 'foreign' };

describe('apply', () => {
  test.each([
    [ABSENT, { kind: 'place' }],
    [INTACT, { kind: 'adopt' }],
    [DRIFTED, { kind: 'refuse', code: 'exposure-drifted' }],
    [FOREIGN, { kind: 'refuse', code: 'exposure-conflict' }],
  ])('A28 %j', (found, plan) => {
    expect(planApply(found)).toEqual(plan);
  });
});

describe('revert', () => {
  const table: [Inspection, Owner, string][] = [
    [ABSENT, 'nobody', 'forget'],
    [ABSENT, 'this-digest', 'forget'],
    [ABSENT, 'another-digest', 'leave'],
    [INTACT, 'nobody', 'take-out'],
    [INTACT, 'this-digest', 'take-out'],
    [INTACT, 'another-digest', 'take-out'],
    [DRIFTED, 'this-digest', 'take-out'],
    [DRIFTED, 'another-digest', 'leave'],
    [FOREIGN, 'nobody', 'leave'],
  ];
  test.each(table)('A28 %j owned by %s', (found, owner, kind) => {
    expect(planRevert(found, owner)).toEqual({ kind });
  });
});

// SPDX-License-Identifier: Apache-2.0
import { test } from '@jest/globals';
import { skillStoreConformance } from '@countersign/core/conformance';
import { createFsMedium } from './fs-skill-store-medium.js';

skillStoreConformance({ bytes: 'reachable', createMedium: () => createFsMedium() })(test);

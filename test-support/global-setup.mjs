// SPDX-License-Identifier: Apache-2.0
import checkRequiredBackends from './check-required-backends.mjs';
import { useMemory } from './temporary-folder.mjs';

export default function setUp() {
  checkRequiredBackends();
  useMemory();
}

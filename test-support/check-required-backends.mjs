// SPDX-License-Identifier: Apache-2.0
// jest's globalSetup: a run that requires something unknown ends before its first test.
import { requiredBackends } from './backend-probes.mjs';

export default function checkRequiredBackends() {
  requiredBackends();
}

// SPDX-License-Identifier: Apache-2.0
export { errnoOf, withFileErrors } from './file-error.js';
export { isRunning, processScope } from './process-scope.js';
export { requirePrivateFolder } from './private-folder.js';
export { syncFolder } from './sync-folder.js';
export { writeFileDurably } from './write-file-durably.js';

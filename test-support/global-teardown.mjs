// SPDX-License-Identifier: Apache-2.0
export { freeMemory as default } from './temporary-folder.mjs';

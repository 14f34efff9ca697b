// SPDX-License-Identifier: Apache-2.0
export { SqliteEngineStore, type SqliteEngineStoreOptions } from './sqlite-engine-store.js';
export { sqliteStore } from './module.js';

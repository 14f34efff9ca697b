// SPDX-License-Identifier: Apache-2.0
// What a hook has to do: compose a stack over what lies on the disk, reconcile once, and end.
import { fileCatalog } from '@countersign/core';
import { taskFor } from './fixtures/skills.mjs';
import { composeStack, reconcileAvailable } from './fixtures/stack.mjs';

/** @typedef {{ home: import('./fixtures/stack.mjs').Home, root: string }} Place */

const { home, root } = /** @type {Place} */ (JSON.parse(process.argv[2] ?? ''));
const runtime = composeStack(home, fileCatalog({ file: home.catalogFile }));
await reconcileAvailable(runtime, { scope: 'project', root }, taskFor(0));
await runtime.close();

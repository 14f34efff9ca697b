// SPDX-License-Identifier: Apache-2.0
// Writes docs/errors.md from the built catalogues of core and the command line.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ERROR_DOCS, readErrorDomains, renderErrorDocs } from './checks/error-docs.mjs';

const root = path.dirname(import.meta.dirname);
await writeFile(path.join(root, ERROR_DOCS), renderErrorDocs(await readErrorDomains(root)));

// SPDX-License-Identifier: Apache-2.0
// Writes schema/config.schema.json from the shape that the built command line reads with.
import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { z } from 'zod';
import { configShape } from '../dist/home/config.js';

const text = await format(JSON.stringify(z.toJSONSchema(configShape)), { parser: 'json', printWidth: 120 });
await writeFile(new URL('../schema/config.schema.json', import.meta.url), text);

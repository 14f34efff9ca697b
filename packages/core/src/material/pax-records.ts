// SPDX-License-Identifier: Apache-2.0
import { isUtf8 } from 'node:buffer';
import { CountersignError } from '../errors/index.js';

/** The records of an extended header (POSIX pax) that change what an entry is. */
export interface PaxRecords {
  readonly path?: string;
  readonly linkpath?: string;
  readonly size?: number;
}

/**
 * Reads `<length> <key>=<value>\n` records by their lengths. `tar` splits at newlines instead and skips what does not fit
 * (measured with 7.5): the path would then be the short one of the next header, in silence. Times, owners, comments and
 * vendor keys change nothing here and may hold any bytes.
 * @throws `archive-invalid`; `entry-type` for GNU sparse files; `path-not-unicode`, `path-control-character`
 */
export function readPaxRecords(body: Buffer): PaxRecords {
  const values = new Map<string, string>();
  for (let rest = body; rest.length > 0;) {
    const length = Number(/^[1-9][0-9]{0,6}(?= )/.exec(rest.toString('latin1', 0, 8))?.[0]);
    const record = rest.subarray(0, length);
    const start = record.indexOf(' ') + 1;
    const equals = record.indexOf('=');
    if (record.length !== length || equals <= start || record.at(-1) !== 0x0a) throw invalid();
    const key = record.toString('latin1', start, equals);
    if (key.startsWith('GNU.sparse.')) throw new CountersignError('entry-type');
    if (key === 'path' || key === 'linkpath' || key === 'size') {
      if (values.has(key)) throw invalid();
      values.set(key, readText(record.subarray(equals + 1, -1)));
    }
    rest = rest.subarray(length);
  }
  const size = values.get('size');
  if (size !== undefined && !/^[0-9]{1,15}$/.test(size)) throw invalid();
  return { ...Object.fromEntries(values), ...(size === undefined ? {} : { size: Number(size) }) };
}

/** The whole text, or up to one NUL at its end as GNU long names have it. An empty one would delete the field. */
export function readText(bytes: Buffer): string {
  if (bytes.length === 0) throw invalid();
  if (!isUtf8(bytes)) throw new CountersignError('path-not-unicode');
  if (bytes.includes(0)) throw new CountersignError('path-control-character');
  return bytes.toString('utf8');
}

function invalid(): CountersignError {
  return new CountersignError('archive-invalid', { details: { field: 'extended header' } });
}

// SPDX-License-Identifier: Apache-2.0
import { CountersignError, isCountersignError, requireNotAborted, type ErrorCode } from '@countersign/core';

/** What pacote and the libraries below it throw, by their codes. Everything else means that no answer came. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  E404: 'source-not-found',
  // No version matches, or none is left.
  ETARGET: 'source-not-found',
  ENOVERSIONS: 'source-not-found',
  E401: 'source-forbidden',
  E403: 'source-forbidden',
  EOTP: 'source-forbidden',
  EAUTHIP: 'source-forbidden',
  EINTEGRITY: 'source-integrity',
  EBADSIZE: 'source-integrity',
  ETIMEDOUT: 'source-timeout',
  ECONNECTIONTIMEOUT: 'source-timeout',
  EIDLETIMEOUT: 'source-timeout',
  ERESPONSETIMEOUT: 'source-timeout',
  ETRANSFERTIMEOUT: 'source-timeout',
};

/**
 * Throws a coded error as it is, and a foreign one under one of our codes: its text names hosts and folders, so it survives
 * only as the cause. After an abort the reason of the signal counts, whatever the libraries made of it.
 */
export function throwCoded(thrown: unknown, signal: AbortSignal): never {
  if (isCountersignError(thrown)) throw thrown;
  requireNotAborted(signal);
  throw new CountersignError(codeOf(thrown), { cause: thrown });
}

function codeOf(thrown: unknown): ErrorCode {
  if (typeof thrown !== 'object' || thrown === null) return 'source-unreachable';
  // So does Node wrap an error that was emitted before anyone listened, when it comes from another realm.
  if ('context' in thrown) return codeOf(thrown.context);
  if ('type' in thrown && (thrown.type === 'request-timeout' || thrown.type === 'body-timeout'))
    return 'source-timeout';
  return ('code' in thrown ? CODES[String(thrown.code)] : undefined) ?? 'source-unreachable';
}

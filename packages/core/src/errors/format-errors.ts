// SPDX-License-Identifier: Apache-2.0
/** Wire forms, identifiers and configuration. */
export const FORMAT_ERRORS = {
  'json-invalid': {
    meaning: 'The text is not valid JSON.',
    retryable: false,
    remedy: 'Send UTF-8 JSON as RFC 8259 defines it, with no comments and no byte-order mark.',
  },
  'json-duplicate-key': {
    meaning: 'An object in the JSON names the same key twice.',
    retryable: false,
    remedy: 'Name each key once: readers disagree on which of two values counts.',
  },
  'json-not-canonical': {
    meaning: 'The JSON is not in the canonical form of RFC 8785.',
    retryable: false,
    remedy: 'Serialise it with an RFC 8785 library and send those exact bytes.',
  },
  'json-too-large': {
    meaning: 'The JSON is larger or nested more deeply than allowed.',
    retryable: false,
    remedy: 'Shorten it; the limits stand in docs/formats.',
  },
  'value-not-encodable': {
    meaning: 'A value cannot be encoded: a number that is not finite, or text that is not well-formed Unicode.',
    retryable: false,
    remedy: 'Replace lone surrogates and non-finite numbers before handing the value over.',
  },
  'shape-invalid': {
    meaning: 'A document does not have the documented shape.',
    retryable: false,
    remedy: 'Compare the field named in the details with docs/formats.',
  },
  'instant-invalid': {
    meaning: 'A time is not an RFC 3339 instant.',
    retryable: false,
    remedy: 'Write it as 2026-01-31T09:30:00Z, with any number of fraction digits.',
  },
  'identifier-invalid': {
    meaning: 'An identifier has characters or a length that are not allowed.',
    retryable: false,
    remedy: 'Use the form that docs/formats gives for that identifier.',
  },
  'configuration-invalid': {
    meaning: 'The configuration cannot be used as it stands.',
    retryable: false,
    remedy: 'Mend the field named in the details; the JSON Schema of a configuration file ships with @countersign/cli.',
  },
  'binding-duplicate': {
    meaning: 'Two plugins bind the same token or the same key.',
    retryable: false,
    remedy: 'Remove one of them, or say that it overrides.',
  },
  'binding-missing': {
    meaning: 'No plugin binds a part that the runtime needs.',
    retryable: false,
    remedy: 'List a plugin that provides the part named in the details.',
  },
  'close-failed': {
    meaning: 'One or more parts failed to close; all were tried.',
    retryable: false,
    remedy: 'Look at the causes; the others are closed.',
  },
  aborted: {
    meaning: 'The caller aborted the operation.',
    retryable: true,
    remedy: 'Call again; nothing was left half done.',
  },
  internal: {
    meaning: 'Something failed that Countersign did not expect.',
    retryable: false,
    remedy: 'Run `countersign doctor`, and report the code together with what you did.',
  },
} as const;

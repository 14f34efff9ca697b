// SPDX-License-Identifier: Apache-2.0
/** The EngineStore port, the journal above it, and audit. */
export const JOURNAL_ERRORS = {
  'revision-conflict': {
    meaning: 'Another writer appended to the stream first.',
    retryable: true,
    remedy: 'Read the stream again and decide anew.',
  },
  'claim-taken': {
    meaning: 'A key that the commit takes is taken already.',
    retryable: false,
    remedy: 'Look the key up: what it stands for has been done or is being done.',
  },
  'claim-missing': {
    meaning: 'A key that the commit releases is not taken.',
    retryable: true,
    remedy: 'Read the stream again and decide anew.',
  },
  'commit-id-reused': {
    meaning: 'The commit id belongs to an earlier, different commit.',
    retryable: false,
    remedy: 'Make a new random commit id for every new commit.',
  },
  'event-too-large': {
    meaning: 'An event is larger than the journal takes.',
    retryable: false,
    remedy: 'Use a capability that asks for less: names of executables and tools are part of the record.',
  },
  'fenced-out': {
    meaning: 'The lease was lost to another holder before the commit.',
    retryable: true,
    remedy: 'Acquire the lease again and read what the other holder did.',
  },
  busy: {
    meaning: 'Another process held the lock for longer than the wait allowed.',
    retryable: true,
    remedy: 'Try again; raise the wait where work under the lock is long.',
  },
  unavailable: {
    meaning: 'The journal or the state folder cannot be reached or written.',
    retryable: true,
    remedy: 'Check the disk, the permissions and the connection, then try again.',
  },
  'storage-full': {
    meaning: 'There is no space left to write.',
    retryable: true,
    remedy: 'Free some space and try again; nothing was half written.',
  },
  corrupt: {
    meaning: 'Stored records do not match their digests or their order.',
    retryable: false,
    remedy: 'Run `countersign audit verify`: it names the first bad record. Restore from a backup.',
  },
  closed: {
    meaning: 'The store is closed.',
    retryable: false,
    remedy: 'Open a new one.',
  },
  'store-newer': {
    meaning: 'The store was written by a newer release of Countersign.',
    retryable: false,
    remedy: 'Upgrade Countersign; the store was left untouched.',
  },
  'clock-went-back': {
    meaning: 'The clock stands before a time that is already on the record.',
    retryable: true,
    remedy: 'Set the clock right and try again.',
  },
  'audit-failed': {
    meaning: 'The audit found records that do not verify.',
    retryable: false,
    remedy: 'Look at the first finding; restore from a backup that verifies.',
  },
  'audience-differs': {
    meaning: 'The export or the checkpoint is of another installation.',
    retryable: false,
    remedy: 'Each names its installation as its audience: give those of the one that you mean.',
  },
  'checkpoint-signature-invalid': {
    meaning: 'The checkpoint is not signed by a key that is trusted here.',
    retryable: false,
    remedy: 'Give the public key of whoever signed it.',
  },
  'export-invalid': {
    meaning: 'The file is not a complete Countersign export.',
    retryable: false,
    remedy: 'Export again; the file may have been cut off.',
  },
  'export-unreadable': {
    meaning: 'The export could not be read to its end.',
    retryable: true,
    remedy: 'Check the disk or the connection that it comes from, then try again.',
  },
} as const;

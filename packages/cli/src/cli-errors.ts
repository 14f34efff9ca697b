// SPDX-License-Identifier: Apache-2.0
/** What only the command line refuses or fails at. Everything else has a code of core's catalogue. */
export const CLI_ERRORS = {
  usage: {
    meaning: 'The command line is not one that countersign understands.',
    retryable: false,
    remedy: 'Read the help: `countersign --help`, or `--help` behind the command.',
  },
  interrupted: {
    meaning: 'The command was interrupted before it was done.',
    retryable: true,
    remedy: 'Run it again; nothing was left half done.',
  },
  'terminal-required': {
    meaning: 'A person has to answer at a terminal, and there is none.',
    retryable: false,
    remedy: 'Run the command yourself in a terminal. No option and no variable stands in for it.',
  },
  'not-confirmed': {
    meaning: 'What was typed is not what was asked for; nothing was changed.',
    retryable: false,
    remedy: 'Read the screen again, and type exactly what it asks for if you agree.',
  },
  'not-initialised': {
    meaning: 'Countersign has no home on this machine yet.',
    retryable: false,
    remedy: 'Run `countersign init`.',
  },
  'home-unsafe': {
    meaning: 'A file or folder of the Countersign home is a link, belongs to somebody else, or is open to others.',
    retryable: false,
    remedy: 'Give it to yourself alone: folders mode 0700, files mode 0600. `countersign doctor` names it.',
  },
  'key-exists': {
    meaning: 'There is a private key of that name already.',
    retryable: false,
    remedy: 'Choose another name; a key is never overwritten.',
  },
  'key-missing': {
    meaning: 'There is no private key to sign with, or none of that name.',
    retryable: false,
    remedy: 'List them with `countersign keys list`, or make one with `countersign keys new`.',
  },
  'key-ambiguous': {
    meaning: 'There are several private keys, and none was named.',
    retryable: false,
    remedy: 'Name one with `--key`.',
  },
  'key-name-invalid': {
    meaning: 'A key name has characters or a length that are not allowed.',
    retryable: false,
    remedy: 'Use 1 to 64 lower-case letters, digits, `-` and `_`, a letter or digit first.',
  },
  'key-untrusted': {
    meaning: 'The key is not among the approvers of this installation.',
    retryable: false,
    remedy: 'Trust its public key at a terminal with `countersign keys trust`.',
  },
  'key-trusted': {
    meaning: 'That public key is trusted already, as the key of somebody else.',
    retryable: false,
    remedy: 'Look at `countersign keys list`: a key stands for one person, and old decisions name that person.',
  },
  'key-unnamed': {
    meaning: 'The public key file does not say whose key it is.',
    retryable: false,
    remedy: 'Write the name of the person behind the key, as in `ssh-ed25519 AAAA... release-manager`.',
  },
  'passphrase-wrong': {
    meaning: 'The passphrase does not open the key.',
    retryable: false,
    remedy: 'Run the command again and type the passphrase of that key.',
  },
  'reference-unclear': {
    meaning: 'The reference is neither `npm:<package>`, nor a folder, nor a .tgz or .tar file.',
    retryable: false,
    remedy: 'Check the spelling, and that the folder or file exists.',
  },
  'outside-catalog': {
    meaning: 'The folder or file does not lie below the folder of the catalog, so no other machine could find it.',
    retryable: false,
    remedy: 'Move it below the folder that holds countersign.catalog.json.',
  },
  'several-skills': {
    meaning: 'There are several skills inside, and none was named.',
    retryable: false,
    remedy: 'Name one of those in the details with `--path`, or add all of them with `--all`.',
  },
  'id-taken': {
    meaning: 'The catalog has another capability with that id.',
    retryable: false,
    remedy: 'Give this one another id with `--id`; naming the same id with `--id` replaces what is there.',
  },
  'file-unreadable': {
    meaning: 'A file named on the command line cannot be read.',
    retryable: false,
    remedy: 'Check that the file exists, is a regular file, and may be read.',
  },
  'file-unwritable': {
    meaning: 'A file cannot be written.',
    retryable: false,
    remedy: 'Check the folder, its permissions and the space left; a file given with `--out` must not exist yet.',
  },
} as const;

export type CliErrorCode = keyof typeof CLI_ERRORS;

// SPDX-License-Identifier: Apache-2.0
/** Fetching, unpacking and checking the bytes of a capability. Nothing is published when one of these is thrown. */
export const MATERIAL_ERRORS = {
  'source-unknown': {
    meaning: 'No material source is installed for that scheme.',
    retryable: false,
    remedy: 'List the plugin that provides the scheme named in the details.',
  },
  'source-reference-invalid': {
    meaning: 'The material reference lacks a field or has one that the source refuses.',
    retryable: false,
    remedy: 'Compare the reference with the README of that source.',
  },
  'source-not-found': {
    meaning: 'The source does not have what the reference names.',
    retryable: false,
    remedy: 'Check name, version and path.',
  },
  'source-unreachable': {
    meaning: 'The source did not answer.',
    retryable: true,
    remedy: 'Check the network and try again.',
  },
  'source-forbidden': {
    meaning: 'The source refused access.',
    retryable: false,
    remedy: 'Log in to the source as its README says, then try again.',
  },
  'source-timeout': {
    meaning: 'The source was slower than allowed.',
    retryable: true,
    remedy: 'Try again, or allow more time.',
  },
  'source-integrity': {
    meaning: 'The fetched package does not match its recorded integrity.',
    retryable: false,
    remedy: 'Do not use it. Compare the release with its publisher.',
  },
  'source-unpinned': {
    meaning: 'The source records no digest that a release could be pinned by.',
    retryable: false,
    remedy: 'Choose a release that was published with a SHA-512 integrity.',
  },
  'material-too-large': {
    meaning: 'The material has more bytes than allowed.',
    retryable: false,
    remedy: 'Raise the limit knowingly, or choose a smaller capability.',
  },
  'material-too-many-files': {
    meaning: 'The material has more files than allowed.',
    retryable: false,
    remedy: 'Raise the limit knowingly, or choose a smaller capability.',
  },
  'material-empty': {
    meaning: 'The material has no files at the place that the reference names.',
    retryable: false,
    remedy: 'Check the path inside the package.',
  },
  'material-size-mismatch': {
    meaning: 'A file is longer or shorter than announced.',
    retryable: true,
    remedy: 'Fetch again; the transfer may have been cut off.',
  },
  'material-digest-mismatch': {
    meaning: 'The bytes are not the ones that the catalog pins.',
    retryable: false,
    remedy: 'Do not use them. If the release changed on purpose, pin it anew with `countersign catalog add`.',
  },
  'archive-invalid': {
    meaning: 'The archive has a header that is not valid.',
    retryable: false,
    remedy: 'Pack it again with a standard tar.',
  },
  'archive-checksum': {
    meaning: 'A header of the archive does not match its checksum.',
    retryable: false,
    remedy: 'Fetch again; if it persists the archive is damaged or forged.',
  },
  'archive-compression': {
    meaning: 'The compressed data is damaged or not gzip.',
    retryable: false,
    remedy: 'Fetch again; if it persists the archive is damaged or forged.',
  },
  'archive-truncated': {
    meaning: 'The archive ends too early.',
    retryable: true,
    remedy: 'Fetch again; the transfer may have been cut off.',
  },
  'archive-trailing-garbage': {
    meaning: 'There are bytes behind the end of the archive.',
    retryable: false,
    remedy: 'Pack it again with a standard tar.',
  },
  'archive-ratio': {
    meaning: 'The archive expands more than allowed for its size.',
    retryable: false,
    remedy: 'Do not use it: this is how a decompression bomb looks.',
  },
  'entry-link': {
    meaning: 'The material holds a symbolic or hard link.',
    retryable: false,
    remedy: 'Replace links by the files they point to: a link can lead out of the skill.',
  },
  'entry-device': {
    meaning: 'The material holds a device, a pipe or a socket.',
    retryable: false,
    remedy: 'Only regular files and folders are allowed.',
  },
  'entry-type': {
    meaning: 'The material holds an entry of a kind that is not known.',
    retryable: false,
    remedy: 'Only regular files and folders are allowed.',
  },
  'entry-setuid': {
    meaning: 'A file carries a set-user-id, set-group-id or sticky bit.',
    retryable: false,
    remedy: 'Pack it again without special mode bits.',
  },
  'entry-duplicate': {
    meaning: 'Two entries have the same path.',
    retryable: false,
    remedy: 'Pack it again with each path once.',
  },
  'path-empty': {
    meaning: 'A path is empty or has an empty component.',
    retryable: false,
    remedy: 'Rename the file.',
  },
  'path-absolute': {
    meaning: 'A path is absolute.',
    retryable: false,
    remedy: 'Pack it again with relative paths.',
  },
  'path-traversal': {
    meaning: 'A path has a `.` or `..` component.',
    retryable: false,
    remedy: 'Pack it again with plain relative paths.',
  },
  'path-windows': {
    meaning: 'A path has a backslash, a drive letter or a stream name.',
    retryable: false,
    remedy: 'Rename the file with `/` between folders and no `\\` or `:`.',
  },
  'path-control-character': {
    meaning: 'A path has a control character or NUL.',
    retryable: false,
    remedy: 'Rename the file.',
  },
  'path-hidden-character': {
    meaning: 'A path has an invisible or direction-changing character.',
    retryable: false,
    remedy: 'Rename the file: such characters make a name look like another.',
  },
  'path-not-unicode': {
    meaning: 'A path is not valid UTF-8.',
    retryable: false,
    remedy: 'Rename the file.',
  },
  'path-not-normalised': {
    meaning: 'A path is not in Unicode normalisation form C.',
    retryable: false,
    remedy: 'Rename the file to its NFC form.',
  },
  'path-too-long': {
    meaning: 'A path or one of its components is longer than allowed.',
    retryable: false,
    remedy: 'Shorten the name.',
  },
  'path-too-deep': {
    meaning: 'A path has more folders than allowed.',
    retryable: false,
    remedy: 'Flatten the tree.',
  },
  'path-reserved': {
    meaning: 'A path has a name or character that Windows reserves, or a name that ends in a dot or a space.',
    retryable: false,
    remedy: 'Rename the file.',
  },
  'path-collision': {
    meaning: 'Two paths are the same on a file system that ignores case.',
    retryable: false,
    remedy: 'Rename one of them.',
  },
  'path-file-and-folder': {
    meaning: 'A path is used as a file and as a folder.',
    retryable: false,
    remedy: 'Rename one of them.',
  },
  'skill-file-missing': {
    meaning: 'The material has no SKILL.md at its root.',
    retryable: false,
    remedy: 'Name the folder that holds SKILL.md.',
  },
  'grants-too-large': {
    meaning: 'The skill asks for more tools, hooks and executables than a person can be shown.',
    retryable: false,
    remedy: 'Choose a skill that asks for less, or split it; the limit stands in docs/formats/skill-report.md.',
  },
} as const;

// SPDX-License-Identifier: Apache-2.0
/** Reconcile, the skill store, exposure and the workspace. */
export const INSTALL_ERRORS = {
  'install-illegal-transition': {
    meaning: 'The install is not in a state that allows this step.',
    retryable: true,
    remedy: 'Look at `countersign status`; another process may have carried it forward.',
  },
  'install-indeterminate': {
    meaning: 'The journal did not answer, so it is not known whether the step was recorded.',
    retryable: true,
    remedy: 'Call again: the step is looked up before anything is repeated.',
  },
  'capability-unknown': {
    meaning: 'The catalog has no such capability.',
    retryable: false,
    remedy: 'List the catalog with `countersign catalog list`.',
  },
  'capability-duplicate': {
    meaning: 'The catalog names a capability or a skill folder twice.',
    retryable: false,
    remedy: 'Give each capability an id and a folder of its own.',
  },
  'host-unknown': {
    meaning: 'No adapter is installed for that agent host.',
    retryable: false,
    remedy: 'Name a host that the configuration lists.',
  },
  'store-bytes-missing': {
    meaning: 'The skill store does not hold those bytes.',
    retryable: true,
    remedy: 'Call reconcile: it fetches and checks them again.',
  },
  'store-bytes-altered': {
    meaning: 'Bytes in the skill store no longer match their digest; they were put in quarantine.',
    retryable: true,
    remedy: 'Call reconcile: it fetches and checks them again.',
  },
  'exposure-conflict': {
    meaning: 'The host already has a skill folder of that name that Countersign did not write.',
    retryable: false,
    remedy: 'Rename or remove that folder, or give the capability another folder name.',
  },
  'exposure-drifted': {
    meaning: 'The exposed skill is not what was agreed to: files were changed, added or removed.',
    retryable: false,
    remedy:
      'See what changed with `countersign verify --full`; `countersign repair` keeps the edits aside and restores the agreed bytes.',
  },
  'exposure-unsafe': {
    meaning: 'The discovery folder of the host is a link or is not a folder.',
    retryable: false,
    remedy: 'Make it a real folder: a link would lead the skill elsewhere.',
  },
  'exposure-failed': {
    meaning: 'The skill could not be put where the host looks for it.',
    retryable: true,
    remedy: 'Check permissions and space in the workspace, then call reconcile again.',
  },
  'workspace-missing': {
    meaning: 'The workspace folder does not exist or is not a folder.',
    retryable: false,
    remedy: 'Give the path of an existing folder.',
  },
  'workspace-unsafe': {
    meaning: 'The mark that ties the workspace to its identity is a link, or cannot be read or written.',
    retryable: false,
    remedy: 'Remove the `.countersign` entry in the workspace; consent is then asked anew.',
  },
  'state-unsafe': {
    meaning: 'The state folder is a link, belongs to somebody else, or can be written by others.',
    retryable: false,
    remedy: 'Give the folder to yourself alone (mode 0700), or choose another.',
  },
} as const;

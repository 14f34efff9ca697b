// SPDX-License-Identifier: Apache-2.0
import { randomId, systemRandomness } from '@countersign/core';
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { findConfig, parseHosts, writeConfig, type Config } from '../home/config.js';

const DEFAULT_HOSTS: Config['hosts'] = ['claude-code', 'codex'];

export interface InitOptions {
  readonly hosts?: string;
}

/** Makes the home. Running it again keeps the audience, and changes the hosts where some are named. */
export async function init({ home }: CommandContext, options: InitOptions): Promise<CommandResult> {
  const present = await findConfig(home);
  const config: Config = {
    schema: 'countersign/config/v1',
    audience: present?.audience ?? `installation-${randomId(systemRandomness)}`,
    hosts: options.hosts === undefined ? (present?.hosts ?? DEFAULT_HOSTS) : parseHosts(options.hosts),
  };
  await writeConfig(home, config);
  const { audience, hosts } = config;
  return {
    document: {
      schema: 'countersign/init/v1',
      created: present === undefined,
      home: home.folder,
      audience,
      hosts,
    },
    text: [
      `${present === undefined ? 'Made' : 'Kept'} the Countersign home at ${home.folder}`,
      `Agent hosts: ${hosts.join(', ')}`,
      ...(present === undefined ? ['Next: countersign keys new <name> --principal <person>'] : []),
    ].join('\n'),
    exitCode: EXIT.done,
  };
}

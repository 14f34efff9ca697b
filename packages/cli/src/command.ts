// SPDX-License-Identifier: Apache-2.0
import type { Readable } from 'node:stream';
import type { Dialogue } from './dialogue.js';
import type { ExitCode } from './exit-codes.js';
import type { WorkspacePlace } from './find-workspace.js';
import type { Home } from './home/home.js';
import type { Progress } from './progress.js';
import type { Style } from './screen/style.js';

/** What a command sees of the world. */
export interface CommandContext {
  readonly home: Home;
  readonly place: WorkspacePlace;
  /** Where relative paths on the command line start. */
  readonly cwd: string;
  /** Fires when the person wants to stop. */
  readonly signal: AbortSignal;
  /** Of standard output. */
  readonly style: Style;
  readonly stdin: Readable;
  readonly dialogue: Dialogue;
  readonly progress: Progress;
  /** A line on standard error. */
  readonly warn: (text: string) => void;
  /** Bytes on standard output, for the one command whose result is no document. */
  readonly write: (text: string) => Promise<void>;
}

/** What a command came to. */
export interface CommandResult {
  /** The one document that `--json` prints. */
  readonly document: { readonly schema: `countersign/${string}/v1`; readonly [field: string]: unknown };
  /** What people read; undefined when the command wrote its result itself. */
  readonly text: string | undefined;
  readonly exitCode: ExitCode;
}

export type Command<Options> = (context: CommandContext, options: Options) => Promise<CommandResult>;

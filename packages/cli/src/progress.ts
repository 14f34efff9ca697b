// SPDX-License-Identifier: Apache-2.0
import type { WriteStream } from 'node:tty';

/** Runs work that may take long, and says so meanwhile. */
export type Progress = <T>(text: string, work: () => Promise<T>) => Promise<T>;

/** Quick work shows nothing. */
const DELAY_MS = 400;

/** A spinner on a terminal, and nothing elsewhere. */
export function progressOn(stream: WriteStream): Progress {
  if (!stream.isTTY) return (_text, work) => work();
  return async (text, work) => {
    let stop = () => {};
    const timer = setTimeout(() => {
      void import('ora').then(({ default: ora }) => {
        if (stop === ended) return;
        const spinner = ora({ text, stream, discardStdin: false, hideCursor: false }).start();
        stop = () => void spinner.stop();
      });
    }, DELAY_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      stop();
      stop = ended;
    }
  };
}

function ended(): void {}

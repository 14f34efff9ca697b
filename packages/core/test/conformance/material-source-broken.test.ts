// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from '@jest/globals';
import { CountersignError, type MaterialEntry, type MaterialReference, type OpenOptions } from '@countersign/core';
import { failedCases, materialSourceConformance, type SampleFile } from '@countersign/core/conformance';
import { SECRET, ShelfSource, shelfHarness } from './material-source-reference.js';

const CASES = {
  scheme: 'the scheme is well-formed and that of its references',
  files: 'A60 every file arrives with its path, mode and bytes, and nothing else',
  paths: 'A61 paths are relative and safe as the source gives them',
  twice: 'A60 opening twice gives the same bytes',
  missing: 'what is not there is source-not-found',
  fields: 'a missing, wrong or unknown field is source-reference-invalid',
  maxBytes: 'A60 more than maxBytes is refused, and no byte beyond it is delivered',
  abortBefore: 'A60 nothing is opened once the signal has fired',
  abortDuring: 'A60 a signal that fires between two reads ends them with aborted',
  leaving: 'leaving early releases everything',
  released: 'reading to the end, or to an error, releases everything',
} as const;

describe('a right source passes every case', () => {
  materialSourceConformance(shelfHarness(() => new ShelfSource()))(test);
});

class ShoutsItsScheme extends ShelfSource {
  override readonly scheme = 'Shelf';
  override requireFields(reference: MaterialReference): void {
    super.requireFields({ ...reference, scheme: this.scheme });
  }
}

class LosesModes extends ShelfSource {
  override announce(file: SampleFile): Omit<MaterialEntry, 'body'> {
    return { ...super.announce(file), executable: false };
  }
}

class DecodesText extends ShelfSource {
  override announce(file: SampleFile): Omit<MaterialEntry, 'body'> {
    return super.announce({ ...file, content: Buffer.from(Buffer.from(file.content).toString('utf8')) });
  }
  override body(file: SampleFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    return super.body({ ...file, content: Buffer.from(Buffer.from(file.content).toString('utf8')) }, signal);
  }
}

class LeavesOutDotfiles extends ShelfSource {
  override entries(files: readonly SampleFile[], options: OpenOptions): AsyncGenerator<MaterialEntry> {
    return super.entries(
      files.filter(({ path }) => !path.startsWith('.')),
      options,
    );
  }
}

class GivesAbsolutePaths extends ShelfSource {
  override announce(file: SampleFile): Omit<MaterialEntry, 'body'> {
    return { ...super.announce(file), path: `/${file.path}` };
  }
}

class ChangesOverTime extends ShelfSource {
  #opens = 0;
  override async *entries(files: readonly SampleFile[], options: OpenOptions): AsyncGenerator<MaterialEntry> {
    this.#opens += 1;
    yield* super.entries(this.#opens === 1 ? files : files.slice(1), options);
  }
}

class ThrowsForeignErrors extends ShelfSource {
  override notFound(): never {
    throw new Error(`ENOENT: no such file or directory, open '${SECRET}'`);
  }
}

class TellsItsPlace extends ShelfSource {
  override notFound(): never {
    throw new CountersignError('source-not-found', { details: { place: SECRET } });
  }
}

class IgnoresUnknownFields extends ShelfSource {
  override requireFields({ scheme, name = '' }: MaterialReference): void {
    super.requireFields({ scheme, name });
  }
}

class IgnoresMaxBytes extends ShelfSource {
  override requireWithin(): void {}
}

class CountsAfterDelivery extends ShelfSource {
  override async *entries(files: readonly SampleFile[], options: OpenOptions): AsyncGenerator<MaterialEntry> {
    yield* super.entries(files.slice(0, 1), { ...options, maxBytes: Infinity });
    if (files.length > 1) yield* super.entries(files, options);
  }
}

class IgnoresTheSignal extends ShelfSource {
  override requireNotAborted(): void {}
}

class LooksAtTheSignalOnce extends ShelfSource {
  override entries(files: readonly SampleFile[], { maxBytes }: OpenOptions): AsyncGenerator<MaterialEntry> {
    return super.entries(files, { maxBytes, signal: new AbortController().signal });
  }
}

class NeverCloses extends ShelfSource {
  override closed(): void {}
}

class ClosesOnlyAtTheEnd extends ShelfSource {
  override async *body({ content }: SampleFile): AsyncGenerator<Uint8Array> {
    this.opened += 1;
    yield content;
    this.opened -= 1;
  }
}

const BROKEN: readonly (readonly [new () => ShelfSource, readonly string[]])[] = [
  [ShoutsItsScheme, [CASES.scheme, CASES.files, CASES.twice]],
  [LosesModes, [CASES.files]],
  [DecodesText, [CASES.files, CASES.maxBytes]],
  [LeavesOutDotfiles, [CASES.files]],
  [GivesAbsolutePaths, [CASES.files, CASES.paths, CASES.twice]],
  [ChangesOverTime, [CASES.twice, CASES.maxBytes]],
  [ThrowsForeignErrors, [CASES.missing]],
  [TellsItsPlace, [CASES.missing]],
  [IgnoresUnknownFields, [CASES.fields]],
  [IgnoresMaxBytes, [CASES.maxBytes]],
  [CountsAfterDelivery, [CASES.files, CASES.twice, CASES.maxBytes]],
  [IgnoresTheSignal, [CASES.abortBefore, CASES.abortDuring]],
  [LooksAtTheSignalOnce, [CASES.abortDuring]],
  [NeverCloses, [CASES.abortDuring, CASES.leaving, CASES.released]],
  [ClosesOnlyAtTheEnd, [CASES.leaving]],
];

describe('a broken source fails the cases that name its fault', () => {
  test.each(BROKEN.map(([Source, names]) => [Source.name, Source, names] as const))(
    '%s',
    async (_name, Source, names) => {
      const failed = await failedCases(materialSourceConformance(shelfHarness(() => new Source())));
      expect(failed.map(({ name }) => name)).toEqual(names);
    },
  );
});

// SPDX-License-Identifier: Apache-2.0
import type { MaterialReference, MaterialSource } from '../../material/material-source.js';

/** One file that a source is to deliver. */
export interface SampleFile {
  readonly path: string;
  readonly executable: boolean;
  readonly content: Uint8Array;
}

/** A source with something to fetch from: a folder, a server on this machine. Each case gets a new one. */
export interface MaterialSourceBench {
  readonly source: MaterialSource;
  /** Puts exactly these files where the source can fetch them. @returns the reference that names them */
  provide(files: readonly SampleFile[]): Promise<MaterialReference>;
  /** Well-formed references to what is not there; at least one. */
  readonly missing: readonly MaterialReference[];
  /** References that lack a field or have a wrong one; at least one. */
  readonly invalid: readonly MaterialReference[];
  /** Texts of this machine, such as a folder or a host with its port, that no error may hold; at least one. */
  readonly secrets: readonly string[];
  /** How many files and connections the source holds open at this moment. */
  openResources(): Promise<number>;
  /** Removes all of it. */
  remove(): Promise<void>;
}

export interface MaterialSourceHarness {
  createBench(): Promise<MaterialSourceBench>;
}

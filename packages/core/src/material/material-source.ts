// SPDX-License-Identifier: Apache-2.0

/**
 * Where a capability's bytes come from: `scheme` chooses the source, the other fields are the source's own, all strings.
 * It is kept in the catalog and in the journal, so it must not hold secrets.
 */
export interface MaterialReference {
  readonly scheme: string;
  readonly [field: string]: string;
}

/** One file as a source delivers it. Nothing about it is trusted yet. */
export interface MaterialEntry {
  /** As the source names it; core checks it. */
  readonly path: string;
  readonly executable: boolean;
  /** What the source announces; the bytes must be as many. */
  readonly size: number;
  /** Consumed once, before the next entry is asked for. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** What a source hands over: a tar archive (gzip or plain) to be unpacked by core, or files it walked itself. */
export type Material =
  | {
      readonly kind: 'archive';
      readonly bytes: AsyncIterable<Uint8Array>;
      /** Folder inside the archive that holds the capability, without slashes at the ends; '' for the whole archive. */
      readonly root: string;
    }
  | { readonly kind: 'tree'; readonly entries: AsyncIterable<MaterialEntry> };

export interface OpenOptions {
  /** The source stops as soon as it knows of more. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * The port for fetching. A source fetches and nothing else: core checks every byte, and a source never chooses a path on
 * disk. Opening twice is allowed and must give the same bytes or an error.
 */
export interface MaterialSource {
  /** Lower-case letters, digits and `-`; unique in a runtime. */
  readonly scheme: string;

  /**
   * Opens the material. Errors may also come while its bytes are read. A field that the source does not know is refused: if
   * misspelt and ignored, it could be the one that pins the bytes.
   * @throws `source-reference-invalid`, `source-not-found`, `source-unreachable`, `source-timeout`, `source-integrity`,
   *   `material-too-large`, `entry-link`, `entry-device`, `aborted`. No error holds a path of the machine.
   */
  open(reference: MaterialReference, options: OpenOptions): Promise<Material>;
}

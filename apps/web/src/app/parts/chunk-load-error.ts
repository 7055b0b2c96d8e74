/** A part of the program could not be loaded, twice. */
export class ChunkLoadError extends Error {
  override readonly name: string = 'ChunkLoadError';
  /** The server has another release than the one that this page was loaded from: only loading the page anew helps. */
  readonly isNewRelease: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isNewRelease: boolean }) {
    super(message, options);
    this.isNewRelease = options.isNewRelease;
  }
}

/** The same of a part's styles. */
export class StyleChunkLoadError extends ChunkLoadError {
  override readonly name = 'StyleChunkLoadError';
}

/** A stored chunk that cannot be read: damaged, or written by a newer version of the program. */
export class ChunkError extends Error {
  /** What was being read. */
  readonly field: string;
  /** Byte offset inside the section (after inflating). */
  readonly offset: number;

  constructor(field: string, offset: number, message: string, cause?: unknown) {
    super(`chunk: ${field} at byte ${offset}: ${message}`, { cause });
    this.name = 'ChunkError';
    this.field = field;
    this.offset = offset;
  }
}

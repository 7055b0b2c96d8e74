/** A stretch of a file, in octets. */
export interface FileRange {
  readonly offset: number;
  readonly length: number;
}

/** So many stretches may be told in one answer (table 4-25: one octet of count). */
const MAX_TOLD = 255;
/** A file in more pieces than this is somebody's attempt to fill the memory. */
const MAX_KEPT = 4096;

/** Which octets of a file have come. Ends are exclusive; stretches are kept sorted, apart from each other and not empty. */
export class FileRanges {
  private starts: number[] = [];
  private ends: number[] = [];

  /** Notes octets; false, and nothing noted, when there would be more stretches than are kept. */
  add(offset: number, length: number): boolean {
    if (length <= 0) return true;
    let start = offset;
    let end = offset + length;
    let first = this.starts.length;
    // nearly always behind everything that has come
    while (first > 0 && this.ends[first - 1]! >= start) first--;
    let last = first;
    while (last < this.starts.length && this.starts[last]! <= end) {
      start = Math.min(start, this.starts[last]!);
      end = Math.max(end, this.ends[last]!);
      last++;
    }
    if (first === last && this.starts.length >= MAX_KEPT) return false;
    this.starts.splice(first, last - first, start);
    this.ends.splice(first, last - first, end);
    return true;
  }

  /** What is missing of a file of `sizeBytes`, the first 255 stretches. */
  missing(sizeBytes: number): readonly FileRange[] {
    const out: FileRange[] = [];
    let at = 0;
    for (let i = 0; i <= this.starts.length && out.length < MAX_TOLD; i++) {
      const start = Math.min(this.starts[i] ?? sizeBytes, sizeBytes);
      if (start > at) out.push({ offset: at, length: start - at });
      at = Math.max(at, this.ends[i] ?? sizeBytes);
    }
    return out;
  }

  /** Octets that have come. */
  get received(): number {
    return this.starts.reduce((sum, start, i) => sum + this.ends[i]! - start, 0);
  }

  /** Where the last octet ends that has come; 0 before any has. */
  get end(): number {
    return this.ends.at(-1) ?? 0;
  }
}

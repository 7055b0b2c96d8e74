import { comparePositions, PositionFlag, type Position } from '@sightline/domain';
import { isValid, typeOf, type ChunkColumns } from './codec/chunk.ts';
import type { PositionColumns } from './types.ts';

const keyOf = (fixTimeMs: number, sequence: number): string => `${fixTimeMs}/${sequence}`;

/** Sorted, each identity once: a position may come from its row and from its chunk while it is being sealed. */
export function uniquePositions(positions: Position[]): Position[] {
  positions.sort(comparePositions);
  let kept = 0;
  for (const position of positions) {
    const last = positions[kept - 1];
    if (kept > 0 && last && comparePositions(last, position) === 0) continue;
    positions[kept++] = position;
  }
  positions.length = kept;
  return positions;
}

export interface MarkKey {
  readonly fixTimeMs: number;
  readonly sequence: number;
}

/** Lays the marks over the flags. */
export function withMarks(positions: Position[], marks: readonly MarkKey[]): Position[] {
  if (marks.length === 0) return positions;
  const jumps = new Set(marks.map((m) => keyOf(m.fixTimeMs, m.sequence)));
  return positions.map((p) => (jumps.has(keyOf(p.fixTimeMs, p.sequence)) ? { ...p, flags: p.flags | PositionFlag.jump } : p));
}

/** Columns of one origin; any of the two widths of numbers. */
interface Source {
  readonly count: number;
  readonly fixTimeMs: Float64Array;
  readonly sequence: Int32Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly speedKph: Float64Array | Float32Array;
  readonly course: Float64Array | Float32Array;
  readonly altitudeM: Float64Array | Float32Array;
  readonly type: Uint8Array;
  readonly flags: Uint8Array;
  readonly valid: Uint8Array;
}

/** The columns of a chunk. */
export const chunkSource = (columns: ChunkColumns): Source => ({
  ...columns,
  type: columns.traits.map(typeOf),
  valid: columns.traits.map((traits) => (isValid(traits) ? 1 : 0)),
  flags: Uint8Array.from(columns.flags),
});

/** Columns of several sources joined, cut to the span, sorted, each identity once, marks laid over. */
export function joinColumns(sources: readonly Source[], fromMs: number, toMs: number, marks: readonly MarkKey[]): PositionColumns {
  const total = sources.reduce((n, s) => n + s.count, 0);
  const out = allocate(total);
  let n = 0;
  let sorted = true;
  for (const source of sources) {
    for (let i = 0; i < source.count; i++) {
      const ms = source.fixTimeMs[i]!;
      if (ms < fromMs || ms >= toMs) continue;
      const sequence = source.sequence[i]!;
      if (n > 0 && (ms < out.fixTimeMs[n - 1]! || (ms === out.fixTimeMs[n - 1]! && sequence <= out.sequence[n - 1]!))) sorted = false;
      copyRow(source, i, out, n++);
    }
  }
  const ordered = sorted ? cut(out, n) : reorder(out, n);
  if (marks.length > 0) {
    const jumps = new Set(marks.map((m) => keyOf(m.fixTimeMs, m.sequence)));
    for (let i = 0; i < ordered.count; i++)
      if (jumps.has(keyOf(ordered.fixTimeMs[i]!, ordered.sequence[i]!))) ordered.flags[i]! |= PositionFlag.jump;
  }
  return ordered;
}

interface MutableColumns {
  fixTimeMs: Float64Array;
  sequence: Int32Array;
  lat: Float64Array;
  lon: Float64Array;
  speedKph: Float32Array;
  course: Float32Array;
  altitudeM: Float32Array;
  type: Uint8Array;
  flags: Uint8Array;
  valid: Uint8Array;
}

const allocate = (n: number): MutableColumns => ({
  fixTimeMs: new Float64Array(n),
  sequence: new Int32Array(n),
  lat: new Float64Array(n),
  lon: new Float64Array(n),
  speedKph: new Float32Array(n),
  course: new Float32Array(n),
  altitudeM: new Float32Array(n),
  type: new Uint8Array(n),
  flags: new Uint8Array(n),
  valid: new Uint8Array(n),
});

function copyRow(from: Source | MutableColumns, i: number, to: MutableColumns, at: number): void {
  to.fixTimeMs[at] = from.fixTimeMs[i]!;
  to.sequence[at] = from.sequence[i]!;
  to.lat[at] = from.lat[i]!;
  to.lon[at] = from.lon[i]!;
  to.speedKph[at] = from.speedKph[i]!;
  to.course[at] = from.course[i]!;
  to.altitudeM[at] = from.altitudeM[i]!;
  to.type[at] = from.type[i]!;
  to.flags[at] = from.flags[i]!;
  to.valid[at] = from.valid[i]!;
}

const cut = (c: MutableColumns, n: number): PositionColumns => ({
  count: n,
  fixTimeMs: c.fixTimeMs.subarray(0, n),
  sequence: c.sequence.subarray(0, n),
  lat: c.lat.subarray(0, n),
  lon: c.lon.subarray(0, n),
  speedKph: c.speedKph.subarray(0, n),
  course: c.course.subarray(0, n),
  altitudeM: c.altitudeM.subarray(0, n),
  type: c.type.subarray(0, n),
  flags: c.flags.subarray(0, n),
  valid: c.valid.subarray(0, n),
});

/** Late data and repeats: order by an index, then copy each identity once. */
function reorder(columns: MutableColumns, n: number): PositionColumns {
  const index = Uint32Array.from({ length: n }, (_, i) => i);
  index.sort((a, b) => columns.fixTimeMs[a]! - columns.fixTimeMs[b]! || columns.sequence[a]! - columns.sequence[b]! || a - b);
  const out = allocate(n);
  let kept = 0;
  for (const i of index) {
    if (kept > 0 && out.fixTimeMs[kept - 1] === columns.fixTimeMs[i] && out.sequence[kept - 1] === columns.sequence[i]) continue;
    copyRow(columns, i, out, kept++);
  }
  return cut(out, kept);
}

/** Positions as columns, to be joined with chunks. */
export function columnsOf(positions: readonly Position[]): Source {
  const out = allocate(positions.length);
  positions.forEach((p, i) => {
    out.fixTimeMs[i] = p.fixTimeMs;
    out.sequence[i] = p.sequence;
    out.lat[i] = p.lat ?? Number.NaN;
    out.lon[i] = p.lon ?? Number.NaN;
    out.speedKph[i] = p.speedKph ?? Number.NaN;
    out.course[i] = p.course ?? Number.NaN;
    out.altitudeM[i] = p.altitudeM ?? Number.NaN;
    out.type[i] = p.type;
    out.flags[i] = p.flags;
    out.valid[i] = p.valid ? 1 : 0;
  });
  return { count: positions.length, ...out };
}

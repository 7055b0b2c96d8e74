/** Cells across a picture and down it: 16 samples of a 352x288 picture, 32 of a 704x576 one. */
export const CELLS_ACROSS = 22;
export const CELLS_DOWN = 18;
/** The strip is the last three lines of cells. */
export const STRIP_LINES = 3;

const CLOCK_BITS = 48;
const CHANNEL_BITS = 4;
const CHECK_BITS = 8;

/** CRC-8 with x^8 + x^2 + x + 1 over bits, as in SMBus. */
function crc8(bits: readonly boolean[]): number {
  let crc = 0;
  for (const bit of bits) {
    const out = ((crc >> 7) & 1) !== (bit ? 1 : 0);
    crc = (crc << 1) & 0xff;
    if (out) crc ^= 0x07;
  }
  return crc;
}

const bitsOf = (value: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** (count - 1 - i)) % 2 === 1);
const numberOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0);

/**
 * What a picture says for machines, white cells as true, line by line: each line begins with a white cell and ends with a black one; between
 * them, 20 in a line, 48 bits of ms since 1970, the low 4 bits of the channel, and a CRC-8 over both.
 */
export function stripCells(timeMs: number, channel: number): boolean[] {
  const said = [...bitsOf(timeMs, CLOCK_BITS), ...bitsOf(channel & 15, CHANNEL_BITS)];
  const data = [...said, ...bitsOf(crc8(said), CHECK_BITS)];
  const perLine = CELLS_ACROSS - 2;
  return Array.from({ length: STRIP_LINES }, (_, line) => [true, ...data.slice(line * perLine, (line + 1) * perLine), false]).flat();
}

/** The clock and channel of a strip; null when a margin or the check is wrong. */
export function readStrip(cells: readonly boolean[]): { timeMs: number; channel: number } | null {
  if (cells.length !== CELLS_ACROSS * STRIP_LINES) return null;
  const data: boolean[] = [];
  for (let line = 0; line < STRIP_LINES; line++) {
    const row = cells.slice(line * CELLS_ACROSS, (line + 1) * CELLS_ACROSS);
    if (!row[0] || row.at(-1)) return null;
    data.push(...row.slice(1, -1));
  }
  const said = data.slice(0, CLOCK_BITS + CHANNEL_BITS);
  if (crc8(said) !== numberOf(data.slice(said.length))) return null;
  return { timeMs: numberOf(said.slice(0, CLOCK_BITS)), channel: numberOf(said.slice(CLOCK_BITS)) };
}

/**
 * The strip of a picture of any size whose brightness at a point is known (0 to 255; a canvas, a decoded picture): the middle of each cell
 * is looked at.
 */
export function readPictureStrip(
  width: number,
  height: number,
  lumaAt: (x: number, y: number) => number,
): { timeMs: number; channel: number } | null {
  const cells: boolean[] = [];
  for (let line = CELLS_DOWN - STRIP_LINES; line < CELLS_DOWN; line++)
    for (let column = 0; column < CELLS_ACROSS; column++)
      cells.push(lumaAt(Math.floor(((column + 0.5) * width) / CELLS_ACROSS), Math.floor(((line + 0.5) * height) / CELLS_DOWN)) > 127);
  return readStrip(cells);
}

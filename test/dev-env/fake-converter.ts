import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

const CODE = [0, 0, 0, 1];
/** Baseline at level 3. */
const SPS = [0x67, 0x42, 0xe0, 0x1e, 0xda, 0x02, 0x80, 0xf6, 0x40];
const PPS = [0x68, 0xce, 0x3c, 0x80];

/** A picture of H.265 as cameras send it: its number stands in its slice. */
export function h265Picture(n: number, key: boolean): Uint8Array {
  const sets = key ? [...CODE, 0x40, 1, 0x0c, ...CODE, 0x42, 1, 1, ...CODE, 0x44, 1, 0xc1] : [];
  return Uint8Array.from([...sets, ...CODE, key ? 0x26 : 0x02, 1, 0x80 | (n >> 7), 0x80 | (n & 127)]);
}

/** What becomes of it here. */
export function h264Picture(n: number, key: boolean): Uint8Array {
  const sets = key ? [...CODE, ...SPS, ...CODE, ...PPS] : [];
  return Uint8Array.from([...sets, ...CODE, key ? 0x65 : 0x41, 0x80 | (n >> 7), 0x80 | (n & 127)]);
}

/** Reads pictures of {@link h265Picture}, writes those of {@link h264Picture} with a delimiter in front of each. */
const PROGRAM = `
const sets = Buffer.from(${JSON.stringify([...CODE, ...SPS, ...CODE, ...PPS])});
let rest = Buffer.alloc(0);
process.stdin.on('data', (bytes) => {
  rest = Buffer.concat([rest, bytes]);
  for (;;) {
    const at = rest.indexOf(Buffer.from([0, 0, 0, 1]));
    if (at < 0 || at + 8 > rest.length) return;
    const type = (rest[at + 4] >> 1) & 63;
    if (type === 19 || type === 1) {
      if (rest[at + 7] === 0xff) process.exit(3);
      process.stdout.write(Buffer.concat([Buffer.from([0, 0, 0, 1, 9, 0xf0]), type === 19 ? sets : Buffer.alloc(0),
        Buffer.from([0, 0, 0, 1, type === 19 ? 0x65 : 0x41, rest[at + 6], rest[at + 7]])]));
    }
    rest = rest.subarray(at + 4);
  }
});
`;

/** A program of its own in place of ffmpeg. A picture whose number ends with seven bits of 1 makes it fail. */
export const startFakeConverter = (): ChildProcessWithoutNullStreams => spawn(process.execPath, ['-e', PROGRAM], { env: {} });

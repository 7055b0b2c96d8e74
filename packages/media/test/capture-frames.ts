import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AccessUnits, FrameAssembler, PacketSplitter, Timeline, WIRE_TYPE, type WireFrame } from '../src/index.ts';

/** The pictures of a real camera as the media service sends them. */
export const captureFrames = (name: string, most = Infinity): readonly WireFrame[] => {
  const bytes = readFileSync(path.resolve(import.meta.dirname, '../corpus/captures', `${name}.bin`));
  const assembler = new FrameAssembler();
  const units = new AccessUnits();
  const timeline = new Timeline();
  const frames: WireFrame[] = [];
  for (const packet of new PacketSplitter().push(new Uint8Array(bytes))) {
    for (const frame of assembler.add(packet)) {
      const unit = units.add(frame);
      if (unit === null || frames.length >= most) continue;
      const timestampMs = timeline.next(unit.timestampMs, unit.sinceFrameMs, unit.timestampMs);
      const type = unit.codec === 'h264' ? WIRE_TYPE.h264 : WIRE_TYPE.h265;
      frames.push({ type, key: unit.key, afterGap: false, number: frames.length, timestampMs, data: unit.data });
    }
  }
  return frames;
};

import { annotateGt06 } from './annotate.ts';
import type { ProtocolDefinition } from '../protocol.ts';
import { Gt06Framer } from './framer.ts';
import { Gt06Session } from './session.ts';

export { GT06_COMMANDS } from './commands.ts';
export { encodeFrame as encodeGt06Frame } from './frame.ts';

/** Concox / Jimi GT06 and its many relatives. */
export const gt06: ProtocolDefinition = {
  id: 'gt06',
  title: 'GT06 (Concox, Jimi)',
  transports: ['tcp', 'udp'],
  port: 5023,
  defaultUtcOffsetMinutes: 0,
  idleTimeoutS: 900,
  createFramer: () => new Gt06Framer(),
  createSession: (options) => new Gt06Session(options),
  annotate: (frame, _direction, model) => annotateGt06(frame, model),
};

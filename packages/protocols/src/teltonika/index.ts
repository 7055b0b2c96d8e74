import { annotateTeltonika } from './annotate.ts';
import type { ProtocolDefinition } from '../protocol.ts';
import { TeltonikaFramer } from './framer.ts';
import { hideSecrets } from './hide-secrets.ts';
import { TeltonikaSession } from './session.ts';

export { TELTONIKA_COMMANDS } from './commands.ts';
export { encodePacket as encodeTeltonikaPacket } from './packet.ts';
export { writeRecords as writeTeltonikaRecords, type AvlRecord } from './record.ts';

/** Teltonika AVL: codecs 8, 8E, 16 and 7, texts in 12-15. */
export const teltonika: ProtocolDefinition = {
  id: 'teltonika',
  title: 'Teltonika',
  transports: ['tcp', 'udp'],
  port: 5027,
  defaultUtcOffsetMinutes: 0,
  idleTimeoutS: 900,
  createFramer: () => new TeltonikaFramer(),
  createSession: (options) => new TeltonikaSession(options),
  annotate: annotateTeltonika,
  hideSecrets,
};

import { annotateJt808 } from './annotate.ts';
import type { ProtocolDefinition } from '../protocol.ts';
import { Jt808Framer } from './framer.ts';
import { hideSecrets } from './hide-secrets.ts';
import { DEFAULT_UTC_OFFSET_MINUTES, Jt808Session } from './session.ts';

/** JT/T 808-2011, -2013 and -2019 with the usual vendor additions. See README.md. */
export const jt808: ProtocolDefinition = {
  id: 'jt808',
  title: 'JT/T 808',
  transports: ['tcp', 'udp'],
  port: 5015,
  defaultUtcOffsetMinutes: DEFAULT_UTC_OFFSET_MINUTES,
  idleTimeoutS: 600,
  createFramer: () => new Jt808Framer(),
  createSession: (options) => new Jt808Session(options),
  annotate: (frame) => annotateJt808(frame),
  hideSecrets,
};

export { Jt808Framer } from './framer.ts';
export { Jt808Session } from './session.ts';
export { frameContent, unescape as unescapeFrame, wrapFrame } from './frame.ts';
export { deviceIdsOf, joinHeader, readHeader } from './header.ts';
export type { Edition, Header } from './header.ts';
export { decodeBody, encodeBody, messageById, messageIdText, MESSAGES } from './messages/index.ts';
export type { DecodedBody, MessageDefinition } from './messages/index.ts';
export { PARAMETERS } from './messages/parameters.ts';
export { COMMAND_NAMES } from './commands.ts';

import { gt06 } from './gt06/index.ts';
import { jt808 } from './jt808/index.ts';
import type { ProtocolDefinition } from './protocol.ts';
import { teltonika } from './teltonika/index.ts';

/** Every protocol that the gateway can speak, by its id. */
export const PROTOCOLS: ReadonlyMap<string, ProtocolDefinition> = new Map(
  [jt808, gt06, teltonika].map((protocol) => [protocol.id, protocol]),
);

export const protocolById = (id: string): ProtocolDefinition | undefined => PROTOCOLS.get(id);

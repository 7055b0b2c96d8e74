import { PROTOCOLS } from '@sightline/protocols';

/** So much of a connection is kept until it has said who it is. */
export const HEAD_BYTES = 256;

export interface ForeignIdentity {
  readonly protocolId: string;
  readonly deviceIds: readonly string[];
}

/** Whether the first bytes of a connection are those of another protocol than its port's, and what the device calls itself in it. */
export function foreignIdentity(head: Uint8Array, portProtocolId: string): ForeignIdentity | null {
  for (const protocol of PROTOCOLS.values()) {
    if (protocol.id === portProtocolId) continue;
    const framer = protocol.createFramer();
    const session = protocol.createSession();
    for (const event of framer.push(head)) {
      if (event.kind !== 'frame') continue;
      const { deviceIds, error } = session.receive(event.frame, 0);
      if (deviceIds.length > 0 && error === undefined) return { protocolId: protocol.id, deviceIds };
    }
  }
  return null;
}

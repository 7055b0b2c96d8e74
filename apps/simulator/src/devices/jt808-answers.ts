import { ByteWriter } from '@sightline/codec';

/** What the terminal does with a command: messages to send, and whether it starts again. */
export interface CommandEffect {
  readonly messages: readonly { readonly id: number; readonly body: Uint8Array }[];
  readonly restart?: true;
}

/** Device times are those of a clock at GMT+8, whatever the place. */
export const GMT8_MS = 8 * 3_600_000;

/** Results of the general answer, 0x0001. */
export const RESULT = { ok: 0, failed: 1, wrong: 2, unsupported: 3 } as const;

export const general = (answered: number, id: number, result: number, restart = false): CommandEffect => ({
  messages: [{ id: 0x0001, body: new ByteWriter(5).u16(answered).u16(id).u8(result).finish() }],
  ...(restart && { restart: true }),
});

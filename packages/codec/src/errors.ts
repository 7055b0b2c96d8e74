export type DecodeErrorCode =
  | 'truncated' // the bytes end before the field does
  | 'checksum' // the check value does not match
  | 'length' // a length field contradicts the bytes
  | 'too-long' // over a protocol bound
  | 'bad-value' // a field holds what the standard does not allow
  | 'unsupported' // known to exist, not decodable here (encryption ...)
  | 'framing' // bytes that belong to no frame
  | 'state'; // the message may not come now (no login yet ...)

/** A typed decode failure: what, where (byte offset within the frame) and in which field. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  constructor(
    readonly code: DecodeErrorCode,
    message: string,
    readonly offset: number | null = null,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

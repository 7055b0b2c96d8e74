const BYTES = 16;

/**
 * Names one intention of a person, so that the server carries it out once however often it is sent. Pages over plain http have no
 * `crypto.randomUUID`.
 */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

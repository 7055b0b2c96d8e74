import { luhnDigit } from './imei.ts';

/** Digits of an IMEI, and of its end under which devices with shorter identities are registered (3GPP TS 23.003, 6.2.1). */
export const IMEI_DIGITS = 15;
export const SHORT_ID_DIGITS = 12;

/** What a person registers a device under: the whole IMEI or its last 12 digits. */
export const REGISTERED_ID = /^(?:[0-9]{15}|[0-9]{12})$/;

export const isRegisteredId = (text: string): boolean => REGISTERED_ID.test(text);

/** A whole IMEI whose last digit is not its check digit. Some makers number their devices so: worth a hint, no reason to refuse. */
export const hasWrongCheckDigit = (id: string): boolean =>
  id.length === IMEI_DIGITS && luhnDigit(id.slice(0, IMEI_DIGITS - 1)) !== Number(id.at(-1));

/** Whether both may be the same device: one is the other, or its end. */
export const isSameIdentity = (a: string, b: string): boolean =>
  a === b ||
  (a.length !== b.length && a.slice(-SHORT_ID_DIGITS) === b.slice(-SHORT_ID_DIGITS) && Math.min(a.length, b.length) === SHORT_ID_DIGITS);

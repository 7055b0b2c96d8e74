import { TAIL_DIGITS } from './device-lookup.ts';

const MAX_ID_LENGTH = 32;

/** The ids under which a device that calls itself `id` may be registered, best first. */
export function registeredAs(id: string): string[] {
  if (id.length === 0 || id.length > MAX_ID_LENGTH || id.includes('\0')) return [];
  const forms = [id];
  // JT/T 808 pads the phone number with zeros (jt808 header, BCD[6] or BCD[10]).
  const stripped = id.replace(/^0+/, '');
  if (stripped !== '' && stripped !== id) forms.push(stripped);
  if (/^\d+$/.test(stripped) && stripped.length > TAIL_DIGITS) forms.push(stripped.slice(-TAIL_DIGITS));
  return forms;
}

/** The end of a longer registered id that `id` may be, or null. */
export function tailOf(id: string): string | null {
  if (/^\d{12}$/.test(id)) return id;
  const stripped = id.replace(/^0+/, '');
  // A phone number of 12 digits in a padded field of 20; a tail that begins with zeros is the whole BCD[6].
  return /^\d{12}$/.test(stripped) ? stripped : null;
}

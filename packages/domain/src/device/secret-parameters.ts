/** What stands where a password was. */
export const SECRET_MASK = '***';

/** Parameters that hold passwords, by protocol and number: never shown or logged, and stored no longer than they are on their way. */
const SECRET_IDS: Readonly<Record<string, readonly number[]>> = {
  // JT/T 808-2013 table 12: dial-up passwords of the main, backup and slave server.
  jt808: [0x0012, 0x0016, 0x0025],
  // FMB basic set: 2003 access point, 3004 text messages; 7 is the latter on older units.
  teltonika: [7, 2003, 3004],
};

export const isSecretParameterId = (protocolId: string, id: number): boolean => SECRET_IDS[protocolId]?.includes(id) === true;

/** Words by which a text of a unit is one about parameters. */
const ABOUT_PARAMETERS = /param|new val/i;
/** `2003:word`, `ID:2003 Val:word`, up to the next entry. */
const ENTRY = /\b0*(\d{1,5})(\s*(?::|val(?:ue)?s?\s*:)\s*)([\x20-\x3a\x3c-\x7e]+)/gi;

/** A text to or from a device in which passwords are hidden, each octet by a star when `sameLength`; other texts as they are. */
export function maskSecretText(protocolId: string, text: string, sameLength = false): string {
  if (SECRET_IDS[protocolId] === undefined || !ABOUT_PARAMETERS.test(text)) return text;
  return text.replace(ENTRY, (entry: string, id: string, between: string, value: string) =>
    isSecretParameterId(protocolId, Number(id))
      ? `${entry.slice(0, entry.length - between.length - value.length)}${between}${sameLength ? '*'.repeat(value.length) : SECRET_MASK}`
      : entry,
  );
}

type Entry = Readonly<Record<string, unknown>>;

/** A copy of named values in which the `value` and `hex` of entries that `isSecret` names are hidden; `found` tells whether there was one. */
export function maskSecretEntries<T>(given: T, isSecret: (entry: Entry) => boolean): { readonly value: T; readonly found: boolean } {
  let found = false;
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const secret = isSecret(value as Entry);
    if (secret) found = true;
    return Object.fromEntries(
      Object.entries(value).map(([key, v]) => [key, secret && (key === 'value' || key === 'hex') ? SECRET_MASK : copy(v)]),
    );
  };
  // The copy has the shape of what was given, but for the masks.
  const value = copy(given) as T;
  return { value, found };
}

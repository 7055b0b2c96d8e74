/** Digits and letters without I, L, O and U: nobody has to ask which one was printed (the alphabet of Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 15 random characters are 75 bits: nobody finds a code by trying. */
export const LICENSE_CODE_RANDOM_BYTES = 15;
const CODE_LENGTH = LICENSE_CODE_RANDOM_BYTES + 1;
const GROUP = 4;

/**
 * Check character of a text over the alphabet: Luhn's sum in base 32. Tells every single wrong character and every swap of
 * two neighbours but that of `0` and `Z`.
 */
export function licenseCheckCharacter(text: string): string {
  const base = ALPHABET.length;
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const value = ALPHABET.indexOf(text.charAt(text.length - 1 - i)) * (i % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / base) + (value % base);
  }
  return ALPHABET.charAt((base - (sum % base)) % base);
}

/** A code made of random bytes, of which five bits each are used. @throws RangeError for another number of bytes than 15. */
export function licenseCodeOf(random: Uint8Array): string {
  if (random.length !== LICENSE_CODE_RANDOM_BYTES) throw new RangeError(`expected ${LICENSE_CODE_RANDOM_BYTES} bytes`);
  const text = Array.from(random, (byte) => ALPHABET.charAt(byte & 31)).join('');
  return text + licenseCheckCharacter(text);
}

/**
 * The code that a person typed or scanned: spaces and dashes do not count, nor does upper and lower case; O is read as 0, I and
 * L as 1. null when it is no code (wrong length, foreign characters, wrong check character).
 */
export function parseLicenseCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
  if (code.length !== CODE_LENGTH || [...code].some((c) => !ALPHABET.includes(c))) return null;
  return licenseCheckCharacter(code.slice(0, -1)) === code.slice(-1) ? code : null;
}

/** As it is printed: groups of four, `7K2M-0QWE-...`. */
export const formatLicenseCode = (code: string): string => code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? '';

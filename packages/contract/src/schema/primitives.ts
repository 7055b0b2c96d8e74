import { parseZone } from '@sightline/domain';
import { z } from 'zod';

/** What an id points at. Fields carry it as metadata, so that documents and the tenant test know them. */
export type IdKind =
  | 'device'
  | 'customer'
  | 'user'
  | 'label'
  | 'share'
  | 'trip'
  | 'task'
  | 'file'
  | 'media'
  | 'sensor'
  | 'recycledDevice'
  | 'license'
  | 'licenseBatch'
  | 'licenseSale'
  | 'command'
  | 'commandBatch'
  | 'alarm'
  | 'clip'
  | 'userEmail'
  | 'session'
  | 'passkey'
  | 'faq'
  | 'faqEntry'
  | 'announcement'
  | 'customizeAlarm'
  | 'rule';

declare module 'zod' {
  interface GlobalMeta {
    /** Kind of entity that the value identifies. */
    idOf?: IdKind;
    /** The value is a comma list of such ids. */
    list?: boolean;
  }
}

const DEVICE_ID = /^[0-9A-Za-z_-]{1,32}$/;
const NUMERIC_ID = /^[0-9]{1,18}$/;
const PATTERNS: Record<IdKind, RegExp> = {
  device: DEVICE_ID,
  customer: NUMERIC_ID,
  user: NUMERIC_ID,
  label: NUMERIC_ID,
  share: NUMERIC_ID,
  sensor: NUMERIC_ID,
  task: NUMERIC_ID,
  file: NUMERIC_ID,
  media: NUMERIC_ID,
  license: NUMERIC_ID,
  licenseBatch: NUMERIC_ID,
  licenseSale: NUMERIC_ID,
  command: NUMERIC_ID,
  commandBatch: NUMERIC_ID,
  alarm: NUMERIC_ID,
  clip: NUMERIC_ID,
  userEmail: NUMERIC_ID,
  session: NUMERIC_ID,
  passkey: NUMERIC_ID,
  faq: NUMERIC_ID,
  faqEntry: NUMERIC_ID,
  announcement: NUMERIC_ID,
  customizeAlarm: NUMERIC_ID,
  rule: NUMERIC_ID,
  recycledDevice: NUMERIC_ID,
  trip: /^[0-9]{1,18}-[0-9]{1,15}-[0-9]{1,12}$/,
};

/** An id on the wire: a string. A device's id is its unique code, the others are numbers in text. */
export const idOf = (kind: IdKind) => z.string().regex(PATTERNS[kind]).meta({ idOf: kind });

/** A comma list of ids on the wire, an array for the handler; empty entries and repeats are dropped. At most 5000. */
export const idList = (kind: IdKind) =>
  z
    .string()
    .max(200_000)
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((s) => s.trim())
          .filter((s) => s !== ''),
      ),
    ])
    .refine((ids) => ids.length <= 5000 && ids.every((id) => PATTERNS[kind].test(id)), { error: `expected a comma list of ${kind} ids` })
    .meta({ idOf: kind, list: true });

/** A comma list of short texts (type codes, format keys). `example`: one that is valid, where not every text is. */
export const commaList = (example?: string) =>
  z
    .string()
    .max(20_000)
    .meta(example === undefined ? {} : { examples: [example] })
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((s) => s.trim())
          .filter((s) => s !== ''),
      ),
    ]);

/** An instant on the wire: ISO 8601 with zone; always UTC in answers. */
export const instant = () => z.iso.datetime({ offset: true });

/** A day of the user's calendar, `yyyy-MM-dd`. */
export const day = () => z.iso.date().meta({ examples: ['2026-11-20'] });

/** 0 or 1, where the product shows numbers. */
export const bit = () => z.union([z.literal(0), z.literal(1)]);

/** The same in a request, where integrations also send `true` and `false`. */
export const bitInput = () => z.union([bit(), z.boolean().transform((on): 0 | 1 => (on ? 1 : 0))]);

/** A fixed offset (`+08:00`, -12:00 to +14:00 in quarter hours) or an IANA name. */
export const timezone = () =>
  z
    .string()
    .max(64)
    .refine((text) => parseZone(text) !== null, { error: 'expected an offset or an IANA time zone' })
    .meta({ examples: ['+08:00', 'Europe/Berlin'] });

export const latitude = () => z.number().min(-90).max(90);
export const longitude = () => z.number().min(-180).max(180);

/** Account input: letters, digits and @ - . (also _ for accounts made by import). */
export const account = () =>
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9@._-]+$/);

/** Text that a person typed to search; trimmed, empty = no filter. */
export const searchText = () => z.string().trim().max(100);

/** Texts of a form: trimmed, the empty text clears the field. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .optional();

/** An e-mail address as typed: whether it is one is the handler's to say, with a code of its own (15005). */
export const emailText = () =>
  z
    .string()
    .trim()
    .max(254)
    .meta({ examples: ['fleet@example.com'] });

/**
 * Made by the client for one intention of a person: sent again (a second click, a repeated call after a lost answer) it is
 * answered with 900 and nothing happens twice.
 */
export const requestId = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,64}$/)
    .meta({ examples: ['0192f3c4-7d5e-7a10-9c1b-3f2a5d6e7f80'] });

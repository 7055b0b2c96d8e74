import { asciiText, setPlace, utf16Text } from '../blocks.ts';
import type { PacketContext } from '../draft.ts';

/** What a text answer says beside its words. */
export interface TextAnswer {
  readonly flag: number;
  readonly text: string;
}

/** 21: server flag, encoding (1 ASCII, 2 UTF-16BE), text. */
export function decodeStringInfo(context: PacketContext): TextAnswer {
  const { reader, draft } = context;
  const flag = reader.u32('serverFlag');
  const encoding = reader.u8('encoding');
  const bytes = reader.rest('text');
  const text = encoding === 2 ? utf16Text(bytes) : asciiText(bytes);
  readKnownTexts(context, text);
  draft.fields['serverFlag'] = flag;
  if (draft.place === null && text !== '') draft.attributes['result'] = text;
  return { flag, text };
}

/** 15: length (flag and text), server flag, ASCII, language WORD. */
export function decodeString(context: PacketContext): TextAnswer {
  const { reader, draft } = context;
  const length = reader.u8('commandLength');
  const flag = reader.u32('serverFlag');
  // Clones leave the length at 0; the text then runs up to the language.
  const fits = length >= 4 && length - 4 <= reader.remaining;
  const size = fits ? length - 4 : Math.max(0, reader.remaining - 2);
  const text = asciiText(reader.slice(size, 'text'));
  if (reader.remaining >= 2) draft.fields['language'] = reader.u16('language');
  draft.fields['serverFlag'] = flag;
  readKnownTexts(context, text);
  if (draft.place === null && text !== '') draft.attributes['result'] = text;
  return { flag, text };
}

const POSITION = /Lat:([NS])(\d{1,2}(?:\.\d+)?)[,;]\s*Lon:([EW])(\d{1,3}(?:\.\d+)?)/i;
const COURSE = /Course:(\d+(?:\.\d+)?)/i;
const SPEED = /Speed:(\d+(?:\.\d+)?)/i;
const DATE_TIME = /Date\s?Time:(\d{4})-(\d\d)-(\d\d)[ T]+(\d\d):(\d\d):(\d\d)/i;
const ICCID = /ICCID[:=]\s*([0-9A-Fa-f]{18,20})/;

/** The answer to a position query carries a place, others the SIM card. */
function readKnownTexts({ draft }: PacketContext, text: string): void {
  const iccid = ICCID.exec(text);
  if (iccid !== null) draft.attributes['iccid'] = iccid[1]!;
  const place = POSITION.exec(text);
  const time = DATE_TIME.exec(text);
  if (place === null || time === null) return;
  const [, year, month, day, hour, minute, second] = time.map(Number);
  draft.timeMs = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
  draft.localTime = true;
  const word = (place[1]!.toUpperCase() === 'N' ? 0x400 : 0) | (place[3]!.toUpperCase() === 'W' ? 0x800 : 0) | 0x1000;
  const speed = SPEED.exec(text);
  setPlace(draft, Number(place[2]), Number(place[4]), speed === null ? null : Number(speed[1]), word, null);
  const course = COURSE.exec(text);
  draft.place = { ...draft.place!, course: course === null ? null : Number(course[1]) % 360 };
}

/** Words by which firmware says that it did not do what it was told. */
const REFUSAL = /\b(error|fail(ed|ure)?|invalid|unknown|illegal|not support(ed)?|wrong|denied)\b/i;

export const isRefusal = (text: string): boolean => REFUSAL.test(text);

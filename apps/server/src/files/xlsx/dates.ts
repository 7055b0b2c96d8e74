const DAY_MS = 86_400_000;
/** Day 0 of the 1900 system, chosen so that days from 1 March 1900 on are right in spite of its 29 February 1900 (ISO/IEC 29500-1, 18.17.4.1). */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/** Built-in number formats that show a date or a time (ISO/IEC 29500-1, 18.8.30; with the East Asian ones 27-36, 50-58). */
export const isDateFormatId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format of the file's own shows a date or a time: texts in quotes, escaped characters and colours aside it has one of y m d h s. */
export const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));

/** A serial number as the wall clock that it shows: `yyyy-MM-dd`, with ` HH:mm:ss` when there is a time, or the time alone below one day. */
export function serialToText(serial: number, date1904: boolean): string {
  const ms = Math.round(serial * 86_400) * 1000 + (date1904 ? EPOCH_1904_MS : EPOCH_1900_MS);
  const date = new Date(ms);
  if (Number.isNaN(ms) || Number.isNaN(date.getTime()) || serial < 0) return String(serial);
  const iso = date.toISOString();
  const time = iso.slice(11, 19);
  if (serial < 1) return time;
  return ms % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** Halves of a surrogate pair that stand alone: not text, and no database takes them. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** `text` as a database can keep it: no NUL, whole characters, at most `max` units long. */
export function safeText(text: string, max: number): string {
  const cut = text.length > max ? text.slice(0, max) : text;
  return cut.replaceAll('\0', '').replace(LONE_SURROGATES, '\ufffd');
}

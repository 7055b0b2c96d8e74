/** A position as the exporters take it. */
export interface TrackPoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly altitudeM?: number | null;
  readonly speedKph?: number | null;
  readonly course?: number | null;
}
/** A track: a name and its parts, one for each uninterrupted stretch (a trip). */
export interface TrackDocument {
  readonly name: string;
  readonly creator: string;
  readonly parts: Iterable<Iterable<TrackPoint>>;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text for XML 1.0 content or a quoted attribute; what XML 1.0 (2.2) forbids or discourages (control characters, lone surrogates) becomes U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replace(FORBIDDEN_IN_XML, '\uFFFD').replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
const FORBIDDEN_IN_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;

/** ISO 8601 in UTC, without milliseconds where there are none. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

/** A number without exponent and without needless zeros. */
export const plainNumber = (value: number, decimals: number): string => {
  const text = value.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
};

/** Joins small pieces into chunks of about `size` characters, so that a stream is not written line by line. */
export function* inChunks(pieces: Iterable<string>, size = 16_384): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length >= size) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

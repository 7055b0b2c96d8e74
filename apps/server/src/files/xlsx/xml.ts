import { StringDecoder } from 'node:string_decoder';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { unreadable } from './limits.ts';

/** Deepest nesting; the parts of a workbook have less than ten levels. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 200;

export interface XmlHandlers {
  /** Names come without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML as it streams in. A document type is refused: with it go declared entities, their expansion, and everything that would
 * be fetched from elsewhere. @throws 9004
 */
export async function readXml(source: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false });
  let depth = 0;
  let attributes = 0;
  parser.on('doctype', () => {
    throw unreadable('a document type is not allowed');
  });
  parser.on('error', (error) => {
    throw unreadable(error.message);
  });
  parser.on('opentagstart', () => void (attributes = 0));
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw unreadable('too many attributes');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if (++depth > MAX_DEPTH) throw unreadable('nested too deeply');
    handlers.open?.(local(tag.name), tag.attributes);
  });
  if (handlers.text) {
    parser.on('text', (text) => handlers.text?.(text));
    parser.on('cdata', (text) => handlers.text?.(text));
  }
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth--;
    handlers.close?.(local(tag.name));
  });
  const decoder = new StringDecoder('utf8');
  for await (const chunk of source) parser.write(decoder.write(chunk));
  parser.write(decoder.end());
  parser.close();
}

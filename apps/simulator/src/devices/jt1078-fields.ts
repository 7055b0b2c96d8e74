import type { LinkTarget } from '../camera/media-link.ts';
import { GMT8_MS } from './jt808-answers.ts';

/** A body as the message table reads it. */
export type Fields = Readonly<Record<string, unknown>>;

export const number = (fields: Fields, key: string): number => Number(fields[key] ?? 0);

export const targetOf = (fields: Fields): LinkTarget => ({
  address: String(fields['address'] ?? ''),
  tcpPort: number(fields, 'tcpPort'),
  udpPort: number(fields, 'udpPort'),
});

export const reachable = ({ address, tcpPort, udpPort }: LinkTarget): boolean => address !== '' && tcpPort + udpPort > 0;

/** The instant that a clock at GMT+8 shows; null where nothing is said (all zero) or nothing sensible. */
export function instantOf(fields: Fields, key: string): number | null {
  const ms = Date.parse(`${String(fields[key]).replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : ms - GMT8_MS;
}

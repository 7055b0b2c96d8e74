import type pg from 'pg';
import type { PositionKey } from '@sightline/domain';
import { decodeColumns } from './codec/chunk.ts';
import { hourStart } from './partitions.ts';

/** Chunks decoded at once: a device that sends a month again must not fill the memory. */
const HOURS_AT_ONCE = 256;

/** Identity of a position as a text, for sets. */
export const keyText = (deviceKey: number | string, key: PositionKey): string => `${deviceKey} ${key.fixTimeMs} ${key.sequence}`;

export interface KeyOfDevice {
  readonly deviceKey: number;
  readonly position: PositionKey;
}

/**
 * Which of these positions lie in sealed chunks already: they would be stored a second time, as late ones. Only what is
 * older than `beforeMs` is looked up, so that the others, nearly all, do not pay for it; and what is looked up costs little
 * while its hour is not sealed.
 * @param positions in order of device and time
 */
export async function sealedKeys(client: pg.ClientBase, positions: readonly KeyOfDevice[], beforeMs: number): Promise<Set<string>> {
  const hours: { deviceKey: number; hourMs: number; from: number; to: number }[] = [];
  for (let i = 0; i < positions.length; i++) {
    const { deviceKey, position } = positions[i]!;
    if (position.fixTimeMs >= beforeMs) continue;
    const hourMs = hourStart(position.fixTimeMs);
    const last = hours.at(-1);
    if (last && last.deviceKey === deviceKey && last.hourMs === hourMs) last.to = i + 1;
    else hours.push({ deviceKey, hourMs, from: i, to: i + 1 });
  }
  const sealed = new Set<string>();
  for (let at = 0; at < hours.length; at += HOURS_AT_ONCE) {
    const part = hours.slice(at, at + HOURS_AT_ONCE);
    const { rows } = await client.query<{ n: string; hour_ms: string; data: Buffer }>({
      name: 'chunks-of-hours',
      text: `SELECT w.n, c.hour_ms, c.data FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS w (device_key, hour_ms, n) JOIN position_chunk c USING (device_key, hour_ms)`,
      values: [part.map((h) => h.deviceKey), part.map((h) => h.hourMs)],
    });
    for (const row of rows) {
      const { deviceKey, from, to } = part[Number(row.n) - 1]!;
      const keys = new Set(positions.slice(from, to).map((p) => keyText(deviceKey, p.position)));
      const { count, fixTimeMs, sequence } = decodeColumns(Number(row.hour_ms), row.data);
      for (let i = 0; i < count; i++) {
        const key = keyText(deviceKey, { fixTimeMs: fixTimeMs[i]!, sequence: sequence[i]! });
        if (keys.has(key)) sealed.add(key);
      }
    }
  }
  return sealed;
}

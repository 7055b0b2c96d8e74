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
 * older than `beforeMs` is looked up, so that the others, nearly all, do not pay for it.
 */
export async function sealedKeys(client: pg.ClientBase, positions: readonly KeyOfDevice[], beforeMs: number): Promise<Set<string>> {
  const wanted = new Map<string, { deviceKey: number; hourMs: number; keys: Set<string> }>();
  for (const { deviceKey, position } of positions) {
    if (position.fixTimeMs >= beforeMs) continue;
    const hourMs = hourStart(position.fixTimeMs);
    const id = `${deviceKey} ${hourMs}`;
    const hour = wanted.get(id) ?? { deviceKey, hourMs, keys: new Set() };
    wanted.set(id, hour);
    hour.keys.add(keyText(deviceKey, position));
  }
  const sealed = new Set<string>();
  const hours = [...wanted.values()];
  for (let at = 0; at < hours.length; at += HOURS_AT_ONCE) {
    const part = hours.slice(at, at + HOURS_AT_ONCE);
    const { rows } = await client.query<{ device_key: string; hour_ms: string; data: Buffer }>({
      name: 'chunks-of-hours',
      text: `SELECT c.device_key, c.hour_ms, c.data FROM unnest($1::bigint[], $2::bigint[]) AS w (device_key, hour_ms) JOIN position_chunk c USING (device_key, hour_ms)`,
      values: [part.map((h) => h.deviceKey), part.map((h) => h.hourMs)],
    });
    for (const row of rows) {
      const keys = wanted.get(`${row.device_key} ${row.hour_ms}`)?.keys;
      const { count, fixTimeMs, sequence } = decodeColumns(Number(row.hour_ms), row.data);
      for (let i = 0; i < count && keys; i++) {
        const key = keyText(row.device_key, { fixTimeMs: fixTimeMs[i]!, sequence: sequence[i]! });
        if (keys.has(key)) sealed.add(key);
      }
    }
  }
  return sealed;
}

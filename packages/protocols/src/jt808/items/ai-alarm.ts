import { toHex } from '@sightline/codec';
import { aiAlarmKind, type AiAlarm, type AiAlarmFamily } from '@sightline/domain';
import { EVIDENCE_LAYOUTS, evidenceLayoutOf, type EvidenceLayout } from '../messages/evidence.ts';
import type { ItemValue } from './definition.ts';

/** T/JSATL 12-2017 table 4-15: what stands before the identification, in octets. */
const HEAD_BYTES = { adas: 31, dsm: 31, tpms: 24, bsd: 25 } as const;
const PHASES = ['moment', 'start', 'end'] as const;
/** Octets of an identification between the terminal's id and the number of files: time and sequence. */
const TIME_AND_SEQUENCE_BYTES = 7;
const MAX_TIRES = 32;

/**
 * What an item 0x64-0x67 says as an alarm; null when it is none: other makers use these ids for other things, and a value that is too short
 * says nothing.
 */
export function aiAlarmOf(family: AiAlarmFamily, v: ItemValue): AiAlarm | null {
  const layout = layoutOf(family, v);
  const head = HEAD_BYTES[family];
  // cameras without a known identification still warn; of tyres and blind spots other makers have items of their own
  if (layout === null && (family === 'tpms' || family === 'bsd' || v.length < head)) return null;
  const type = family === 'tpms' ? tireType(v, layout!) : v.u8(5);
  // a periodic report of all tyres is no alarm
  if (type === 0) return null;
  const level = family === 'adas' || family === 'dsm' ? v.u8(6) : 0;
  return {
    family,
    kind: aiAlarmKind(family, type, layout?.terminalBytes === 30),
    type,
    phase: PHASES[v.u8(4)] ?? 'moment',
    level: level === 1 || level === 2 ? level : null,
    sign: layout && toHex(v.slice(head, layout.identificationBytes)),
    files: layout ? v.u8(head + layout.terminalBytes + TIME_AND_SEQUENCE_BYTES) : 0,
    details: detailsOf(family, type, v, layout),
  };
}

function layoutOf(family: AiAlarmFamily, v: ItemValue): EvidenceLayout | null {
  if (family !== 'tpms') return evidenceLayoutOf(v.length - HEAD_BYTES[family]);
  // the number of tyres stands behind the identification, and they are 9 octets each, or 10
  const fits = ({ identificationBytes }: EvidenceLayout): boolean => {
    const start = HEAD_BYTES.tpms + identificationBytes + 1;
    const count = v.u8(start - 1);
    return start <= v.length && count <= MAX_TIRES && [9, 10].some((size) => start + count * size === v.length);
  };
  return Object.values(EVIDENCE_LAYOUTS).find(fits) ?? null;
}

interface Tire {
  readonly position: number;
  readonly type: number;
  readonly pressureKpa: number;
  readonly temperature: number;
}

function tiresOf(v: ItemValue, { identificationBytes }: EvidenceLayout): Tire[] {
  const start = HEAD_BYTES.tpms + identificationBytes + 1;
  const count = v.u8(start - 1);
  const size = count === 0 ? 0 : (v.length - start) / count;
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * size;
    const rest = at + size - 8;
    return {
      position: size === 10 ? v.u16(at) : v.u8(at),
      type: v.u16(rest),
      pressureKpa: v.u16(rest + 2),
      temperature: v.i16(rest + 4),
    };
  });
}

/** Bit 0 of a tyre's type: the periodic report, which is no alarm. */
const PERIODIC = 1;
const unwell = (tire: Tire): boolean => (tire.type & ~PERIODIC) !== 0;

/** The bits of the first tyre that is not well (1 pressure too high, 2 too low, 3 too hot ...); 0 without one. */
const tireType = (v: ItemValue, layout: EvidenceLayout): number => (tiresOf(v, layout).find(unwell)?.type ?? 0) & ~PERIODIC;

function detailsOf(family: AiAlarmFamily, type: number, v: ItemValue, layout: EvidenceLayout | null): Record<string, number> {
  switch (family) {
    case 'adas':
      return {
        ...((type === 1 || type === 2) && { frontSpeedKph: v.u8(7) }),
        ...(type <= 4 && { distance100Ms: v.u8(8) }),
        ...(type === 2 && { deviation: v.u8(9) }),
        ...((type === 6 || type === 0x10) && { signKind: v.u8(10), signValue: v.u8(11) }),
        speedKph: v.u8(12),
      };
    case 'dsm':
      return { ...(type === 1 && { fatigue: v.u8(7) }), speedKph: v.u8(12) };
    case 'tpms': {
      const tire = tiresOf(v, layout!).find(unwell);
      return tire
        ? { tire: tire.position, pressureKpa: tire.pressureKpa, temperature: tire.temperature, speedKph: v.u8(5) }
        : { speedKph: v.u8(5) };
    }
    case 'bsd':
      return { side: type, speedKph: v.u8(6) };
  }
}

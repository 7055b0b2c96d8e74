import { CLOCK_WRONG_MS, keepsStandardTime, median } from '../device/clock-offset.ts';
import { distanceM } from '../geo/sphere.ts';
import { FINDINGS, type Finding, type FindingId } from './finding-texts.ts';

/** What a frame said about a moment. `timeMs` with the device's offset applied. */
export interface ObservedFix {
  readonly timeMs: number;
  readonly valid: boolean;
  /** 1 GNSS, 2 base station, 3 WIFI. */
  readonly type: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly buffered: boolean;
  readonly ignition: boolean | null;
}

/** A frame from a device, as the inspector has decoded it. */
export interface ObservedFrame {
  readonly atMs: number;
  /** Tells connections apart. */
  readonly connection: string;
  readonly protocolId: string;
  readonly kind: 'registration' | 'heartbeat' | 'other';
  /** The octets, in any form that is equal for equal octets. */
  readonly octets: string;
  readonly errorCode: string | null;
  /** With the error code `wrong-protocol`: the protocol that it does speak. */
  readonly errorText: string | null;
  readonly fixes: readonly ObservedFix[];
  /** Per cent, where the frame says it. */
  readonly batteryLevel: number | null;
}

export interface FindingContext {
  /** The protocol of its registered model. */
  readonly protocolId: string;
  /** The model has an ignition wire. */
  readonly hasAcc: boolean;
  /** What it is set to, s. */
  readonly positionIntervalS: number;
  /** See `clockOffsetMs`; null = not known. */
  readonly clockOffsetMs: number | null;
  /** Minutes of summer time with which its times are read now; 0 = none. */
  readonly summerMinutes: number;
  /** Devices with the same end of the id that the asker may see. */
  readonly sameIdElsewhere: readonly { readonly deviceId: string; readonly customerName: string; readonly recycled: boolean }[];
  /** Where the devices of the customer are expected, if that is known. */
  readonly home: { readonly lat: number; readonly lon: number } | null;
}

const MIN_FIXES = 5;
const REPEATS = 3;
const REGISTRATIONS = 3;
const LOW_BATTERY_PERCENT = 15;
/** Times the setting, or the setting times it. */
const INTERVAL_FACTOR = 3;
const DRIVING_KPH = 10;
const NULL_ISLAND_DEG = 0.001;
/** Swapped coordinates are believed when they lead home and the given ones far away. */
const HOME_M = 500_000;
const FAR_M = 2_000_000;
const HOUR_MS = 3_600_000;

const finding = (id: FindingId, params: Finding['params'] = {}): Finding => ({ id, severity: FINDINGS[id].severity, params });
const count = <T>(list: readonly T[], test: (one: T) => boolean): number => list.reduce((sum, one) => sum + (test(one) ? 1 : 0), 0);

/**
 * What is wrong with a device, from its last frames (oldest first) and what is registered: plain statements, worst first.
 * Each needs enough frames to rest on; silence about something is not a promise that it is right.
 */
export function findingsOf(frames: readonly ObservedFrame[], context: FindingContext): Finding[] {
  const fixes = frames.flatMap((frame) => frame.fixes);
  const found = [
    ...protocolFindings(frames, context),
    ...lineFindings(frames),
    ...context.sameIdElsewhere.map(({ deviceId, customerName, recycled }) =>
      finding(recycled ? 'sameIdRecycled' : 'sameIdElsewhere', { deviceId, customerName }),
    ),
    ...clockFindings(context),
    ...placeFindings(fixes, context),
    ...wireFindings(frames, fixes, context),
  ];
  const rank = { error: 0, warning: 1, info: 2 } as const;
  return found.toSorted((a, b) => rank[a.severity] - rank[b.severity]);
}

function protocolFindings(frames: readonly ObservedFrame[], { protocolId }: FindingContext): Finding[] {
  const astray = frames.findLast((frame) => frame.errorCode === 'wrong-protocol');
  const out = astray ? [finding('wrongPort', { portProtocol: astray.protocolId, protocol: astray.errorText ?? '' })] : [];
  const spoken = frames.findLast((frame) => frame.errorCode === null);
  if (spoken && spoken.protocolId !== protocolId) out.push(finding('otherProtocol', { expected: protocolId, protocol: spoken.protocolId }));
  return out;
}

/** What the conversation shows, whatever is in it. */
function lineFindings(frames: readonly ObservedFrame[]): Finding[] {
  const out: Finding[] = [];
  const checksums = count(frames, (frame) => frame.errorCode === 'checksum');
  if (checksums > 0) out.push(finding('checksumErrors', { count: checksums, frames: frames.length }));
  const unreadable = count(frames, (f) => f.errorCode !== null && f.errorCode !== 'checksum' && f.errorCode !== 'wrong-protocol');
  if (unreadable > 0) out.push(finding('unreadableFrames', { count: unreadable, frames: frames.length }));

  const seen = new Map<string, number>();
  // Logins and signs of life are the same each time by nature.
  for (const f of frames) if (f.kind === 'other' && f.errorCode === null) seen.set(f.octets, (seen.get(f.octets) ?? 0) + 1);
  const most = Math.max(0, ...seen.values());
  if (most >= REPEATS) out.push(finding('repeatsFrame', { count: most }));

  // After the last thing that is more than a login: what goes on beyond it says that it took the answer.
  const lastOther = frames.findLastIndex((frame) => frame.kind !== 'registration' && frame.errorCode === null);
  const registrations = frames.slice(lastOther + 1).filter((frame) => frame.kind === 'registration');
  if (registrations.length >= REGISTRATIONS) {
    const minutes = Math.max(1, Math.round((registrations.at(-1)!.atMs - registrations[0]!.atMs) / 60_000));
    out.push(finding('keepsRegistering', { count: registrations.length, minutes }));
  }
  return out;
}

function clockFindings({ clockOffsetMs, summerMinutes }: FindingContext): Finding[] {
  if (clockOffsetMs === null || Math.abs(clockOffsetMs) < CLOCK_WRONG_MS) return [];
  if (keepsStandardTime(clockOffsetMs, summerMinutes)) return [finding('noSummerTime', { minutes: summerMinutes })];
  const hours = Math.round((Math.abs(clockOffsetMs) / HOUR_MS) * 100) / 100;
  return [finding(clockOffsetMs > 0 ? 'clockAhead' : 'clockBehind', { hours })];
}

function placeFindings(fixes: readonly ObservedFix[], { home }: FindingContext): Finding[] {
  const out: Finding[] = [];
  const good = fixes.filter((fix) => fix.valid && fix.type === 1 && fix.lat !== null && fix.lon !== null);
  if (fixes.length >= MIN_FIXES && good.length === 0) {
    const byNetwork = count(fixes, (fix) => fix.type !== 1);
    out.push(byNetwork > 0 ? finding('onlyNetworkFixes', { count: byNetwork }) : finding('neverAFix', { count: fixes.length }));
  }
  const near0 = (degrees: number | null): boolean => degrees !== null && Math.abs(degrees) < NULL_ISLAND_DEG;
  const islands = count(fixes, (fix) => fix.valid && near0(fix.lat) && near0(fix.lon));
  if (islands > 0) out.push(finding('nullIsland', { count: islands }));
  const swapped = count(good, (fix) => isSwapped(fix.lat!, fix.lon!, home));
  if (swapped >= REPEATS) out.push(finding('swappedCoordinates', { count: swapped }));
  return out;
}

function isSwapped(lat: number, lon: number, home: FindingContext['home']): boolean {
  if (Math.abs(lat) > 90) return Math.abs(lat) <= 180 && Math.abs(lon) <= 90;
  if (home === null || Math.abs(lon) > 90 || (near(lat, 0) && near(lon, 0))) return false;
  return distanceM(lon, lat, home.lat, home.lon) < HOME_M && distanceM(lat, lon, home.lat, home.lon) > FAR_M;
}
const near = (a: number, b: number): boolean => Math.abs(a - b) < NULL_ISLAND_DEG;

function wireFindings(frames: readonly ObservedFrame[], fixes: readonly ObservedFix[], context: FindingContext): Finding[] {
  const out: Finding[] = [];
  const battery = frames.findLast((frame) => frame.batteryLevel !== null)?.batteryLevel ?? null;
  if (battery !== null && battery <= LOW_BATTERY_PERCENT) out.push(finding('lowBattery', { percent: battery }));
  const driving = fixes.filter((fix) => fix.valid && (fix.speedKph ?? 0) >= DRIVING_KPH);
  if (context.hasAcc && driving.length >= MIN_FIXES && fixes.every((fix) => fix.ignition !== true))
    out.push(finding('noAccWire', { count: driving.length }));
  const interval = liveIntervalS(fixes);
  const set = context.positionIntervalS;
  if (interval !== null && (interval > set * INTERVAL_FACTOR || interval * INTERVAL_FACTOR < set))
    out.push(finding('otherInterval', { measuredS: Math.round(interval), setS: set }));
  return out;
}

/** The usual time between live fixes while driving; standing devices may send more rarely on purpose. */
function liveIntervalS(fixes: readonly ObservedFix[]): number | null {
  const live = fixes.filter((fix) => !fix.buffered && (fix.speedKph ?? 0) >= DRIVING_KPH);
  const gaps = live.slice(1).map((fix, i) => (fix.timeMs - live[i]!.timeMs) / 1000);
  const positive = gaps.filter((gap) => gap > 0);
  return positive.length < MIN_FIXES ? null : median(positive);
}

import { decodeLiveDelta, encodeLiveDelta, LIVE_FLAG, LIVE_UNKNOWN, type LiveDelta, type LiveEntry } from '@sightline/contract';
import { NO_ALARM } from '@sightline/domain';
import { KeyIndex } from './key-index.ts';
import { allocateColumns, copySlot, type LiveColumns } from './live-columns.ts';
import { ALARMED, ALL_STATUSES, isOnline, LiveStatus, maskOf, statusOf, type LiveStatusCode } from './live-status.ts';
import { SlotSet } from './slot-set.ts';

export type { LiveColumns } from './live-columns.ts';

/** What the list knows of a device beside its live state. */
export interface RosterDevice {
  readonly key: number;
  readonly deviceId: string;
  readonly name: string;
  readonly customerId: string;
  readonly icon?: string;
  /** No place of it is known any more: what it showed before goes. */
  readonly hasNoPlace?: boolean;
}

export interface LiveChange {
  readonly version: number;
  /** The slots that changed since the previous call, each once; `null` when the roster changed: read everything. */
  readonly slots: Uint32Array | null;
}

/** The read side that the map, the list and the card share. */
export interface LiveStore {
  /** Goes up with each applied batch. */
  readonly version: number;
  /** Goes up when devices come, go or change their slot. */
  readonly rosterVersion: number;
  readonly columns: LiveColumns;
  /** The device of each slot; another array whenever the roster changes. */
  readonly roster: readonly RosterDevice[];
  /** Devices per status code; at {@link ALARMED} those with an alarm. */
  readonly counts: Readonly<Uint32Array>;
  /** -1 when the device is not in the roster. */
  slotOf(deviceId: string): number;
  /** Throws RangeError for a slot outside the roster. */
  deviceAt(slot: number): RosterDevice;
  /** Calls at most once per animation frame, only after a change. Returns the way to stop. */
  subscribe(listener: (change: LiveChange) => void): () => void;
}

/** Runs a task before the next paint; a parameter, so that tests drive the clock. */
export type Schedule = (task: () => void) => void;

const onNextFrame: Schedule = (task) => {
  // A hidden tab gets no frames; a slow timer keeps counts right at no cost.
  if (document.visibilityState === 'visible') requestAnimationFrame(task);
  else setTimeout(task, 250);
};

/** The one writer of the live state. Nothing here touches React. */
export class LiveStateStore implements LiveStore {
  version = 0;
  rosterVersion = 0;
  columns: LiveColumns = allocateColumns(0);
  readonly counts = new Uint32Array(ALARMED + 1);
  roster: readonly RosterDevice[] = [];
  private slotById = new Map<string, number>();
  private index = new KeyIndex([]);
  private readonly listeners = new Set<(change: LiveChange) => void>();
  private readonly dirty = new SlotSet();
  private rosterDirty = false;
  private scheduled = false;
  private readonly schedule: Schedule;

  constructor(schedule: Schedule = onNextFrame) {
    this.schedule = schedule;
  }

  /**
   * Replaces the devices on screen. A device that stays keeps its live values, a new one is `inactive` until its first
   * values. Of repeated keys the first counts.
   */
  setRoster(devices: readonly RosterDevice[]): void {
    const old = this.columns;
    const oldSlots = this.index;
    const unique = [...new Map(devices.toReversed().map((device) => [device.key, device])).values()].toReversed();
    const columns = allocateColumns(unique.length);
    this.index = new KeyIndex(unique.map((device) => device.key));
    this.dirty.reset(unique.length);
    this.slotById = new Map(unique.map((device, slot) => [device.deviceId, slot]));
    this.counts.fill(0);
    unique.forEach((device, slot) => {
      columns.key[slot] = device.key;
      const from = oldSlots.slotOf(device.key);
      if (from !== -1 && device.hasNoPlace !== true) copySlot(old, from, columns, slot);
      this.count(columns.status[slot] as number, 1);
      if (columns.alarm[slot] !== NO_ALARM) this.count(ALARMED, 1);
    });
    this.columns = columns;
    this.roster = unique;
    this.rosterVersion++;
    this.rosterDirty = true;
    this.changed();
  }

  /** Writes single values, as a snapshot brings them, with the precision of a batch. Keys outside the roster are passed over. */
  applyEntries(entries: Iterable<LiveEntry>): void {
    const delta = decodeLiveDelta(encodeLiveDelta(0, [...entries]));
    if (delta !== null) this.applyDelta(delta);
  }

  /**
   * Writes a binary batch in place, or the entries `from` to before `end` of it. Keys outside the roster are passed over; an older value
   * never replaces a newer one.
   */
  applyDelta(delta: LiveDelta, from = 0, end = delta.count): void {
    // A hundred thousand devices may come at once. In one loop over local arrays no number is ever boxed for a call.
    const { key, flags, alarm, speed, course, lat, lon, fixTimeMs, lastContactMs } = delta;
    const { columns, index, dirty } = this;
    for (let i = from; i < end; i++) {
      const slot = index.slotOf(key[i] as number);
      if (slot === -1) continue;
      const flag = flags[i] as number;
      const fixMs = fixTimeMs[i] as number;
      if ((flag & LIVE_FLAG.hasFix) !== 0 && !(fixMs < (columns.fixTimeMs[slot] as number))) {
        const kph = speed[i] as number;
        const degrees = course[i] as number;
        columns.lat[slot] = (lat[i] as number) / 1e7;
        columns.lon[slot] = (lon[i] as number) / 1e7;
        columns.speedKph[slot] = kph === LIVE_UNKNOWN ? NaN : kph / 10;
        columns.course[slot] = degrees === LIVE_UNKNOWN ? NaN : degrees;
        columns.fixTimeMs[slot] = fixMs;
        dirty.add(slot);
      }
      const contactMs = lastContactMs[i] as number;
      if (contactMs < (columns.lastContactMs[slot] as number)) continue;
      columns.lastContactMs[slot] = contactMs > 0 ? contactMs : NaN;
      columns.acc[slot] = (flag >> LIVE_FLAG.accShift) & LIVE_FLAG.accMask;
      this.setStatus(slot, statusOf(flag & LIVE_FLAG.motionMask, (flag & LIVE_FLAG.online) !== 0, contactMs));
      if (alarm[i] !== columns.alarm[slot]) this.setAlarm(slot, alarm[i] as number);
    }
    this.changed();
  }

  /** Devices whose last contact lies before `beforeMs` count as offline, also when no message says so. */
  expire(beforeMs: number): void {
    const { status, lastContactMs, count } = this.columns;
    for (let slot = 0; slot < count; slot++) {
      if (isOnline(status[slot] as number) && (lastContactMs[slot] as number) < beforeMs) this.setStatus(slot, LiveStatus.offline);
    }
    if (this.dirty.size > 0) this.changed();
  }

  slotOf(deviceId: string): number {
    return this.slotById.get(deviceId) ?? -1;
  }

  deviceAt(slot: number): RosterDevice {
    const device = this.roster[slot];
    if (device === undefined) throw new RangeError(`slot ${slot} of ${this.roster.length}`);
    return device;
  }

  subscribe(listener: (change: LiveChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private setStatus(slot: number, status: LiveStatusCode): void {
    this.dirty.add(slot);
    const before = this.columns.status[slot] as number;
    if (before === status) return;
    this.count(before, -1);
    this.count(status, 1);
    this.columns.status[slot] = status;
  }

  private setAlarm(slot: number, alarm: number): void {
    const { columns } = this;
    this.count(ALARMED, Number(alarm !== NO_ALARM) - Number(columns.alarm[slot] !== NO_ALARM));
    columns.alarm[slot] = alarm;
  }

  private count(status: number, by: number): void {
    this.counts[status] = (this.counts[status] as number) + by;
  }

  private changed(): void {
    this.version++;
    if (this.scheduled) return;
    this.scheduled = true;
    this.schedule(() => {
      this.scheduled = false;
      const changed = this.dirty.take();
      const slots = this.rosterDirty ? null : changed;
      this.rosterDirty = false;
      if (slots !== null && slots.length === 0) return;
      const change: LiveChange = { version: this.version, slots };
      for (const listener of this.listeners) listener(change);
    });
  }
}

/** Whether a device passes a filter mask: by its status, or by its alarm where the mask asks for {@link ALARMED}. */
export const passes = ({ status, alarm }: LiveColumns, slot: number, mask: number): boolean =>
  (maskOf(status[slot] as number) & mask) !== 0 || (alarm[slot] !== NO_ALARM && (maskOf(ALARMED) & mask) !== 0);

/** Devices of the statuses of the mask, or those with an alarm: a mask of both would count some twice. */
export const countOf = (counts: Readonly<Uint32Array>, mask: number = ALL_STATUSES): number =>
  counts.reduce((sum, count, place) => sum + ((maskOf(place) & mask) === 0 ? 0 : count), 0);

import { NO_ALARM } from '@sightline/domain';
import { ALARMED, maskOf } from '../../live/live-status.ts';
import type { LiveStore } from '../../live/live-store.ts';
import { SlotSet } from '../../live/slot-set.ts';
import type { ClusterResult, View } from './cluster-grid.ts';
import {
  buffersOf,
  type ClusterLook,
  type ClusterPictures,
  type DeviceColumns,
  type FromClusterWorker,
  type ToClusterWorker,
} from './cluster-messages.ts';
import { ALARM_KIND } from './marker-kinds.ts';

/** Which devices are drawn and which of them stand out. */
export interface DrawnFilter {
  /** Bits of `maskOf(status)`, and of `maskOf(ALARMED)`. */
  readonly statusMask: number;
  /** By slot, 1 = drawn; null draws all. */
  readonly slotFilter: Uint8Array | null;
}

/** Above this share of changed devices sending all of them is cheaper than picking. */
const PARTIAL_MAX = 0.3;

const makeColumns = (slots: Uint32Array | null, n: number): DeviceColumns => ({
  slots,
  lat: new Float64Array(n),
  lon: new Float64Array(n),
  course: new Float32Array(n),
  kind: new Uint8Array(n),
  drawn: new Uint8Array(n),
});

/** Columns of the given slots (null: all), copied so that they can change hands; `spare` is filled when it has the right length. */
export const collectColumns = (
  store: LiveStore,
  filter: DrawnFilter,
  slots: Uint32Array | null,
  spare: DeviceColumns | null = null,
): DeviceColumns => {
  const { columns } = store;
  const { statusMask, slotFilter } = filter;
  // In the loop every device costs.
  const { status, alarm } = columns;
  const alarmedToo = (statusMask & maskOf(ALARMED)) !== 0;
  const n = slots === null ? columns.count : slots.length;
  const target = spare !== null && spare.lat.length === n ? { ...spare, slots } : makeColumns(slots, n);
  const { lat, lon, course, kind, drawn } = target;
  for (let i = 0; i < n; i++) {
    const slot = slots === null ? i : (slots[i] as number);
    const code = status[slot] as number;
    const hasAlarm = alarm[slot] !== NO_ALARM;
    kind[i] = hasAlarm ? ALARM_KIND : code;
    drawn[i] = ((statusMask >> code) & 1 || (hasAlarm && alarmedToo)) && (slotFilter === null || slotFilter[slot] === 1) ? 1 : 0;
  }
  if (slots === null) {
    lat.set(columns.lat);
    lon.set(columns.lon);
    course.set(columns.course);
    return target;
  }
  for (let i = 0; i < n; i++) {
    const slot = slots[i] as number;
    lat[i] = columns.lat[slot] as number;
    lon[i] = columns.lon[slot] as number;
    course[i] = columns.course[slot] as number;
  }
  return target;
};

/** An answer and the roster it belongs to: its slots mean nothing after another roster. */
export interface ClusterAnswer {
  readonly result: ClusterResult;
  readonly rosterVersion: number;
  readonly pictures: ClusterPictures;
  /** Time the worker spent, ms. */
  readonly workMs: number;
}

/**
 * Keeps the cluster worker supplied: one question at a time, the newest state when it is free. What changes meanwhile is
 * sent together with the next question, so a slow worker drops frames and never falls behind.
 */
export class ClusterClient {
  private readonly worker: Worker;
  private readonly changed = new SlotSet();
  /** Columns that came back: fresh ones of this size cost more than filling them. */
  private spare: DeviceColumns | null = null;
  private everything = true;
  private busy = false;
  private wanted: { view: View; pinned: Int32Array; look: ClusterLook } | null = null;
  private askedRoster = -1;
  private lastId = 0;
  private readonly memberRequests = new Map<number, (slots: Uint32Array) => void>();

  constructor(
    private readonly store: LiveStore,
    private filter: DrawnFilter,
    private readonly onAnswer: (answer: ClusterAnswer) => void,
  ) {
    this.changed.reset(store.columns.count);
    this.worker = new Worker(new URL('./cluster.worker.ts', import.meta.url), { type: 'module' });
    this.worker.addEventListener('message', (event: MessageEvent<FromClusterWorker>) => this.receive(event.data));
  }

  /** Notes what changed; null: everything. */
  note(slots: Uint32Array | null): void {
    const { count } = this.store.columns;
    if (slots === null) this.changed.reset(count);
    if (slots === null || slots.length > count * PARTIAL_MAX) this.everything = true;
    else if (!this.everything) for (const slot of slots) this.changed.add(slot);
  }

  setFilter(filter: DrawnFilter): void {
    this.filter = filter;
    this.everything = true;
  }

  ask(view: View, pinned: Int32Array, look: ClusterLook): void {
    this.wanted = { view, pinned, look };
    this.send();
  }

  /** Slots of a feature of the newest answer. */
  members(feature: number, limit: number): Promise<Uint32Array> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      this.memberRequests.set(id, resolve);
      this.post({ type: 'members', id, feature, limit }, []);
    });
  }

  close(): void {
    this.worker.terminate();
    this.memberRequests.clear();
  }

  private send(): void {
    if (this.busy || this.wanted === null) return;
    const { view, pinned, look } = this.wanted;
    this.wanted = null;
    this.busy = true;
    this.askedRoster = this.store.rosterVersion;
    const devices = this.takeChanges();
    this.post({ type: 'query', id: ++this.lastId, devices, view, pinned, look }, devices ? buffersOf(devices) : []);
  }

  private takeChanges(): DeviceColumns | null {
    if (!this.everything && this.changed.size === 0) return null;
    const all = this.everything || this.changed.size > this.store.columns.count * PARTIAL_MAX;
    const slots = this.changed.take();
    const devices = collectColumns(this.store, this.filter, all ? null : slots, this.spare);
    this.everything = false;
    this.spare = null;
    return devices;
  }

  private post(message: ToClusterWorker, transfer: Transferable[]): void {
    this.worker.postMessage(message, transfer);
  }

  private receive(message: FromClusterWorker): void {
    if (message.type === 'members') {
      this.memberRequests.get(message.id)?.(message.slots);
      this.memberRequests.delete(message.id);
      return;
    }
    this.busy = false;
    if (message.spare !== null) this.spare = message.spare;
    const { result, pictures, workMs } = message;
    this.onAnswer({ result, pictures, rosterVersion: this.askedRoster, workMs });
    this.send();
  }
}

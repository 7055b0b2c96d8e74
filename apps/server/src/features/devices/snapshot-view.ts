import { LIVE_MOTION, type LiveSnapshot } from '@sightline/contract';
import type { LiveRow } from '@sightline/db';
import { alarmNumber } from '@sightline/domain';

/** Gives each text a number, in order of its first use. */
class Dictionary {
  readonly entries: string[] = [];
  private readonly index = new Map<string, number>();

  add(text: string): number {
    let i = this.index.get(text);
    if (i === undefined) {
      i = this.entries.push(text) - 1;
      this.index.set(text, i);
    }
    return i;
  }
}

/** Devices as columns, for fleets of ten thousands. */
export class LiveSnapshotWriter {
  private readonly customers = new Dictionary();
  private readonly types = new Dictionary();
  private readonly icons = new Dictionary();
  private readonly snapshot: LiveSnapshot;

  constructor(onlineTimeoutS: number) {
    this.snapshot = {
      serverTimeMs: Date.now(),
      onlineTimeoutS,
      customers: [],
      types: this.types.entries,
      icons: this.icons.entries,
      key: [],
      id: [],
      name: [],
      customer: [],
      type: [],
      icon: [],
      lat: [],
      lon: [],
      speedKph: [],
      course: [],
      motion: [],
      acc: [],
      fixTimeMs: [],
      lastContactMs: [],
      alarm: [],
    };
  }

  add(r: LiveRow): void {
    const s = this.snapshot;
    s.key.push(Number(r.key));
    s.id.push(r.id);
    s.name.push(r.name);
    s.customer.push(this.customers.add(r.customer_id));
    s.type.push(this.types.add(r.type_code));
    s.icon.push(this.icons.add(r.icon));
    s.lat.push(r.lat);
    s.lon.push(r.lon);
    s.speedKph.push(r.speed_kph);
    s.course.push(r.course);
    s.motion.push(LIVE_MOTION.indexOf(r.motion));
    s.acc.push(r.ignition === null ? 2 : r.ignition ? 1 : 0);
    s.fixTimeMs.push(r.fix_time_ms ?? 0);
    s.lastContactMs.push(r.last_contact_ms ?? 0);
    s.alarm.push(alarmNumber(r.alarm));
  }

  /** Ids of the customers that have been met. */
  get customerIds(): readonly string[] {
    return this.customers.entries;
  }

  finish(customerNames: ReadonlyMap<string, string>): LiveSnapshot {
    return { ...this.snapshot, customers: this.customers.entries.map((id) => ({ id, name: customerNames.get(id) ?? '' })) };
  }
}

import {
  createEngine,
  type Attributes,
  type AttributeValue,
  type Engine,
  type EngineState,
  type LiveFix,
  type LiveState,
  type Position,
  type PositionKey,
} from '@sightline/domain';
import type { PositionStore, StoredState } from '@sightline/db';
import type { KnownDevice } from '../services/gateway/ports.ts';

const RECENT = 32;
const MAX_LATEST_ATTRIBUTES = 256;

/** The identities of a device's last positions: answers most repeats without the database. */
class RecentKeys {
  private readonly times = new Float64Array(RECENT);
  private readonly sequences = new Int32Array(RECENT);
  private next = 0;

  add(key: PositionKey): void {
    this.times[this.next] = key.fixTimeMs;
    this.sequences[this.next] = key.sequence;
    this.next = (this.next + 1) % RECENT;
  }

  has(key: PositionKey): boolean {
    for (let i = 0; i < RECENT; i++) if (this.times[i] === key.fixTimeMs && this.sequences[i] === key.sequence) return true;
    return false;
  }
}

/**
 * What the pipeline remembers of a device between two batches. It is what the database holds, or will hold as soon as
 * the batch in hand is committed; when that batch is given up, the memory is thrown away and read again.
 */
export class DeviceMemory {
  device: KnownDevice;
  engine: Engine;
  lastContactMs: number;
  fix: LiveFix | null;
  readonly attributes: Record<string, AttributeValue>;
  readonly recent = new RecentKeys();
  private attributeCount: number;
  /** Ignition as last told by a status message, for protocols whose positions do not say it. */
  statusIgnition: { readonly on: boolean; readonly atMs: number } | null = null;

  constructor(device: KnownDevice, engineState: EngineState | undefined, stored: StoredState | undefined) {
    this.device = device;
    this.engine = engineState ? createEngine(device.settings, engineState) : createEngine(device.settings);
    this.lastContactMs = stored?.lastContactMs ?? 0;
    this.fix = stored?.fix ?? null;
    this.attributes = { ...stored?.attributes };
    this.attributeCount = Object.keys(this.attributes).length;
  }

  /** Takes over changed settings: the engine goes on with its state. */
  refresh(device: KnownDevice): void {
    if (this.device === device) return;
    this.device = device;
    this.engine = createEngine(device.settings, this.engine.state);
  }

  /** Takes over the newest values. The number of names is bounded: a device may invent them. */
  merge(attributes: Attributes): void {
    for (const name in attributes) {
      if (!(name in this.attributes)) {
        if (this.attributeCount >= MAX_LATEST_ATTRIBUTES) continue;
        this.attributeCount++;
      }
      this.attributes[name] = attributes[name]!;
    }
  }

  drop(name: string): void {
    if (!(name in this.attributes)) return;
    delete this.attributes[name];
    this.attributeCount--;
  }

  /** Moves the latest fix to the last accepted position, never backwards. `known`: positions at hand, for what the engine does not keep. */
  moveFix(known: readonly { readonly position: Position }[]): void {
    const good = this.engine.summary().lastGood;
    if (!good || (this.fix && this.fix.fixTimeMs > good.fixTimeMs)) return;
    const own = known.findLast(({ position }) => position.fixTimeMs === good.fixTimeMs && position.sequence === good.sequence)?.position;
    if (!own && this.fix?.fixTimeMs === good.fixTimeMs) return;
    // Without it at hand it was accepted only by what came after it.
    const { course, altitudeM, type } = own ?? { course: null, altitudeM: null, type: 1 as const };
    this.fix = { fixTimeMs: good.fixTimeMs, lat: good.lat, lon: good.lon, speedKph: good.speedKph, course, altitudeM, type };
  }

  live(): LiveState {
    const summary = this.engine.summary();
    return {
      deviceKey: this.device.deviceKey,
      deviceId: this.device.deviceId,
      lastContactMs: this.lastContactMs,
      fix: this.fix,
      motion: summary.status,
      motionSinceMs: summary.statusSinceMs,
      ignition: summary.ignition,
      ignitionSinceMs: summary.ignitionSinceMs,
      odometerM: summary.odometerM,
      attributes: { ...this.attributes },
    };
  }

  /** A memory of its own with another engine state, to try out what a re-run would make of this one. */
  withEngine(state: EngineState): DeviceMemory {
    const copy = new DeviceMemory(this.device, state, { ...this.live() });
    copy.statusIgnition = this.statusIgnition;
    copy.moveFix([]);
    return copy;
  }
}

/** Memories by device, the least recently used are forgotten first (what they hold is in the database). */
export class MemoryCache {
  private readonly memories = new Map<number, DeviceMemory>();

  constructor(
    private readonly store: PositionStore,
    private readonly capacity = 33_000,
  ) {}

  get(deviceKey: number): DeviceMemory | undefined {
    return this.memories.get(deviceKey);
  }

  put(memory: DeviceMemory): void {
    this.memories.set(memory.device.deviceKey, memory);
  }

  forget(deviceKey: number): void {
    this.memories.delete(deviceKey);
  }

  /** The memories of `devices`, by key; those missing are read in one go. Rejects with the driver's error. */
  async load(devices: ReadonlyMap<number, KnownDevice>): Promise<void> {
    const missing: KnownDevice[] = [];
    for (const device of devices.values()) {
      const memory = this.memories.get(device.deviceKey);
      if (!memory) missing.push(device);
      else {
        // To the end: the map's order is that of use.
        this.memories.delete(device.deviceKey);
        this.memories.set(device.deviceKey, memory);
        memory.refresh(device);
      }
    }
    if (missing.length === 0) return;
    const keys = missing.map((device) => device.deviceKey);
    const [engines, states] = await Promise.all([this.store.engineStates(keys), this.store.systemReader().states(keys)]);
    for (const device of missing)
      this.memories.set(device.deviceKey, new DeviceMemory(device, engines.get(device.deviceKey), states.get(device.deviceKey)));
    for (const key of this.memories.keys()) {
      if (this.memories.size <= this.capacity || devices.has(key)) break;
      this.memories.delete(key);
    }
  }
}

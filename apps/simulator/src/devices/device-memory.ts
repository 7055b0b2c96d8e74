/** What a simulated device keeps when its connection ends: circuits, doors, settings. A device has one, its connections share it. */
export interface DeviceMemory {
  /** Fuel or ignition circuit cut. */
  blocked: boolean;
  doorsLocked: boolean;
  /** Parameters as they leave the factory. */
  readonly factory: readonly (readonly [number, string])[];
  /** Parameters of JT/T 808 by number, as octets in hexadecimal. */
  readonly parameters: Map<number, string>;
  /** Settings of devices that are told in text, by their key. */
  readonly settings: Map<string, string>;
  /** Texts shown to the driver, newest last; the last few only. */
  readonly texts: string[];
  /** Seconds between reports while driving, as the platform has set it; null = as the fleet does. */
  intervalS: number | null;
  /** A shorter interval for a while: until when, ms. */
  tracking: { readonly intervalS: number; readonly untilMs: number } | null;
}

const dword = (n: number): string => n.toString(16).padStart(8, '0');
const ascii = (text: string): string => [...text].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('');

/** Heartbeat, APN, server, ports, intervals, corner, speed limit. JT/T 808-2013 table 12. */
const FACTORY_PARAMETERS: readonly (readonly [number, string])[] = [
  [0x0001, dword(60)],
  [0x0010, ascii('internet')],
  [0x0013, ascii('localhost')],
  [0x0018, dword(5015)],
  [0x0020, dword(0)],
  [0x0027, dword(300)],
  [0x0029, dword(10)],
  [0x0030, dword(30)],
  [0x0055, dword(120)],
  [0x0056, dword(10)],
];

/** `more`: parameters that not every device has. */
export function factoryMemory(more: readonly (readonly [number, string])[] = []): DeviceMemory {
  const factory = [...FACTORY_PARAMETERS, ...more];
  return {
    factory,
    blocked: false,
    doorsLocked: false,
    parameters: new Map(factory),
    settings: new Map(),
    texts: [],
    intervalS: null,
    tracking: null,
  };
}

/** What a reset to factory settings leaves of it: the circuits are where they were. */
export function resetToFactory(memory: DeviceMemory): void {
  memory.parameters.clear();
  for (const [id, hex] of memory.factory) memory.parameters.set(id, hex);
  memory.settings.clear();
  memory.intervalS = null;
  memory.tracking = null;
}

const MAX_TEXTS = 10;
export function showText(memory: DeviceMemory, text: string): void {
  memory.texts.push(text);
  if (memory.texts.length > MAX_TEXTS) memory.texts.shift();
}

/** Seconds between reports now; `usual` is what the fleet does. */
export const reportIntervalS = (memory: DeviceMemory, usual: number, nowMs: number): number =>
  memory.tracking && nowMs < memory.tracking.untilMs ? memory.tracking.intervalS : (memory.intervalS ?? usual);

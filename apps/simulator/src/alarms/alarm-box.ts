import { ByteWriter } from '@sightline/codec';
import type { LinkTarget } from '../camera/media-link.ts';
import { alarmEvent, evidenceFiles, KINDS_IN_TURN, type AlarmEvent } from './alarm-event.ts';
import { uploadEvidence } from './evidence-upload.ts';

/** Alarms whose files can still be fetched. */
const MAX_KEPT = 20;

/** The alarms that the cameras of a vehicle raise, and their files for whoever asks. */
export class AlarmBox {
  private readonly events = new Map<string, AlarmEvent>();
  private readonly stops = new Set<() => void>();
  private count = 0;

  constructor(
    private readonly deviceId: string,
    private readonly channels: number,
  ) {}

  /** Raises the next alarm that the settings of the unit let through, to be told with a position of this instant; null when there is none. */
  raise(parameters: ReadonlyMap<number, string>, now: { readonly timeMs: number; readonly speedKph: number }): AlarmEvent | null {
    const { deviceId, channels } = this;
    for (let number = this.count; number < this.count + KINDS_IN_TURN; number++) {
      const event = alarmEvent(deviceId, { number, channels, parameters }, now);
      if (event) return this.keep(event);
    }
    return null;
  }

  private keep(event: AlarmEvent): AlarmEvent {
    this.count = event.number + 1;
    this.events.set(event.sign, event);
    const [oldest] = this.events.keys();
    if (this.events.size > MAX_KEPT && oldest !== undefined) this.events.delete(oldest);
    return event;
  }

  /** 0x9208: whether there is such an alarm; then its files are on their way. */
  upload(target: LinkTarget, identification: string, alarmNumber: string): boolean {
    const event = this.events.get(identification);
    if (!event) return false;
    const files = evidenceFiles(this.deviceId, event, this.channels, alarmNumber);
    const phone = new ByteWriter(6).bcd(this.deviceId, 6).finish();
    const terminalId = this.deviceId.slice(-7).padStart(7, '0');
    this.stops.add(uploadEvidence({ phone, target, terminalId, identification, alarmNumber, files }));
    return true;
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.stops.clear();
  }
}

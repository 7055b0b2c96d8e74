import { AI_ALARMS_ATTRIBUTE, type AiAlarm, type AlarmKind, type AttributeValue } from '@sightline/domain';
import { macText, networksAttribute } from '../../networks.ts';
import type { CellTower, WifiAccessPoint } from '../../networks.ts';

/** Gathers what the items of one record say. */
export class Collector {
  readonly attributes: Record<string, AttributeValue> = {};
  private alarms: AlarmKind[] | null = null;
  private aiAlarms: AiAlarm[] | null = null;
  private cells: CellTower[] | null = null;
  private wifis: WifiAccessPoint[] | null = null;

  set(key: string, value: AttributeValue): void {
    this.attributes[key] = value;
  }

  alarm(kind: AlarmKind): void {
    if (this.alarms === null) this.alarms = [kind];
    else if (!this.alarms.includes(kind)) this.alarms.push(kind);
  }

  /** An alarm of active safety; one that ends is told as such, and is none of the present. */
  aiAlarm(alarm: AiAlarm): void {
    (this.aiAlarms ??= []).push(alarm);
    if (alarm.phase !== 'end') this.alarm(alarm.kind);
  }

  /** An area alarm whose direction only an item tells. */
  refineAlarm(kind: AlarmKind, refined: AlarmKind): void {
    const at = this.alarms?.indexOf(kind) ?? -1;
    if (at >= 0) this.alarms![at] = refined;
    else this.alarm(refined);
  }

  cell(mcc: number, mnc: number, lac: number, cid: number, rssi?: number): void {
    if (lac === 0 && cid === 0) return;
    (this.cells ??= []).push(rssi === undefined ? { mcc, mnc, lac, cid } : { mcc, mnc, lac, cid, rssi });
  }

  /** `rssi` in dBm (negative) or as the device gives it. */
  wifi(mac: Uint8Array | string, rssi: number): void {
    const text = typeof mac === 'string' ? mac.toLowerCase() : macText(mac);
    if (/^(00:?)+$/.test(text)) return;
    (this.wifis ??= []).push({ mac: text, rssi });
  }

  /** 2 base stations, 3 WLAN, or null when neither was heard. */
  get networkType(): 2 | 3 | null {
    if (this.wifis !== null) return 3;
    return this.cells === null ? null : 2;
  }

  /** Puts alarms and networks among the attributes: `alarm` is a comma list, `aiAlarms` JSON of `AiAlarm[]`, `networks` JSON `{cells, wifi}`. */
  finish(): Record<string, AttributeValue> {
    if (this.alarms !== null) this.attributes['alarm'] = this.alarms.join(',');
    if (this.aiAlarms !== null) this.attributes[AI_ALARMS_ATTRIBUTE] = JSON.stringify(this.aiAlarms);
    if (this.cells !== null || this.wifis !== null) this.attributes['networks'] = networksAttribute(this.cells ?? [], this.wifis ?? []);
    return this.attributes;
  }
}

import type { Device, Report } from './driver.ts';
import { resetToFactory } from './device-memory.ts';

export interface TextAnswer {
  readonly text: string;
  readonly restart?: true;
}

const failed = (command: string): TextAnswer => ({ text: `ERROR: unknown command ${command.slice(0, 40)}` });

function cut({ memory }: Device, blocked: boolean): TextAnswer {
  memory.blocked = blocked;
  return { text: blocked ? 'Cut off the fuel supply: Success!' : 'Restore fuel supply: Success!' };
}

function position(report: Report | null): TextAnswer {
  if (!report) return { text: 'No position!' };
  const north = report.lat >= 0 ? 'N' : 'S';
  const east = report.lon >= 0 ? 'E' : 'W';
  const time = new Date(report.timeMs).toISOString().slice(0, 19).replace('T', ' ');
  return {
    text:
      `Current position!Lat:${north}${Math.abs(report.lat).toFixed(6)},Lon:${east}${Math.abs(report.lon).toFixed(6)},` +
      `Course:${report.course.toFixed(2)},Speed:${report.speedKph.toFixed(2)},DateTime:${time}`,
  };
}

/** Settings of Concox texts that are kept as they came, by their first word. */
const KEPT = new Set(['TIMER', 'SERVER', 'GMT', 'SPEED', 'HBT', 'APN', 'SOS']);

/** What text commands of the Concox family do to the simulated device. */
export function concoxCommand(command: string, device: Device): TextAnswer {
  const { memory } = device;
  const text = command.trim().replace(/#.*$/, '');
  const [word = '', ...values] = text.toUpperCase().split(',');
  if (word === 'RELAY') return cut(device, values[0] === '1');
  if (word === 'DYD') return cut(device, true);
  if (word === 'HFYD') return cut(device, false);
  if (word === 'STATUS')
    return {
      text: `Battery:4.13V,NORMAL; GPRS:Link Up; GSM Signal Level:Strong; GPS:Successful positioning; Relay:${memory.blocked ? 1 : 0}`,
    };
  if (word === 'WHERE') return position(device.now());
  if (word === 'VERSION') return { text: '[VERSION]SIMULATOR_1.0 [BUILD]2026/01/01 00:00' };
  if (word === 'PARAM') {
    const kept = [...memory.settings].map(([key, value]) => `${key}:${value}`);
    return { text: ['IMEI:simulated', ...kept].join('; ') };
  }
  if (word === 'RESET') return { text: 'The terminal will restart!', restart: true };
  if (word === 'FACTORY') {
    resetToFactory(memory);
    return { text: 'All settings are restored: OK!', restart: true };
  }
  if (!KEPT.has(word)) return failed(command);
  memory.settings.set(word, values.join(','));
  if (word === 'TIMER' && Number(values[0]) >= 5) memory.intervalS = Number(values[0]);
  return { text: 'OK!' };
}

/** Send period while moving in the home network. */
const MOVING_PERIOD = '10050';

/** What Codec 12 texts do to the simulated device. */
export function teltonikaCommand(command: string, device: Device): TextAnswer {
  const { memory } = device;
  const [word = '', ...rest] = command.trim().split(/\s+/);
  const value = rest.join(' ');
  switch (word.toLowerCase()) {
    case 'setdigout': {
      memory.blocked = value.startsWith('1');
      return { text: `DOUT1:${memory.blocked ? 1 : 0} Timeout:INFINITY` };
    }
    case 'getver':
      return { text: 'Ver:03.27.07_00 GPS:AXN_5.10 Hw:SIM920 Mod:13 IMEI:simulated Init:2026-1-1 0:0 Uptime:1000' };
    case 'getinfo':
      return {
        text: 'INI:2026/1/1 0:0 RTC:2026/1/1 0:0 RST:1 ERR:0 SR:0 BR:0 CF:0 FG:0 FL:0 TU:0/0 UT:0 SMS:0 NOGPS:0:0 GPS:3 SAT:11 RS:3 RF:0 SF:1 MD:0',
      };
    case 'getstatus':
      return {
        text: `Data Link: 1 GPRS: 1 Phone: 0 SIM: 0 OP: 26201 Signal: 4 NewSMS: 0 Roaming: 0 SMSFull: 0 DOUT1: ${memory.blocked ? 1 : 0}`,
      };
    case 'getio':
      return { text: `DI1:0 DI2:0 AIN1:0 DO1:${memory.blocked ? 1 : 0} DO2:0` };
    case 'getgps': {
      const report = device.now();
      return report
        ? {
            text: `GPS:1 Sat:${report.satellites} Lat:${report.lat.toFixed(6)} Long:${report.lon.toFixed(6)} Speed:${Math.round(report.speedKph)}`,
          }
        : { text: 'GPS:0' };
    }
    case 'getparam':
      return {
        text: value
          .split(';')
          .map((id) => `Param ID:${id} Val:${memory.settings.get(id) ?? '0'}`)
          .join('; '),
      };
    case 'setparam': {
      const pairs = value.split(';').map((pair) => pair.split(':', 2) as [string, string | undefined]);
      if (pairs.some(([id, v]) => !/^\d+$/.test(id) || v === undefined)) return failed(command);
      for (const [id, v] of pairs) memory.settings.set(id, v!);
      const period = Number(memory.settings.get(MOVING_PERIOD));
      if (period >= 1) memory.intervalS = period;
      return { text: pairs.map(([id, v]) => `New value ${id}:${v}`).join(';') };
    }
    case 'cpureset':
      return { text: 'Restarting', restart: true };
    default:
      return failed(command);
  }
}

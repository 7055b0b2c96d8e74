import { ByteWriter, DecodeError, counted, fieldContext, struct, textRest, toHex, tuple, u16, u32, u8, fromHex } from '@sightline/codec';
import type { Field } from '@sightline/codec';
import { ALARM_SETTING_GROUPS, ALARM_SETTINGS } from '@sightline/domain';
import { alarmSettingsField } from '../../jsatl12/alarm-settings.ts';
import { message } from './definition.ts';
import type { MessageDefinition } from './definition.ts';

export interface ParameterDefinition {
  readonly id: number;
  readonly name: string;
  readonly value: Field<unknown>;
}

const p = (id: number, name: string, value: Field<unknown>): ParameterDefinition => ({ id, name, value });

/** 0x0110-0x01FF: interval ms, then channel, frame kind, collection way and 29-bit id in one word. */
const canSampling: Field<unknown> = {
  read(reader, name) {
    const intervalMs = reader.u32(name);
    const word = reader.u32(name);
    return { intervalMs, channel: word >>> 31, extended: (word >>> 30) & 1, averaged: (word >>> 29) & 1, canId: word & 0x1fff_ffff };
  },
  write(writer, value) {
    const v = value as { intervalMs: number; channel: number; extended: number; averaged: number; canId: number };
    writer.u32(v.intervalMs).u32(((v.channel << 31) | (v.extended << 30) | (v.averaged << 29) | v.canId) >>> 0);
  },
  sample: (random) => ({
    intervalMs: random(1e6),
    channel: random(1),
    extended: random(1),
    averaged: random(1),
    canId: random(0x1fff_ffff),
  }),
};

/** 0x0032: hh mm hh mm, binary. */
const dailyPeriod = struct({ startHour: u8, startMinute: u8, endHour: u8, endMinute: u8 });

/** Video parameters of JT/T 1078-2016 table 2-7, which are carried by the same messages. */
const encoding = { mode: u8, resolution: u8, keyFrameInterval: u16, framesPerSecond: u8, bitRateKbps: u32 };
const streamPair = { live: struct(encoding), stored: struct(encoding), osd: u16 };
const videoSettings = struct({ ...streamPair, audioEnabled: u8 });
/** Three counts, then as many entries as they add up to. */
const channelTable: Field<unknown> = {
  read(reader, name, context) {
    const counts = {
      audioVideo: u8.read(reader, name, context),
      audio: u8.read(reader, name, context),
      video: u8.read(reader, name, context),
    };
    return {
      ...counts,
      channels: tuple(counts.audioVideo + counts.audio + counts.video, channelEntry).read(reader, `${name}.channels`, context),
    };
  },
  write(writer, value, name, context) {
    const v = value as { audioVideo: number; audio: number; video: number; channels: never };
    for (const count of [v.audioVideo, v.audio, v.video]) u8.write(writer, count, name, context);
    tuple(v.audioVideo + v.audio + v.video, channelEntry).write(writer, v.channels, `${name}.channels`, context);
  },
  sample: (random, context) => ({ audioVideo: 1, audio: 0, video: 1, channels: tuple(2, channelEntry).sample(random, context) }),
};
const channelEntry = struct({ physical: u8, logical: u8, kind: u8, ptz: u8 });
const wakeUp = struct({ mode: u8, condition: u8, weekdays: u8, enabled: u8, periods: tuple(4, struct({ on: clock(), off: clock() })) });

/** BCD `hh mm` as `hh:mm`. */
function clock(): Field<string> {
  return {
    read(reader, name) {
      const d = reader.bcd(2, name);
      return `${d.slice(0, 2)}:${d.slice(2)}`;
    },
    write(writer, value, name) {
      if (!/^[0-9a-f]{2}:[0-9a-f]{2}$/.test(value)) throw new DecodeError('bad-value', `${name} must be hh:mm`, null, name);
      writer.bcd(value.replace(':', ''), 2);
    },
    sample: (random) => `${10 + random(13)}:${10 + random(49)}`,
  };
}

/** JT/T 808-2013 table 12 and 2019 table 12, JT/T 1078-2016 table 2, T/JSATL 12-2017 §4.4. Units stand in the names. */
export const PARAMETERS: readonly ParameterDefinition[] = [
  p(0x0001, 'heartbeatIntervalS', u32),
  p(0x0002, 'tcpTimeoutS', u32),
  p(0x0003, 'tcpRetries', u32),
  p(0x0004, 'udpTimeoutS', u32),
  p(0x0005, 'udpRetries', u32),
  p(0x0006, 'smsTimeoutS', u32),
  p(0x0007, 'smsRetries', u32),
  p(0x0010, 'mainApn', textRest),
  p(0x0011, 'mainUser', textRest),
  p(0x0012, 'mainPassword', textRest),
  p(0x0013, 'mainServer', textRest),
  p(0x0014, 'backupApn', textRest),
  p(0x0015, 'backupUser', textRest),
  p(0x0016, 'backupPassword', textRest),
  p(0x0017, 'backupServer', textRest),
  p(0x0018, 'tcpPort', u32),
  p(0x0019, 'udpPort', u32),
  p(0x001a, 'cardServer', textRest),
  p(0x001b, 'cardTcpPort', u32),
  p(0x001c, 'cardUdpPort', u32),
  p(0x001d, 'cardBackupServer', textRest),
  p(0x0020, 'reportStrategy', u32),
  p(0x0021, 'reportScheme', u32),
  p(0x0022, 'noDriverIntervalS', u32),
  p(0x0023, 'slaveApn', textRest),
  p(0x0024, 'slaveUser', textRest),
  p(0x0025, 'slavePassword', textRest),
  p(0x0026, 'slaveServer', textRest),
  p(0x0027, 'sleepIntervalS', u32),
  p(0x0028, 'emergencyIntervalS', u32),
  p(0x0029, 'defaultIntervalS', u32),
  p(0x002c, 'defaultDistanceM', u32),
  p(0x002d, 'noDriverDistanceM', u32),
  p(0x002e, 'sleepDistanceM', u32),
  p(0x002f, 'emergencyDistanceM', u32),
  p(0x0030, 'cornerAngleDeg', u32),
  p(0x0031, 'fenceRadiusM', u16),
  p(0x0032, 'illegalDrivingPeriod', dailyPeriod),
  p(0x0040, 'platformPhone', textRest),
  p(0x0041, 'resetPhone', textRest),
  p(0x0042, 'factoryResetPhone', textRest),
  p(0x0043, 'platformSmsPhone', textRest),
  p(0x0044, 'alarmSmsPhone', textRest),
  p(0x0045, 'answerPolicy', u32),
  p(0x0046, 'maxCallS', u32),
  p(0x0047, 'maxMonthlyCallS', u32),
  p(0x0048, 'monitorPhone', textRest),
  p(0x0049, 'privilegedSmsPhone', textRest),
  p(0x0050, 'alarmMask', u32),
  p(0x0051, 'alarmSmsBits', u32),
  p(0x0052, 'alarmPhotoBits', u32),
  p(0x0053, 'alarmPhotoStoreBits', u32),
  p(0x0054, 'keyAlarmBits', u32),
  p(0x0055, 'maxSpeedKph', u32),
  p(0x0056, 'overspeedDurationS', u32),
  p(0x0057, 'maxContinuousDrivingS', u32),
  p(0x0058, 'maxDailyDrivingS', u32),
  p(0x0059, 'minRestS', u32),
  p(0x005a, 'maxParkingS', u32),
  p(0x005b, 'overspeedWarningMarginDeciKph', u16),
  p(0x005c, 'fatigueWarningMarginS', u16),
  p(0x005d, 'collisionSettings', u16),
  p(0x005e, 'rolloverAngleDeg', u16),
  p(0x0064, 'timedPhoto', u32),
  p(0x0065, 'distancePhoto', u32),
  p(0x0070, 'imageQuality', u32),
  p(0x0071, 'brightness', u32),
  p(0x0072, 'contrast', u32),
  p(0x0073, 'saturation', u32),
  p(0x0074, 'hue', u32),
  p(0x0075, 'video', videoSettings),
  p(0x0076, 'channels', channelTable),
  p(0x0077, 'channelVideo', counted(u8, struct({ channel: u8, ...streamPair }))),
  p(0x0079, 'alarmRecording', struct({ storageThresholdPercent: u8, maxDurationMin: u8, preAlarmMin: u8 })),
  p(0x007a, 'videoAlarmMask', u32),
  p(0x007b, 'imageAnalysis', struct({ passengerCapacity: u8, fatigueThreshold: u8 })),
  p(0x007c, 'wakeUp', wakeUp),
  p(0x0080, 'odometerDeciKm', u32),
  p(0x0081, 'provinceId', u16),
  p(0x0082, 'cityId', u16),
  p(0x0083, 'plate', textRest),
  p(0x0084, 'plateColor', u8),
  p(0x0090, 'gnssMode', u8),
  p(0x0091, 'gnssBaud', u8),
  p(0x0092, 'nmeaPeriod', u8),
  p(0x0093, 'nmeaSamplingS', u32),
  p(0x0094, 'rawGnssMode', u8),
  p(0x0095, 'rawGnssSetting', u32),
  p(0x0100, 'can1SamplingMs', u32),
  p(0x0101, 'can1UploadS', u16),
  p(0x0102, 'can2SamplingMs', u32),
  p(0x0103, 'can2UploadS', u16),
  ...ALARM_SETTING_GROUPS.map((group) => {
    const { parameterId, parameterName } = ALARM_SETTINGS[group];
    return p(parameterId, parameterName, alarmSettingsField(group));
  }),
];

const BY_ID = new Map(PARAMETERS.map((parameter) => [parameter.id, parameter]));
const BY_NAME = new Map(PARAMETERS.map((parameter) => [parameter.name, parameter]));

export const parameterById = (id: number): ParameterDefinition | undefined =>
  BY_ID.get(id) ?? (id >= 0x0110 && id <= 0x01ff ? { id, name: `can${id.toString(16)}`, value: canSampling } : undefined);
export const parameterByName = (name: string): ParameterDefinition | undefined => BY_NAME.get(name);

/** A parameter in a message: `value` when its type is known and its size right, else `hex`. */
export interface ParameterItem {
  readonly id: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly hex?: string;
}

const parameterItem: Field<ParameterItem> = {
  read(reader, name, context) {
    const at = reader.offset;
    const id = reader.u32(`${name}.id`);
    const size = reader.u8(`${name}.length`);
    const bytes = reader.slice(size, `${name}.value`);
    const known = parameterById(id);
    if (!known) return { id, hex: toHex(bytes) };
    const part = reader.part(reader.offset - size, reader.offset);
    try {
      const value = known.value.read(part, `${name}.value`, context);
      if (part.remaining === 0) return { id, name: known.name, value };
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
    context.report(new DecodeError('length', `parameter 0x${id.toString(16).padStart(4, '0')} has ${size} bytes`, at + 4, name));
    return { id, name: known.name, hex: toHex(bytes) };
  },
  write(writer, item, name, context) {
    u32.write(writer, item.id, `${name}.id`, context);
    const part = new ByteWriter();
    const known = parameterById(item.id);
    if (item.hex !== undefined) part.raw(fromHex(item.hex));
    else if (known) known.value.write(part, item.value, `${name}.value`, context);
    else throw new DecodeError('bad-value', `parameter ${item.id} is not known: give it as hex`, null, name);
    u8.write(writer, part.length, `${name}.length`, context);
    writer.raw(part.finish());
  },
  sample(random) {
    const known = PARAMETERS[random(PARAMETERS.length - 1)]!;
    return { id: known.id, name: known.name, value: known.value.sample(random, fieldContext(2013)) };
  },
};

/** Items with their number before them. */
const parameterList: Field<readonly ParameterItem[]> = counted(u8, parameterItem);

export const PARAMETER_MESSAGES: readonly MessageDefinition[] = [
  message(0x8103, 'setParameters', 'down', struct({ parameters: parameterList })),
  message(0x8104, 'parametersQuery', 'down', struct({})),
  message(0x8106, 'parametersQuerySome', 'down', struct({ ids: counted(u8, u32) }), { since: 2013 }),
  message(0x0104, 'parametersAnswer', 'up', struct({ answeredSerial: u16, parameters: parameterList })),
];

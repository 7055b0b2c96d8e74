import { encodeBody } from '@sightline/protocols';
import { wallTextOf } from '@sightline/protocols/jt808/time';
import type { Camera } from '../camera/camera.ts';
import type { PlaybackMode } from '../camera/playback-position.ts';
import type { Recording } from '../camera/recordings.ts';
import { instantOf, number, reachable, targetOf, type Fields } from './jt1078-fields.ts';
import { general, GMT8_MS, RESULT, type CommandEffect } from './jt808-answers.ts';

/** What the disk holds: pictures and sound, the main stream, on the main storage. JT/T 1078-2016 tables 20 and 22. */
const STORED = { mediaType: 0, stream: 1, storage: 1 } as const;
/** Media types of a request that pictures with sound answer: "both", and "pictures or both". */
const ASKS_FOR_BOTH = new Set([0, 3]);

const text = (ms: number): string => wallTextOf(ms, GMT8_MS / 60_000);
const asksForStored = (fields: Fields): boolean => number(fields, 'stream') <= STORED.stream && number(fields, 'storage') <= STORED.storage;

/** 0x1205. Table 22. */
const list = (answered: number, found: readonly Recording[]): CommandEffect => ({
  messages: [
    {
      id: 0x1205,
      body: encodeBody(0x1205, {
        answeredSerial: answered,
        total: found.length,
        items: found.map(({ channel, startMs, endMs, alarms, sizeBytes }) => ({
          channel,
          startTime: text(startMs),
          endTime: text(endMs),
          alarms: alarms.toString(16).padStart(16, '0'),
          ...STORED,
          sizeBytes,
        })),
      }),
    },
  ],
});

/** 0x9205. Table 20. */
export function queryRecordings(camera: Camera, answered: number, fields: Fields): CommandEffect {
  const found =
    asksForStored(fields) && ASKS_FOR_BOTH.has(number(fields, 'mediaType'))
      ? camera.recordings({
          channel: number(fields, 'channel'),
          fromMs: instantOf(fields, 'startTime'),
          toMs: instantOf(fields, 'endTime'),
          alarms: BigInt(`0x${String(fields['alarms'])}`),
        })
      : [];
  return list(answered, found);
}

const MODES: readonly PlaybackMode[] = ['normal', 'fast', 'keyRewind', 'keyPlay', 'single'];
/** Times the usual speed, by the octet; 0 where it says nothing. */
const SPEEDS = [1, 1, 2, 4, 8, 16];

/** 0x9201: answered with what will be played (§5.6.2). Table 23. */
export function startPlayback(camera: Camera, answered: number, fields: Fields): CommandEffect {
  const target = targetOf(fields);
  const channel = number(fields, 'channel');
  const mediaType = number(fields, 'mediaType');
  const mode = MODES[number(fields, 'mode')];
  const speed = SPEEDS[number(fields, 'speed')];
  const fromMs = instantOf(fields, 'startTime');
  if (!reachable(target) || !mode || !speed || fromMs === null) return general(answered, 0x9201, RESULT.wrong);
  // One picture, or up to the given time, or all there is.
  const toMs = mode === 'single' ? fromMs + 1 : (instantOf(fields, 'endTime') ?? Date.now());
  const recordings = asksForStored(fields) && camera.has(channel) ? camera.recordings({ channel, fromMs, toMs, alarms: 0n }) : [];
  if (camera.faults.refuses || recordings.length === 0) return general(answered, 0x9201, RESULT.failed);
  camera.startPlayback(target, channel, {
    recordings,
    fromMs,
    toMs,
    mode,
    speed,
    video: mediaType !== 1,
    sound: mediaType !== 2,
    stream: 0,
  });
  return list(answered, recordings);
}

/** 0x9202: 0 start, 1 pause, 2 stop, 3 fast, 4 back by key pictures, 5 seek, 6 key pictures. Table 25. */
export function controlPlayback(camera: Camera, fields: Fields): number {
  const session = camera.playback(number(fields, 'channel'));
  const speed = SPEEDS[number(fields, 'speed')];
  if (!session) return RESULT.failed;
  if (!speed) return RESULT.wrong;
  switch (number(fields, 'command')) {
    case 0:
      session.play('normal');
      return RESULT.ok;
    case 1:
      session.pause();
      return RESULT.ok;
    case 2:
      camera.drop(session);
      return RESULT.ok;
    case 3:
      session.play('fast', speed);
      return RESULT.ok;
    case 4:
      session.play('keyRewind', speed);
      return RESULT.ok;
    case 5: {
      const timeMs = instantOf(fields, 'position');
      if (timeMs === null) return RESULT.wrong;
      session.seek(timeMs);
      return RESULT.ok;
    }
    case 6:
      session.play('keyPlay');
      return RESULT.ok;
    default:
      return RESULT.wrong;
  }
}

/** 0x9206: what is stored of a span goes to an FTP server; 0x1206 says when it has. Table 26. */
export function startUpload(camera: Camera, answered: number, fields: Fields): number {
  const [host, port, channel] = [String(fields['address'] ?? ''), number(fields, 'port'), number(fields, 'channel')];
  const [fromMs, toMs] = [instantOf(fields, 'startTime'), instantOf(fields, 'endTime')];
  if (host === '' || port === 0 || fromMs === null || toMs === null || toMs <= fromMs) return RESULT.wrong;
  const isStored = asksForStored(fields) && ASKS_FOR_BOTH.has(number(fields, 'mediaType')) && camera.has(channel);
  const recordings = isStored ? camera.recordings({ channel, fromMs, toMs, alarms: 0n }) : [];
  if (camera.faults.refuses || recordings.length === 0) return RESULT.failed;
  if (camera.faults.neverConnects) return RESULT.ok;
  const server = { host, port, user: String(fields['user']), password: String(fields['password']), folder: String(fields['path']) };
  camera.uploads.add({ serial: answered, server, channel, recordings, fromMs, toMs });
  return RESULT.ok;
}

const UPLOAD_CONTROLS = ['pause', 'resume', 'cancel'] as const;

/** 0x9207. Table 28. */
export function controlUpload(camera: Camera, fields: Fields): number {
  const what = UPLOAD_CONTROLS[number(fields, 'control')];
  if (!what) return RESULT.wrong;
  return camera.uploads.control(number(fields, 'answeredSerial'), what) ? RESULT.ok : RESULT.failed;
}

import { ByteWriter, toHex, type ByteReader } from '@sightline/codec';
import { PAYLOAD } from '@sightline/media';
import { decodeBody, encodeBody } from '@sightline/protocols';
import type { Camera } from '../camera/camera.ts';
import { BLOCK_SAMPLES } from '../camera/sound.ts';
import type { TalkKind } from '../camera/talk-session.ts';
import { number, reachable, targetOf, type Fields } from './jt1078-fields.ts';
import { controlPlayback, controlUpload, queryRecordings, startPlayback, startUpload } from './jt1078-recordings.ts';
import { general, RESULT, type CommandEffect } from './jt808-answers.ts';

/** Data types of 0x9101 without pictures. */
const TALKS: Readonly<Record<number, TalkKind>> = { 2: 'talk', 3: 'listen', 4: 'broadcast' };

/** 0x9101. JT/T 1078-2016 table 17. */
function startLive(camera: Camera, fields: Fields): number {
  const target = targetOf(fields);
  const channel = number(fields, 'channel');
  const dataType = number(fields, 'dataType');
  const stream = number(fields, 'stream');
  if (camera.faults.refuses) return RESULT.failed;
  if (dataType > 4) return RESULT.unsupported;
  if (!reachable(target) || stream > 1) return RESULT.wrong;
  const talk = TALKS[dataType];
  if (talk) camera.startTalk(target, channel, talk);
  else if (!camera.has(channel)) return RESULT.failed;
  else camera.startLive(target, channel, stream === 0 ? 0 : 1, dataType === 0);
  return RESULT.ok;
}

/** 0x9102: 0 close, 1 switch stream, 2 pause, 3 resume, 4 close talk. Table 18. */
function controlLive(camera: Camera, fields: Fields): number {
  const live = camera.live(number(fields, 'channel'));
  const stream = number(fields, 'stream');
  switch (number(fields, 'command')) {
    case 0:
      for (const session of live) if (session.stop(number(fields, 'close'))) camera.drop(session);
      return RESULT.ok;
    case 1: {
      if (stream > 1) return RESULT.wrong;
      live[0]?.switchTo(stream === 0 ? 0 : 1);
      return live.length > 0 ? RESULT.ok : RESULT.failed;
    }
    case 2:
    case 3:
      for (const session of live) session.pause(number(fields, 'command') === 2);
      return live.length > 0 ? RESULT.ok : RESULT.failed;
    case 4:
      camera.closeTalk();
      return RESULT.ok;
    default:
      return RESULT.wrong;
  }
}

/** 0x9301 and its likes: only the first camera turns. JT/T 1078-2016 §5.7. */
function turnCamera(camera: Camera, id: number, fields: Fields): number {
  const channel = number(fields, 'channel');
  if (!camera.has(channel)) return RESULT.wrong;
  const head = camera.headOf(channel);
  if (!head || camera.faults.refuses) return RESULT.unsupported;
  if (id === 0x9301) return head.turn(number(fields, 'direction'), number(fields, 'speed'), Date.now()) ? RESULT.ok : RESULT.wrong;
  if (id === 0x9306) head.zoom(number(fields, 'direction'));
  return RESULT.ok;
}

/** 0x9208. T/JSATL 12-2017 table 4-21. */
function sendEvidence(camera: Camera, fields: Fields): number {
  const target = targetOf(fields);
  if (!reachable(target)) return RESULT.wrong;
  return camera.alarms.upload(target, String(fields['identification']), String(fields['alarmNumber'])) ? RESULT.ok : RESULT.failed;
}

/** 0x1003: G.711A, 8 kHz, 16 bits, 320 octets a block, a loudspeaker; H.264. */
const attributes = (camera: Camera): Uint8Array =>
  encodeBody(0x1003, {
    audioCodec: PAYLOAD.g711a,
    audioChannels: 1,
    audioSampleRate: 0,
    audioSampleBits: 1,
    audioFrameLength: BLOCK_SAMPLES,
    audioOutput: 1,
    videoCodec: PAYLOAD.h264,
    maxAudioChannels: 1,
    maxVideoChannels: camera.options.channels,
  });

/** Parameter 0x0076 in hexadecimal: each channel with pictures and sound, and whether its camera turns. JT/T 1078-2016 table 2. */
export function channelTable(camera: Camera): string {
  const writer = new ByteWriter().u8(camera.options.channels).u8(0).u8(0);
  for (let channel = 1; channel <= camera.options.channels; channel++)
    writer
      .u8(channel)
      .u8(channel)
      .u8(0)
      .u8(camera.headOf(channel) ? 1 : 0);
  return toHex(writer.finish());
}

/** What a message of JT/T 1078 does to the cameras; null when it is none of theirs. */
export function jt1078Command(camera: Camera, id: number, answered: number, body: ByteReader): CommandEffect | null {
  const { fields, error } = decodeBody(id, body.bytes, body.offset, body.end);
  switch (id) {
    case 0x9003:
      return { messages: [{ id: 0x1003, body: attributes(camera) }] };
    case 0x9101:
      return general(answered, id, error ? RESULT.wrong : startLive(camera, fields));
    case 0x9102:
      return general(answered, id, error ? RESULT.wrong : controlLive(camera, fields));
    case 0x9105:
      return general(answered, id, RESULT.ok);
    case 0x9205:
      return error ? general(answered, id, RESULT.wrong) : queryRecordings(camera, answered, fields);
    case 0x9201:
      return error ? general(answered, id, RESULT.wrong) : startPlayback(camera, answered, fields);
    case 0x9202:
      return general(answered, id, error ? RESULT.wrong : controlPlayback(camera, fields));
    case 0x9208:
      return general(answered, id, error ? RESULT.wrong : sendEvidence(camera, fields));
    case 0x9301:
    case 0x9302:
    case 0x9303:
    case 0x9304:
    case 0x9305:
    case 0x9306:
      return general(answered, id, error ? RESULT.wrong : turnCamera(camera, id, fields));
    case 0x9206:
      return general(answered, id, error ? RESULT.wrong : startUpload(camera, answered, fields));
    case 0x9207:
      return general(answered, id, error ? RESULT.wrong : controlUpload(camera, fields));
    default:
      return null;
  }
}

import { repeated, sizedText, struct, u16, u32, u8, wallTime, hex } from '@sightline/codec';
import { message, type MessageDefinition } from './definition.ts';

/** Where a device shall connect to: address, TCP port, UDP port (0: not by this). */
const mediaAddress = { address: sizedText(u8), tcpPort: u16, udpPort: u16 };
/** As printed: video alarms in the high word, JT/T 808 alarms in the low one; all zero asks for everything. */
const alarmMask = hex(8);
const recording = { channel: u8, startTime: wallTime, endTime: wallTime, alarms: alarmMask, mediaType: u8, stream: u8, storage: u8 };
/** "Enable" or direction of a camera's mechanics, one octet after the channel. */
const switched = struct({ channel: u8, on: u8 });

/** JT/T 1078-2016 clause 5 and tables 3 to 33: what is said about video on the ordinary connection. */
export const VIDEO_MESSAGES: readonly MessageDefinition[] = [
  message(0x9003, 'queryMediaAttributes', 'down', struct({})),
  message(
    0x1003,
    'mediaAttributes',
    'up',
    struct({
      audioCodec: u8,
      audioChannels: u8,
      audioSampleRate: u8,
      audioSampleBits: u8,
      audioFrameLength: u16,
      audioOutput: u8,
      videoCodec: u8,
      maxAudioChannels: u8,
      maxVideoChannels: u8,
    }),
  ),
  message(0x1005, 'passengerFlow', 'up', struct({ startTime: wallTime, endTime: wallTime, boarded: u16, alighted: u16 })),
  message(0x9101, 'startLive', 'down', struct({ ...mediaAddress, channel: u8, dataType: u8, stream: u8 })),
  message(0x9102, 'controlLive', 'down', struct({ channel: u8, command: u8, close: u8, stream: u8 })),
  message(0x9105, 'liveStatus', 'down', struct({ channel: u8, lossPercent: u8 })),
  message(0x9205, 'queryRecordings', 'down', struct(recording)),
  message(
    0x1205,
    'recordings',
    'up',
    // The count is of all items; a piece that was not joined holds some of them.
    struct({ answeredSerial: u16, total: u32, items: repeated(struct({ ...recording, sizeBytes: u32 })) }),
  ),
  message(
    0x9201,
    'startPlayback',
    'down',
    struct({
      ...mediaAddress,
      channel: u8,
      mediaType: u8,
      stream: u8,
      storage: u8,
      mode: u8,
      speed: u8,
      startTime: wallTime,
      endTime: wallTime,
    }),
  ),
  message(0x9202, 'controlPlayback', 'down', struct({ channel: u8, command: u8, speed: u8, position: wallTime })),
  message(
    0x9206,
    'uploadRecording',
    'down',
    struct({
      address: sizedText(u8),
      port: u16,
      user: sizedText(u8),
      password: sizedText(u8),
      path: sizedText(u8),
      ...recording,
      conditions: u8,
    }),
  ),
  message(0x1206, 'uploadFinished', 'up', struct({ answeredSerial: u16, result: u8 })),
  message(0x9207, 'controlUpload', 'down', struct({ answeredSerial: u16, control: u8 })),
  message(0x9301, 'cameraTurn', 'down', struct({ channel: u8, direction: u8, speed: u8 })),
  message(0x9302, 'cameraFocus', 'down', struct({ channel: u8, direction: u8 })),
  message(0x9303, 'cameraIris', 'down', struct({ channel: u8, direction: u8 })),
  message(0x9304, 'cameraWiper', 'down', switched),
  message(0x9305, 'cameraInfrared', 'down', switched),
  message(0x9306, 'cameraZoom', 'down', struct({ channel: u8, direction: u8 })),
];

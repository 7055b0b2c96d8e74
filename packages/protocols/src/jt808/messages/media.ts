import { counted, either, hexRest, ifMore, repeated, struct, u16, u32, u8, wallTime } from '@sightline/codec';
import type { Field } from '@sightline/codec';
import { message } from './definition.ts';
import type { MessageDefinition } from './definition.ts';
import { BASIC_LOCATION_SIZE, basicLocation } from './location.ts';

const kinds = { kind: u8, format: u8, event: u8, channel: u8 };
const search = { kind: u8, channel: u8, event: u8, startTime: wallTime, endTime: wallTime };

/** 2011 has no location in front of the file. */
const mediaData: Field<unknown> = either<unknown>(
  (reader) => (reader.remaining >= 8 + BASIC_LOCATION_SIZE ? mediaWithLocation : mediaWithoutLocation),
  (value) => ('location' in (value as object) ? mediaWithLocation : mediaWithoutLocation),
  () => mediaWithLocation,
);
const mediaWithLocation: Field<unknown> = struct({ mediaId: u32, ...kinds, location: basicLocation, data: hexRest });
const mediaWithoutLocation: Field<unknown> = struct({ mediaId: u32, ...kinds, data: hexRest });

/** 2011 has no media id in the items. */
const found = { kind: u8, channel: u8, event: u8, location: basicLocation };
const foundItem: Field<unknown> = struct({ mediaId: u32, ...found });
const foundItem2011: Field<unknown> = struct(found);
const foundList: Field<unknown> = either<unknown>(
  (reader, context) => {
    const total = Number(context.parent['total']);
    return (total > 0 && reader.remaining === total * 31 ? repeated(foundItem2011) : repeated(foundItem)) as Field<unknown>;
  },
  (value) => {
    const first = Array.isArray(value) ? (value[0] as object | undefined) : undefined;
    return (first && !('mediaId' in first) ? repeated(foundItem2011) : repeated(foundItem)) as Field<unknown>;
  },
  () => repeated(foundItem) as Field<unknown>,
);

export const MEDIA_MESSAGES: readonly MessageDefinition[] = [
  message(0x0800, 'mediaEvent', 'up', struct({ mediaId: u32, ...kinds })),
  message(0x0801, 'mediaData', 'up', mediaData),
  message(0x8800, 'mediaDataAnswer', 'down', struct({ mediaId: u32, missing: ifMore(counted(u8, u16)) })),
  message(
    0x8801,
    'capture',
    'down',
    struct({
      channel: u8,
      command: u16,
      intervalS: u16,
      save: u8,
      resolution: u8,
      quality: u8,
      brightness: u8,
      contrast: u8,
      saturation: u8,
      chroma: u8,
    }),
  ),
  message(0x0805, 'captureAnswer', 'up', struct({ answeredSerial: u16, result: u8, mediaIds: ifMore(counted(u16, u32)) }), { since: 2013 }),
  message(0x8802, 'mediaSearch', 'down', struct(search)),
  message(0x0802, 'mediaSearchAnswer', 'up', struct({ answeredSerial: u16, total: u16, items: foundList })),
  message(0x8803, 'mediaUpload', 'down', struct({ ...search, deleteAfter: u8 })),
  message(0x8804, 'audioRecording', 'down', struct({ command: u8, durationS: u16, save: u8, sampleRate: u8 })),
  message(0x8805, 'mediaUploadOne', 'down', struct({ mediaId: u32, deleteAfter: u8 }), { since: 2013 }),
];

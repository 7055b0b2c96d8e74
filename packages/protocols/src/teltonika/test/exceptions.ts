import type { ReferenceExceptions } from '../../gt06/test/exceptions.ts';
import { ioDefinition } from '../io-table.ts';

const ICCID_PARTS = 'ids 11 and 14 together are the `iccid`';
const SIZES = 'an id of a size that its definition does not have stays under its id';

export const TELTONIKA_EXCEPTIONS: ReferenceExceptions = {
  rows: {
    'testDecode#3': {
      fields: ['tag1Voltage', 'tag2Voltage'],
      why: 'the yardstick reads the high octet of the EYE temperature as voltage',
    },
    'testDecode#6': { fields: ['io11', 'io14'], why: ICCID_PARTS },
    'testDecode#14': { fields: ['result'], why: 'the size leaves out the timestamp: the text ends at the second count' },
    'testDecode#16': {
      fields: [
        'axle1',
        'axle2',
        'axle3',
        'axle4',
        'axle5',
        'axle6',
        'axle7',
        'axle8',
        'loadTruck',
        'loadTrailer',
        'totalTruck',
        'totalTrailer',
      ],
      why: 'what passes through the serial port is kept as `result`',
    },
    'testDecode#46': { fields: ['iccid', 'motion'], why: `the speed of the record counts, not element 24; ${SIZES}` },
  },
  keys: { type: null },
  family: (key) => {
    const id = /^io(\d+)$/.exec(key);
    const definition = id === null ? undefined : ioDefinition(Number(id[1]), '');
    return definition === undefined ? undefined : { key: definition.key, scale: 1 / (definition.divisor ?? 1) };
  },
  withoutChecksum: new Set(),
};

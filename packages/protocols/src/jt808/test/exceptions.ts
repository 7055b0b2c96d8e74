/** Records that are not judged by their statement, each with the reason: `file:index-in-file`. */
const LEFT_PADDED = 'the origin pads fixed texts in front; the standard and all others behind (decoding reads both)';
const CAN_TIME = 'the origin writes hh:mm:ss right-aligned into the 5 octets; the standard has hh mm ss and milliseconds';

const CUSTOM = 'a command parameter with a made-up structure, to show an extension of the origin';

export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'smallchi:82': LEFT_PADDED,
  'smallchi:83': LEFT_PADDED,
  'smallchi:86': LEFT_PADDED,
  'smallchi:191': CUSTOM,
  'smallchi:192': CUSTOM,
  'smallchi:185': 'items with a two-octet id or length, made up to show an extension of the origin',
  'smallchi-gps51:0': 'the origin writes the value of item 0x51 under id 0x2B',
  'smallchi-gps51:4': 'the origin writes length 0 in front of 8 octets',
  'smallchi-gps51:5': 'length 0 in front of 8 octets, as above',
  'go-jt808:24': 'states the raw octets of parameter 0x0075, which is read into its fields here',
  'go-jt808:29': 'the stated text is longer than the frame: the origin cuts it when writing',
  'yezhihao-record:16': CAN_TIME,
  'yezhihao-record:17': CAN_TIME,
};

/** Frames of devices, by line, in which the other decoder reads something else than is there. */
export const REFERENCE_EXCEPTIONS: Readonly<Record<number, string>> = {
  5: 'item 0xF9 has two octets: the hdop of the other decoder lies behind it',
  17: 'item 0xF8 with 29 octets is identity, not a temperature',
  34: 'status bit 5 says that the coordinates are encrypted: no place here',
  35: 'the battery level of the other decoder lies behind item 0xFE',
  62: 'the items are cut off: the fixed tail that the other decoder reads is the odometer item and what follows',
};

import { asciiText, iccidText, imeiText, readDate, setPower } from '../blocks.ts';
import type { PacketContext } from '../draft.ts';
import { hex } from './modules.ts';

type InfoDecoder = (context: PacketContext) => void;

/** 94 by its sub-type. The short frame carries a supply voltage alone. */
export function decodeInfo(context: PacketContext): void {
  const { reader, draft, envelope } = context;
  if (envelope.start === 0x7878) {
    setPower(draft, reader.u16('voltage'));
    return;
  }
  const subType = reader.u8('subType');
  draft.fields['subType'] = subType;
  const decode = SUB_TYPES[subType];
  if (decode === undefined) draft.fields['content'] = hex(reader.rest('content'));
  else decode(context);
}

const SUB_TYPES: Readonly<Record<number, InfoDecoder>> = {
  0x00: ({ reader, draft }) => setPower(draft, reader.u16('voltage')),
  0x04: decodeSettings,
  0x05: decodeDoor,
  0x08: ({ reader, draft }) => {
    draft.fields['selfTest'] = asciiText(reader.rest('text'));
  },
  0x09: decodeSatellites,
  0x0a: decodeCards,
  0x0b: decodeNetwork,
  0x0d: decodeFuelSensor,
  0x1b: decodeCard,
  0x1e: ({ reader, draft }) => {
    draft.attributes['temp1'] = reader.i32('temperature') / 10;
    draft.attributes['humidity'] = reader.u32('humidity') / 10;
  },
};

/** Settings that are bit sets, as attribute keys. */
const SETTING_KEYS: Readonly<Record<string, string>> = {
  ALM1: 'alarm1Status',
  ALM2: 'alarm2Status',
  ALM3: 'alarm3Status',
  STA1: 'otherStatus',
  DYD: 'engineStatus',
};

/** `ALM1=C5;ALM2=..;STA1=..;DYD=01;SOS=..;...`: bit sets in hexadecimal. DYD: 0 connected, 1 cut, 2 and 3 delayed. */
function decodeSettings({ reader, draft }: PacketContext): void {
  const text = asciiText(reader.rest('text'));
  for (const pair of text.split(';')) {
    const [name = '', value = ''] = pair.split('=');
    const key = SETTING_KEYS[name];
    if (key !== undefined && /^[0-9a-fA-F]{1,4}$/.test(value)) draft.attributes[key] = Number.parseInt(value, 16);
    else if (name === 'ICCID') setIccid(draft.attributes, value.toLowerCase());
    else if (name !== '') draft.fields[name] = value;
  }
}

function setIccid(attributes: PacketContext['draft']['attributes'], digits: string): void {
  const iccid = iccidText(digits);
  if (iccid !== null) attributes['iccid'] = iccid;
}

/** Door: an optional date, then bit 0 open, 1 trigger level, 2 level of the input. */
function decodeDoor({ reader, draft }: PacketContext): void {
  if (reader.remaining >= 7) draft.timeMs = readDate(reader);
  const state = reader.u8('door');
  draft.attributes['door'] = (state & 1) !== 0;
  draft.attributes['io1'] = (state & 4) !== 0;
}

/** Receiver state, then used and visible satellites with their signals, for GPS and BeiDou. */
function decodeSatellites({ reader, draft }: PacketContext): void {
  draft.fields['receiverState'] = reader.u8('receiverState');
  const used = reader.u8('used');
  draft.attributes['sat'] = used;
  reader.skip(Math.min(used, reader.remaining), 'signals');
  if (reader.remaining > 0) draft.attributes['satVisible'] = reader.u8('visible');
}

/** IMEI[8], IMSI[8], ICCID[10], all BCD. */
function decodeCards({ reader, draft }: PacketContext): void {
  const imei = imeiText(reader.bcd(8, 'imei'));
  if (/^\d{15}$/.test(imei)) draft.imei = imei;
  const imsi = imeiText(reader.bcd(8, 'imsi'));
  if (/^\d{15}$/.test(imsi)) draft.attributes['imsi'] = imsi;
  setIccid(draft.attributes, reader.bcd(10, 'iccid'));
}

/** One octet: network type; two: supply voltage. */
function decodeNetwork({ reader, draft }: PacketContext): void {
  if (reader.remaining === 1) draft.attributes['networkTechnology'] = reader.u8('networkType') > 0 ? '4G' : '2G';
  else setPower(draft, reader.u16('voltage'));
}

/** `!AIOIL,address,output,temperature,version,status,level,...`, behind an optional date. */
function decodeFuelSensor({ reader, draft }: PacketContext): void {
  if (reader.remaining > 6 && reader.bytes[reader.offset] !== 0x21) draft.timeMs = readDate(reader);
  const text = asciiText(reader.rest('text'));
  draft.fields['text'] = text;
  const parts = text.split(',');
  if (parts[0] !== '!AIOIL' || parts.length < 7) return;
  const temperature = Number(parts[3]);
  const level = Number(parts[6]);
  if (parts[3] !== '' && Number.isFinite(temperature)) draft.attributes['temp1'] = temperature;
  if (parts[6] !== '' && Number.isFinite(level)) draft.attributes['fuel'] = level;
}

/** A card as {head, type, id[4], check, foot} or as text. */
function decodeCard({ reader, draft }: PacketContext): void {
  if (reader.remaining === 8 && reader.bytes[reader.offset]! < 0x20) {
    reader.skip(2, 'head');
    draft.attributes['driverUniqueId'] = hex(reader.slice(4, 'card'));
    return;
  }
  const text = asciiText(reader.rest('text'));
  draft.attributes['serial'] = text;
  const card = /^RFID:([0-9A-Za-z]+)$/.exec(text);
  if (card !== null) draft.attributes['driverUniqueId'] = card[1]!;
}

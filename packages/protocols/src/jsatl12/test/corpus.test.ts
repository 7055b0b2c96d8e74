import { readFileSync } from 'node:fs';
import { fromHex, toHex } from '@sightline/codec';
import { aiAlarmsOf, type AiAlarm } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { frameContent, wrapFrame } from '../../jt808/frame.ts';
import { joinHeader, readHeader } from '../../jt808/header.ts';
import { decodeBody, encodeBody, jt808 } from '../../jt808/index.ts';
import { attachmentAcknowledgement, attachmentAnswer, AttachmentReader } from '../index.ts';

type Tree = Readonly<Record<string, unknown>>;
interface Row {
  readonly test: string;
  readonly level: string;
  readonly kind: string;
  readonly frame: string;
  readonly type?: string;
  readonly locationItems?: { readonly consistent: boolean };
  readonly expected: Tree;
}

const FILES = ['go-jt808', 'smallchi-subiao', 'smallchi-yuebiao', 'yezhihao-record'];
const rows = FILES.flatMap((file) =>
  readFileSync(new URL(`../../../corpus/jsatl12/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line, i) => ({ row: JSON.parse(line) as Row, title: `${file} ${i}` })),
);
const titled = (wanted: (row: Row) => boolean) =>
  rows.filter(({ row }) => wanted(row)).map(({ row, title }) => [`${title} ${row.test}`, row] as const);

/** Scalars of a stated object with their keys, octet lists and counts of octets left out. */
function leaves(value: unknown, key = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.every((v) => typeof v === 'number') ? [] : value.flatMap((v) => leaves(v, key));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([k, v]) => leaves(v, k));
  return [[key, value]];
}
/** Every value of a kind that our fields hold. */
const held = (value: unknown): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value).flatMap(held) : [value]);

/** Our path for each name of the origins that says something of these messages. */
const OURS: Readonly<Record<string, (fields: Tree) => unknown>> = Object.fromEntries(
  (
    [
      [['ServerAddr', 'AttachmentServerIP', 'ip'], (f) => f['address']],
      [['TcpPort', 'tcpPort', 'AttachmentServerIPTcpPort'], (f) => f['tcpPort']],
      [['UdpPort', 'udpPort', 'AttachmentServerIPUdpPort'], (f) => f['udpPort']],
      [['AlarmID', 'AlarmId', 'platformAlarmId'], (f) => f['alarmNumber']],
      [['Time', 'dateTime'], (f) => (f['alarm'] as Tree)['time']],
      [['SerialNumber', 'SN', 'sequenceNo'], (f) => (f['alarm'] as Tree)['sequence']],
      [['AttachNumber', 'fileTotal'], (f) => (f['alarm'] as Tree)['files']],
      [['TerminalId', 'deviceId'], (f) => (f['alarm'] as Tree)['terminalId']],
    ] as [string[], (fields: Tree) => unknown][]
  ).flatMap(([names, read]) => names.map((name) => [name, read])),
);
const IN_LISTS: ReadonlySet<string> = new Set(['FileName', 'FileSize', 'FileType', 'name', 'size', 'type', 'result']);

function bodyOf(row: Row): { id: number; fields: Tree; again: string } {
  if (row.level === 'packet') {
    const { content, flag } = frameContent(fromHex(row.frame));
    const header = readHeader(content, flag);
    const { fields, edition, error } = decodeBody(header.id, content, header.bodyStart, header.bodyEnd, header.edition);
    expect(error).toBeNull();
    return { id: header.id, fields, again: toHex(wrapFrame(joinHeader(header, encodeBody(header.id, fields, edition)), flag)) };
  }
  const name = row.type ?? row.test;
  const id = Number.parseInt(/0x([0-9a-fA-F]{4})/.exec(name)![1]!, 16);
  const bytes = fromHex(row.frame);
  const { fields, edition } = decodeBody(id, bytes, 0, bytes.length, 2019);
  return { id, fields, again: toHex(encodeBody(id, fields, edition)) };
}

const isReport = (row: Row): boolean => (row.type ?? row.test).includes('0x0200');

describe('messages of other implementations', () => {
  it.each(titled((row) => row.kind !== 'reply' && row.locationItems?.consistent !== false))('%s: nothing of it is lost', (_title, row) => {
    expect(bodyOf(row).again).toBe(row.frame);
  });

  it.each(titled((row) => row.level === 'packet' && row.kind === 'decode'))('%s: says what is stated', (_title, row) => {
    const { fields } = bodyOf(row);
    const values = held(fields).map(String);
    let checked = 0;
    for (const [key, value] of leaves(row.expected)) {
      const ours = OURS[key];
      if (ours) expect([key, String(ours(fields))]).toEqual([key, String(value).replace('T', ' ')]);
      else if (IN_LISTS.has(key)) expect(values).toContain(String(value));
      if (ours || IN_LISTS.has(key)) checked++;
    }
    expect(checked).toBeGreaterThan(2);
  });

  it.each(titled((row) => row.kind === 'reply'))('%s: is answered as it is there', (_title, row) => {
    const { header, message } = new AttachmentReader().read(fromHex(row.frame), 0);
    const missing = row.test.includes('补包') ? [{ offset: 100, length: 200 }] : [];
    const answer = message.kind === 'sent' ? attachmentAnswer(header, message, missing, 0) : attachmentAcknowledgement(header, true, 0);
    expect(toHex(answer)).toBe(row.expected['reply']);
  });
});

describe('alarms of other implementations', () => {
  const LENGTHS: Readonly<Record<string, string>> = { '6420': '642f', '6520': '652f' };
  /** The origin writes length 32 in front of 47 octets: mended, the item can be read. */
  const mended = (row: Row): string =>
    row.locationItems?.consistent === false ? row.frame.replace(/(?<=^.{56})(6420|6520)/, (found) => LENGTHS[found]!) : row.frame;

  it.each(titled(isReport))('%s: is an alarm with its kind, place and files', (_title, row) => {
    const body = fromHex(mended(row));
    const header = { id: 0x0200, version: null, phone: fromHex('013912345678'), serial: 1 };
    const { facts } = jt808.createSession().receive(wrapFrame(joinHeader(header, body)), Date.UTC(2026, 0, 1));
    const [fact] = facts;
    const alarms: readonly AiAlarm[] = fact?.kind === 'position' ? aiAlarmsOf(fact.fix.attributes) : [];
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatchObject({ type: 6, phase: 'moment', files: 2 });
    expect(alarms[0]!.sign!.startsWith('34343434343434')).toBe(true);
  });
});

import { DecodeError } from '@sightline/codec';
import { frameContent, wrapFrame } from '../jt808/frame.ts';
import { deviceIdsOf, joinHeader, readHeader, type Header } from '../jt808/header.ts';
import { decodeBody, encodeBody } from '../jt808/messages/index.ts';
import { Reassembler } from '../jt808/reassembly.ts';
import type { FileRange } from './file-ranges.ts';

export interface AnnouncedFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/** What a unit says on an attachment connection (T/JSATL 12-2017 §4.6). */
export type AttachmentMessage =
  /** 0x1210: which files of which alarm come. `identification` is hex, as the alarm had it. */
  | { readonly kind: 'announce'; readonly identification: string; readonly alarmNumber: string; readonly files: readonly AnnouncedFile[] }
  /** 0x1211 and 0x1212: a file begins, a file has been sent. */
  | { readonly kind: 'begin' | 'sent'; readonly name: string; readonly type: number; readonly sizeBytes: number }
  /** Anything else of JT/T 808: it is acknowledged, as many units begin by signing in. */
  | { readonly kind: 'other' };

export interface ReadMessage {
  readonly header: Header;
  /** Who says it, best first. */
  readonly deviceIds: readonly string[];
  readonly message: AttachmentMessage;
}

const MESSAGE = { announce: 0x1210, begin: 0x1211, sent: 0x1212, fileAnswer: 0x9212, generalAnswer: 0x8001 } as const;

interface Announcement {
  readonly identification: string;
  readonly alarmNumber: string;
  readonly files: readonly AnnouncedFile[];
}
interface FileHead {
  readonly name: string;
  readonly type: number;
  readonly sizeBytes: number;
}

/** Reads the frames of one attachment connection; what comes in several sub-packets (JT/T 808 §4.4.3) is said with the last of them. */
export class AttachmentReader {
  private readonly reassembler = new Reassembler();

  /** @throws DecodeError checksum, truncated, bad-value, and for sub-packets that are more than is held */
  read(frame: Uint8Array, nowMs: number): ReadMessage {
    const { content, flag, checksumOk } = frameContent(frame);
    const header = readHeader(content, flag);
    if (!checksumOk) throw new DecodeError('checksum', 'the check octet does not match', content.length - 1, 'checksum');
    const read = { header, deviceIds: deviceIdsOf(header.phone) };
    if (kindOf(header.id) === null) return { ...read, message: { kind: 'other' } };
    if (!header.packet) return { ...read, message: messageOf(header, content, header.bodyStart, header.bodyEnd) };
    this.reassembler.overdue(nowMs);
    const { body } = this.reassembler.add(header, content.subarray(header.bodyStart, header.bodyEnd), nowMs);
    if (body instanceof DecodeError) throw body;
    return { ...read, message: body === null ? { kind: 'other' } : messageOf(header, body, 0, body.length) };
  }
}

const kindOf = (id: number): 'announce' | 'begin' | 'sent' | null =>
  id === MESSAGE.announce ? 'announce' : id === MESSAGE.begin ? 'begin' : id === MESSAGE.sent ? 'sent' : null;

function messageOf({ id, edition }: Header, bytes: Uint8Array, start: number, end: number): AttachmentMessage {
  const { fields, error } = decodeBody(id, bytes, start, end, edition);
  if (error) throw error;
  const kind = kindOf(id);
  if (kind === null) return { kind: 'other' };
  if (kind === 'announce') {
    const { identification, alarmNumber, files } = fields as unknown as Announcement;
    return { kind, identification, alarmNumber, files };
  }
  const { name, type, sizeBytes } = fields as unknown as FileHead;
  return { kind, name, type, sizeBytes };
}

const answer = (to: Header, id: number, body: Uint8Array, serial: number): Uint8Array =>
  wrapFrame(joinHeader({ id, version: to.version, phone: to.phone, serial: serial & 0xffff }, body));

/** 0x8001 to a message. */
export const attachmentAcknowledgement = (to: Header, ok: boolean, serial: number): Uint8Array =>
  answer(
    to,
    MESSAGE.generalAnswer,
    encodeBody(MESSAGE.generalAnswer, { answeredSerial: to.serial, answeredId: to.id, result: ok ? 0 : 1 }),
    serial,
  );

/** 0x9212: the file is complete, or these stretches of it shall come again. */
export function attachmentAnswer(
  to: Header,
  file: { readonly name: string; readonly type: number },
  missing: readonly FileRange[],
  serial: number,
): Uint8Array {
  const body = encodeBody(MESSAGE.fileAnswer, { name: file.name, type: file.type, result: missing.length === 0 ? 0 : 1, missing });
  return answer(to, MESSAGE.fileAnswer, body, serial);
}

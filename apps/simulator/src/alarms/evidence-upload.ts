import { connect, type Socket } from 'node:net';
import { attachmentPacket, decodeBody, encodeBody } from '@sightline/protocols';
import { wrapFrame } from '@sightline/protocols/jt808/frame';
import { Jt808Framer } from '@sightline/protocols/jt808/framer';
import { joinHeader, readHeader } from '@sightline/protocols/jt808/header';
import type { LinkTarget } from '../camera/media-link.ts';
import type { EvidenceFile } from './alarm-event.ts';

const PACKET_BYTES = 16_384;
/** Nobody answers: the connection is given up, and the platform asks again. */
const PATIENCE_MS = 20_000;

interface Upload {
  readonly phone: Uint8Array;
  readonly target: LinkTarget;
  readonly terminalId: string;
  /** Hex. */
  readonly identification: string;
  readonly alarmNumber: string;
  readonly files: readonly EvidenceFile[];
}

/** Brings the files of an alarm to the platform over a connection of its own (T/JSATL 12-2017 §4.6). The returned function breaks it off. */
export function uploadEvidence(upload: Upload): () => void {
  const framer = new Jt808Framer();
  const socket: Socket = connect({ host: upload.target.address, port: upload.target.tcpPort, noDelay: true });
  let serial = 0;
  let at = 0;
  const say = (id: number, body: Uint8Array): void => {
    socket.write(wrapFrame(joinHeader({ id, version: null, phone: upload.phone, serial: serial++ & 0xffff }, body)));
  };
  const about = (id: number, { name, type, bytes }: EvidenceFile): void => say(id, encodeBody(id, { name, type, sizeBytes: bytes.length }));
  const send = (file: EvidenceFile, from: number, length: number): void => {
    for (let offset = from; offset < from + length; offset += PACKET_BYTES)
      socket.write(attachmentPacket(file.name, offset, file.bytes.subarray(offset, Math.min(offset + PACKET_BYTES, from + length))));
  };
  const next = (): void => {
    const file = upload.files[at];
    if (file) about(0x1211, file);
    else socket.end();
  };
  const answered = (id: number, ok: boolean): void => {
    if (!ok) return void socket.end();
    if (id === 0x1210) next();
    const file = upload.files[at];
    if (id !== 0x1211 || !file) return;
    send(file, 0, file.bytes.length);
    about(0x1212, file);
  };
  const missing = (stretches: readonly { readonly offset: number; readonly length: number }[]): void => {
    const file = upload.files[at];
    if (!file) return;
    if (stretches.length === 0) {
      at++;
      return next();
    }
    for (const { offset, length } of stretches) send(file, offset, length);
    about(0x1212, file);
  };
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('connect', () => {
    const files = upload.files.map(({ name, bytes }) => ({ name, sizeBytes: bytes.length }));
    const { terminalId, identification, alarmNumber } = upload;
    say(0x1210, encodeBody(0x1210, { terminalId, identification, alarmNumber, infoType: 0, files }));
  });
  socket.on('data', (chunk) => {
    for (const event of framer.push(chunk)) {
      if (event.kind !== 'frame') continue;
      const content = event.frame.subarray(1, -1);
      const header = readHeader(content, event.frame[0]!);
      const { fields } = decodeBody(header.id, content, header.bodyStart, header.bodyEnd);
      if (header.id === 0x8001) answered(Number(fields['answeredId']), fields['result'] === 0);
      if (header.id === 0x9212) missing((fields['missing'] ?? []) as { offset: number; length: number }[]);
    }
  });
  return () => socket.destroy();
}

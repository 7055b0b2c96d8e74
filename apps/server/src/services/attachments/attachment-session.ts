import {
  attachmentAcknowledgement,
  attachmentAnswer,
  AttachmentReader,
  isHarmlessName,
  type AnnouncedFile,
  type AttachmentEvent,
  type AttachmentMessage,
  type ReadMessage,
} from '@sightline/protocols';
import type { Logger } from '@sightline/runtime';
import type { AttachmentLimits } from './limits.ts';
import type { PartialFile, PartialFiles } from './partial-files.ts';
import type { EvidenceDesk, EvidenceUpload } from './ports.ts';

/** Names in packets are cut to their 50 octets. */
const PACKET_NAME_BYTES = 50;

interface ExpectedFile {
  readonly name: string;
  type: number;
  sizeBytes: number;
  rounds: number;
  partial: PartialFile | null;
}

/** Why a connection is ended by us. */
export type AttachmentRefusal = 'stranger' | 'flood' | 'unreadable';

/**
 * One attachment connection (T/JSATL 12-2017 §4.6). Nothing is written before the unit and one of its alarms are known, nothing under a name that it
 * sent, and nothing beyond the size that it told. Events are taken one after the other.
 */
export class AttachmentSession {
  private readonly reader = new AttachmentReader();
  private serial = 0;
  private upload: EvidenceUpload | null = null;
  private files = new Map<string, ExpectedFile>();
  private current: ExpectedFile | null = null;
  private refusals = 0;
  private strayBytes = 0;
  private bytesBefore = 0;

  constructor(
    private readonly desk: EvidenceDesk,
    private readonly partials: PartialFiles,
    private readonly limits: AttachmentLimits,
    private readonly logger: Logger,
    private readonly send: (bytes: Uint8Array) => void,
  ) {}

  /** Whether its alarm is known. */
  get isKnown(): boolean {
    return this.upload !== null;
  }
  /** Whose it is, as far as that is known. */
  get deviceId(): string | null {
    return this.upload?.deviceId ?? null;
  }

  /** A reason to end the connection, or null. Rejects when the disk or the database fails. */
  async take(event: AttachmentEvent): Promise<AttachmentRefusal | null> {
    switch (event.kind) {
      case 'skipped':
        this.strayBytes += event.count;
        break;
      case 'broken':
        return 'unreadable';
      case 'data':
        await this.data(event.name, event.offset, event.bytes);
        break;
      case 'message':
        await this.message(event.frame);
    }
    if (this.refusals > this.limits.maxRefusals || this.strayBytes > this.limits.maxStrayBytes) return 'flood';
    if (!this.isKnown && this.bytesBefore + this.strayBytes > this.limits.strangerBytes) return 'stranger';
    return null;
  }

  async ended(nowMs: number): Promise<void> {
    await this.partials.release(this, nowMs);
  }

  private async message(frame: Uint8Array): Promise<void> {
    if (!this.isKnown) this.bytesBefore += frame.length;
    let read: ReadMessage;
    try {
      read = this.reader.read(frame, Date.now());
    } catch {
      this.refusals++;
      return;
    }
    const { header, message } = read;
    const acknowledge = (ok: boolean): void => {
      if (!ok) this.refusals++;
      this.send(attachmentAcknowledgement(header, ok, this.serial++));
    };
    switch (message.kind) {
      case 'announce':
        return acknowledge(await this.announced(read.deviceIds, message));
      case 'begin':
        return acknowledge(await this.begins(message));
      case 'sent': {
        const missing = await this.sent(message);
        if (missing === null) return acknowledge(false);
        return this.send(attachmentAnswer(header, message, missing, this.serial++));
      }
      case 'other':
        return acknowledge(true);
    }
  }

  private async announced(deviceIds: readonly string[], message: Extract<AttachmentMessage, { kind: 'announce' }>): Promise<boolean> {
    const upload = await this.desk.find({ deviceIds, alarmNumber: message.alarmNumber, sign: message.identification });
    if (!upload) {
      this.logger.warn({ deviceIds, alarmNumber: message.alarmNumber }, 'files of an alarm that nobody knows');
      return false;
    }
    await this.partials.release(this, Date.now());
    this.upload = upload;
    this.current = null;
    this.files = new Map(this.acceptable(message.files).map((f) => [f.name, { ...f, type: 4, rounds: 0, partial: null }]));
    if (this.files.size < message.files.length)
      this.logger.warn({ alarmId: upload.alarmId, announced: message.files.length, taken: this.files.size }, 'files that cannot be taken');
    await upload.begin([...this.files.keys()]);
    return true;
  }

  /** Files within the limits, in the order in which they are told. */
  private acceptable(files: readonly AnnouncedFile[]): AnnouncedFile[] {
    let bytes = 0;
    return files.slice(0, this.limits.maxFiles).filter(({ name, sizeBytes }) => {
      if (!isHarmlessName(name) || sizeBytes < 1 || sizeBytes > this.limits.maxFileBytes) return false;
      bytes += sizeBytes;
      return bytes <= this.limits.maxAlarmBytes;
    });
  }

  private async begins(message: Extract<AttachmentMessage, { kind: 'begin' | 'sent' }>): Promise<boolean> {
    const file = this.files.get(message.name);
    if (!file || !this.upload || message.sizeBytes < 1 || message.sizeBytes > this.limits.maxFileBytes) return false;
    file.type = message.type;
    file.sizeBytes = message.sizeBytes;
    this.current = file;
    // One that is here already is answered "complete" when it has been sent once more.
    if (this.upload.done.has(file.name)) return true;
    file.partial = await this.partials.take(this.upload.alarmId, file.name, this, Date.now());
    return file.partial !== null;
  }

  /** The file that a packet belongs to: by its name, which may have been cut, else the one that was begun last. */
  private fileOf(name: string): ExpectedFile | null {
    const exact = this.files.get(name);
    if (exact) return exact;
    if (name.length === PACKET_NAME_BYTES) for (const file of this.files.values()) if (file.name.startsWith(name)) return file;
    return null;
  }

  private async data(name: string, offset: number, bytes: Uint8Array): Promise<void> {
    const file = this.fileOf(name) ?? (this.current?.name.startsWith(name) ? this.current : null);
    if (!file?.partial || offset + bytes.length > file.sizeBytes) {
      this.strayBytes += bytes.length;
      return;
    }
    if (!(await file.partial.write(offset, bytes))) this.strayBytes += bytes.length;
  }

  /** What is missing of a file; nothing when it is complete or given up. Null when there is no such file. */
  private async sent(
    message: Extract<AttachmentMessage, { kind: 'begin' | 'sent' }>,
  ): Promise<readonly { readonly offset: number; readonly length: number }[] | null> {
    const file = this.files.get(message.name);
    const { upload } = this;
    if (!file || !upload) return null;
    if (upload.done.has(file.name)) return [];
    const { partial } = file;
    if (!partial) return null;
    // Units that go on recording while they send tell the size at the end.
    if (message.sizeBytes >= 1 && message.sizeBytes <= this.limits.maxFileBytes) file.sizeBytes = message.sizeBytes;
    const missing = partial.missing(file.sizeBytes);
    if (missing.length > 0 && ++file.rounds <= this.limits.maxRounds) return missing;
    if (missing.length > 0) this.logger.warn({ alarmId: upload.alarmId, name: file.name }, 'a file stays incomplete');
    else {
      await partial.finish(file.sizeBytes);
      await upload.keep({ name: file.name, type: file.type, path: partial.path });
    }
    file.partial = null;
    await this.partials.drop(upload.alarmId, file.name);
    return [];
  }
}

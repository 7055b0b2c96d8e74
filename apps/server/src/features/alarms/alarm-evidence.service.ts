import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { findUploadTarget, uploadBegins, uploadedNames, uploadProgressed, type UploadTarget } from '@sightline/db';
import type { MediaKind } from '@sightline/domain';
import { readAttachmentName } from '@sightline/protocols';
import { MEDIA_HEAD_BYTES, mediaContentOf } from '../../files/media-content.ts';
import { addMediaFile, MediaRefusedError, type MediaParts } from '../media-files/media-file.service.ts';

/** Finds the key of a registered device by what a unit calls itself. */
export type FindDevice = (deviceIds: readonly string[]) => Promise<number | null>;

/** By the unit's own word, where the octets say nothing. T/JSATL 12-2017 table 4-23. */
const KINDS: readonly MediaKind[] = ['picture', 'sound', 'video', 'text', 'other'];
/** Files of an alarm are told apart by their place in its second. */
const MAX_SEQUENCE = 999;

interface Upload {
  readonly alarmId: string;
  readonly deviceId: string;
  readonly done: ReadonlySet<string>;
  begin(names: readonly string[]): Promise<void>;
  keep(file: { readonly name: string; readonly type: number; readonly path: string }): Promise<void>;
}

/** Where the files of alarms belong: rows of the alarm, bytes among the files of its device. */
export class AlarmEvidence {
  constructor(
    private readonly parts: MediaParts,
    private readonly findDevice: FindDevice,
  ) {}

  async find(named: {
    readonly deviceIds: readonly string[];
    readonly alarmNumber: string;
    readonly sign: string;
  }): Promise<Upload | null> {
    const { system } = this.parts.context.database;
    const deviceKey = await this.findDevice(named.deviceIds);
    if (deviceKey === null) return null;
    const target = await findUploadTarget(system, deviceKey, named);
    if (!target) return null;
    const done = new Set(await uploadedNames(system, target.id));
    return {
      alarmId: target.id,
      deviceId: target.device_id,
      done,
      begin: async (names) => await uploadBegins(system, target.id, new Set([...done, ...names]).size),
      keep: async (file) => {
        await this.keep(target, file);
        done.add(file.name);
        await uploadProgressed(system, target.id);
      },
    };
  }

  /** A file that can never be kept is not asked for again: the unit is told that it has arrived. */
  private async keep(alarm: UploadTarget, file: { readonly name: string; readonly type: number; readonly path: string }): Promise<void> {
    const told = readAttachmentName(file.name);
    const found = mediaContentOf(await headOf(file.path));
    const sequence = Math.min(told?.sequence ?? 0, MAX_SEQUENCE);
    const draft = {
      deviceKey: alarm.device_key,
      channel: told?.channel ?? 0,
      kind: found?.kind ?? KINDS[file.type] ?? 'other',
      source: 'alarm' as const,
      eventCode: alarm.type,
      takenAt: new Date(alarm.at.getTime() + sequence),
      untilAt: null,
      lat: alarm.lat,
      lon: alarm.lon,
      speedKph: alarm.speed_kph,
      contentType: found?.contentType ?? 'application/octet-stream',
      fileName: file.name,
      alarmId: alarm.id,
    };
    try {
      await addMediaFile(this.parts, draft, createReadStream(file.path));
    } catch (error) {
      if (!(error instanceof MediaRefusedError)) throw error;
      this.parts.context.logger.warn({ alarmId: alarm.id, reason: error.reason }, 'a file of an alarm cannot be kept');
    }
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MEDIA_HEAD_BYTES), 0, MEDIA_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

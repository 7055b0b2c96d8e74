import { z } from 'zod';
import { JOB_IDS } from '../jobs.ts';
import { idOf, instant } from '../schema/primitives.ts';

/** Where a file can be fetched for some minutes: a path on this server that opens without a token. */
export const FileLink = z.object({ url: z.string(), fileName: z.string(), expirationTime: instant() }).meta({ id: 'FileLink' });
export type FileLink = z.output<typeof FileLink>;

/** A file that a person has brought. */
export const StoredUpload = z
  .object({ fileId: idOf('file'), fileName: z.string(), sizeBytes: z.int(), expirationTime: instant() })
  .meta({ id: 'StoredUpload' });
export type StoredUpload = z.output<typeof StoredUpload>;

/** A long task of the signed-in user. */
export const TaskInfo = z
  .object({
    id: idOf('task'),
    job: z.enum(JOB_IDS),
    /** In the language of the asker. */
    jobName: z.string(),
    state: z.enum(['queued', 'running', 'success', 'empty', 'failed', 'cancelled']),
    /** 0 failed or cancelled, 1 success, 2 generating, 3 waiting, 4 nothing to give. */
    status: z.int(),
    fileName: z.string().nullable(),
    /** Until when the result can be fetched; null without one. */
    fileExpirationTime: instant().nullable(),
    done: z.int(),
    total: z.int(),
    /** Whole per cent. */
    progress: z.int(),
    cancelRequested: z.boolean(),
    /** A row of the error catalogue, with its details. */
    errorCode: z.int().nullable(),
    errorDetail: z.unknown(),
    /** What came out, by the job. */
    summary: z.record(z.string(), z.unknown()),
    systemModule: z.int(),
    createTime: instant(),
    startTime: instant().nullable(),
    finishTime: instant().nullable(),
  })
  .meta({ id: 'Task' });
export type TaskInfo = z.output<typeof TaskInfo>;

/** A task that all users of a customer see, with who started it. */
export const TaskOfCustomer = TaskInfo.extend({ account: z.string() }).meta({ id: 'TaskOfCustomer' });

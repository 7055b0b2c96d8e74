import { z } from 'zod';
import { StoredUpload } from '../entities/task.entities.ts';
import { UPLOAD_LIMITS } from '../jobs.ts';
import { defineOperations } from '../operation.ts';

/** Files of people on their way to the platform; what comes back is fetched by links. */
export const fileOperations = defineOperations({
  'common.upload': {
    method: 'POST',
    path: '/v2/common/upload',
    summary: { en: 'Bring a file, to be named in a later call; it is checked by its content and kept for a day', zh: '上传文件' },
    /** Its ending says what it is. */
    input: z.object({
      name: z
        .string()
        .min(1)
        .max(500)
        .meta({ examples: ['devices.xlsx'] }),
    }),
    output: StoredUpload,
    permission: 'any',
    scope: 'self',
    file: { maxBytes: UPLOAD_LIMITS.maxBytes },
    writes: true,
    audit: { en: 'Uploaded a file', zh: '上传文件' },
    rateLimit: { max: 30, windowS: 60 },
    timeoutMs: 120_000,
  },
});

import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** A customer's own FTP server. */
export interface CustomerFtpServer {
  readonly host: string;
  readonly port: number;
  readonly account: string;
  readonly passwordSealed: Buffer;
  readonly folder: string;
}

export interface UploadPlan {
  /** What the device said when it was asked last; null: it has not been. */
  readonly supported: boolean | null;
  /** Where its customer wants recordings to go; null: to the platform. */
  readonly own: CustomerFtpServer | null;
}

/** How a device brings recordings, and where to. For the process that asks it. */
export async function findUploadPlan(db: Kysely<Schema>, deviceId: string): Promise<UploadPlan> {
  const { rows } = await sql<{
    supported: boolean | null;
    host: string | null;
    port: number;
    account: string;
    password_sealed: Buffer;
    folder: string;
  }>`
    SELECT u.supported, f.host, f.port, f.account, f.password_sealed, f.folder
    FROM device d LEFT JOIN device_upload u ON u.device_key = d.key
      LEFT JOIN customer_ftp f ON f.customer_id = d.customer_id AND f.enabled AND f.password_sealed IS NOT NULL
    WHERE d.id = ${deviceId}`.execute(db);
  const [row] = rows;
  const own =
    row && row.host !== null
      ? { host: row.host, port: row.port, account: row.account, passwordSealed: row.password_sealed, folder: row.folder }
      : null;
  return { supported: row?.supported ?? null, own };
}

/** Notes whether a device brings recordings when it is asked to. */
export async function noteUploadSupport(db: Kysely<Schema>, deviceKey: string, supported: boolean): Promise<void> {
  await sql`
    INSERT INTO device_upload AS u (device_key, supported) SELECT key, ${supported} FROM device WHERE key = ${deviceKey}
    ON CONFLICT (device_key) DO UPDATE SET supported = EXCLUDED.supported, told_at = now()
      WHERE u.supported IS DISTINCT FROM EXCLUDED.supported`.execute(db);
}

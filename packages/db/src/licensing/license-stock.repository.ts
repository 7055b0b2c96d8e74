import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/**
 * Notes a request of a customer. False when it has been carried out before; one that is being carried out is waited for, and
 * counts when it succeeds.
 */
export async function claimLicenseRequest(db: Kysely<Schema>, customerId: string, requestId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO license_request (customer_id, request_id) VALUES (${customerId}::bigint, ${requestId})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(db);
  return rows.length === 1;
}

/** Until the end of the transaction nobody else takes licences out of this customer's stock. */
export async function lockLicenseStock(db: Kysely<Schema>, customerId: string): Promise<void> {
  await sql`SELECT app.lock_license_stock(${customerId}::bigint)`.execute(db);
}

export interface StockQuery {
  readonly customerId: string;
  readonly typeCode: string;
  readonly count: number;
  /** Only those that this customer handed over; undefined = any. */
  readonly sellerId?: string | undefined;
}

/**
 * Never used licences of a stock, the oldest first, locked for this transaction: as many as there are, at most `count`.
 * The stock must be locked before.
 */
export async function pickLicenses(db: Kysely<Schema>, q: StockQuery): Promise<string[]> {
  const picked: string[] = [];
  // Rows that another transaction changes while this one waits for them drop out: look again until no more are found.
  while (picked.length < q.count) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM license
      WHERE customer_id = ${q.customerId} AND type_code = ${q.typeCode} AND state = 'new' AND expires_at IS NULL AND locked_at IS NULL
        ${q.sellerId === undefined ? sql`` : sql`AND seller_id = ${q.sellerId}`} AND id <> ALL(${picked}::bigint[])
      ORDER BY id LIMIT ${q.count - picked.length} FOR UPDATE`.execute(db);
    if (rows.length === 0) break;
    picked.push(...rows.map((r) => r.id));
  }
  return picked;
}

export interface LicenseRecord {
  readonly id: string;
  readonly code: string;
  readonly type_code: string;
  readonly customer_id: string;
  readonly customer_path: string;
  readonly seller_id: string | null;
  readonly state: 'new' | 'bound' | 'spent';
  readonly device_key: string | null;
  readonly expires_at: Date | null;
  readonly locked_at: Date | null;
}

const RECORD = sql`id, code, type_code, customer_id, customer_path, seller_id, state, device_key, expires_at, locked_at`;

/** Licences of the scope by id, locked for this transaction, in the order of their ids. */
export async function licensesForUpdate(db: Kysely<Schema>, ids: readonly string[]): Promise<LicenseRecord[]> {
  return (await sql<LicenseRecord>`SELECT ${RECORD} FROM license WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`.execute(db)).rows;
}

/** The same by code. */
export async function licensesByCodeForUpdate(db: Kysely<Schema>, codes: readonly string[]): Promise<LicenseRecord[]> {
  return (await sql<LicenseRecord>`SELECT ${RECORD} FROM license WHERE code = ANY(${codes}::text[]) ORDER BY id FOR UPDATE`.execute(db))
    .rows;
}

/** The same by the devices that carry them. */
export async function boundLicensesForUpdate(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<LicenseRecord[]> {
  return (
    await sql<LicenseRecord>`
      SELECT ${RECORD} FROM license WHERE device_key = ANY(${deviceKeys}::bigint[]) AND state = 'bound' ORDER BY id FOR UPDATE`.execute(db)
  ).rows;
}

/**
 * Hands unused licences to another owner; only those that still are where they were counted change. Returns how many.
 * Taken back, a licence may be taken back further by the one who had handed it to the taker.
 */
export async function moveLicenses(
  db: Kysely<Schema>,
  m: { readonly ids: readonly string[]; readonly from: string; readonly to: string; readonly kind: 'sale' | 'return' },
): Promise<number> {
  const seller =
    m.kind === 'sale'
      ? sql`${m.from}::bigint`
      : sql`(SELECT x.from_customer_id FROM license_movement_item i JOIN license_movement x ON x.id = i.movement_id
          WHERE i.license_id = license.id AND x.to_customer_id = ${m.to}::bigint AND x.kind <> 'return' ORDER BY x.id DESC LIMIT 1)`;
  const result = await sql`
    UPDATE license SET customer_id = ${m.to}::bigint, seller_id = ${seller}
    WHERE id = ANY(${m.ids}::bigint[]) AND customer_id = ${m.from} AND state = 'new' AND locked_at IS NULL`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Enters a printed code for a customer of the scope: the licence comes into its stock from one above. */
export async function redeemLicense(
  db: Kysely<Schema>,
  code: string,
  customerId: string,
  actorId: string,
): Promise<{ outcome: 'ok' | 'notFound' | 'notOwned' | 'locked' | 'bound' | 'expired'; license_id: string | null }> {
  const { rows } = await sql<{
    outcome: 'ok' | 'notFound' | 'notOwned' | 'locked' | 'bound' | 'expired';
    license_id: string | null;
  }>`SELECT * FROM app.redeem_license(${code}, ${customerId}::bigint, ${actorId}::bigint)`.execute(db);
  return rows[0]!;
}

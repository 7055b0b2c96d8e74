import type { LicenseMovementKind } from '@sightline/domain';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface NewMovement {
  readonly kind: LicenseMovementKind;
  readonly typeCode: string;
  readonly licenseIds: readonly string[];
  readonly fromCustomerId: string;
  readonly toCustomerId: string;
  readonly remark: string | null;
  readonly createdBy: string | null;
  readonly price?: { readonly unitPrice: number; readonly currency: string } | undefined;
}

/** Records who passed which licences to whom. Returns the record's id. */
export async function insertMovement(db: Kysely<Schema>, m: NewMovement): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO license_movement (kind, type_code, count, from_customer_id, from_path, to_customer_id, to_path, remark, created_by)
    SELECT ${m.kind}, ${m.typeCode}, ${m.licenseIds.length}::int, f.id, f.path, t.id, t.path, ${m.remark}::text, ${m.createdBy}::bigint
    FROM customer f, customer t WHERE f.id = ${m.fromCustomerId} AND t.id = ${m.toCustomerId} RETURNING id`.execute(db);
  const { id } = rows[0]!;
  await sql`INSERT INTO license_movement_item (movement_id, license_id) SELECT ${id}::bigint, unnest(${m.licenseIds}::bigint[])`.execute(
    db,
  );
  if (m.price) {
    await sql`INSERT INTO license_price (movement_id, unit_price, currency) VALUES (${id}::bigint, ${m.price.unitPrice}, ${m.price.currency})`.execute(
      db,
    );
  }
  return id;
}

export interface MovementRow {
  readonly id: string;
  readonly kind: LicenseMovementKind;
  readonly type_code: string;
  readonly count: number;
  /** null: above the caller, or gone. */
  readonly from_customer_id: string | null;
  readonly from_name: string | null;
  readonly to_customer_id: string | null;
  readonly to_name: string | null;
  readonly remark: string | null;
  readonly created_by_name: string | null;
  readonly created_at: Date;
  /** null: none was noted, or it is not the caller's to see. */
  readonly unit_price: number | null;
  readonly currency: string | null;
}

export interface MovementQuery {
  readonly kind: LicenseMovementKind | undefined;
  readonly typeCode: string | undefined;
  /** This customer or one below it gave or got. */
  readonly path: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The name of one side; of one that is gone the name that it had, for who saw it. */
const nameOf = (side: 'from' | 'to', table: 'f' | 't') =>
  sql`coalesce(${sql.ref(`${table}.name`)}, CASE WHEN ${sql.ref(`m.${side}_customer_id`)} IS NULL AND ${sql.ref(`m.${side}_path`)} <@ (SELECT app.scope()) THEN ${sql.ref(`m.${side}_name`)} END)`;

/** Records of the scope, newest first. Names above the caller stay unknown to it. */
export async function pageMovements(db: Kysely<Schema>, q: MovementQuery): Promise<{ rows: MovementRow[]; total: number }> {
  const parts = [
    q.kind && sql`m.kind = ${q.kind}`,
    q.typeCode && sql`m.type_code = ${q.typeCode}`,
    q.path && sql`(m.from_path <@ ${q.path}::ltree OR m.to_path <@ ${q.path}::ltree)`,
    q.from && sql`m.created_at >= ${q.from}`,
    q.to && sql`m.created_at < ${q.to}`,
  ].filter((part) => typeof part === 'object');
  const where = parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
  const { rows } = await sql<MovementRow>`
    SELECT m.id, m.kind, m.type_code, m.count, f.id AS from_customer_id, ${nameOf('from', 'f')} AS from_name,
      t.id AS to_customer_id, ${nameOf('to', 't')} AS to_name, m.remark, 
      coalesce(u.name, CASE WHEN m.from_path <@ (SELECT app.scope()) THEN m.created_by_name END) AS created_by_name, m.created_at, p.unit_price::float8 AS unit_price, p.currency
    FROM license_movement m
      LEFT JOIN customer f ON f.id = m.from_customer_id
      LEFT JOIN customer t ON t.id = m.to_customer_id
      LEFT JOIN app_user u ON u.id = m.created_by
      LEFT JOIN license_price p ON p.movement_id = m.id
    WHERE ${where} ORDER BY m.id DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM license_movement m WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

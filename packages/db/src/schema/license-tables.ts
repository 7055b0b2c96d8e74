import type { ColumnType, Generated } from 'kysely';

export interface LicensePolicyTable {
  id: Generated<boolean>;
  required_for_new_devices: Generated<boolean>;
  grace_days: Generated<number>;
  notice_days: Generated<number>;
}

export interface LicenseTypeTable {
  code: string;
  name_en: string;
  name_zh: string;
  /** null = for the life of the device. */
  validity_months: number | null;
  features: string[];
  /** 1 tracker, 2 camera, null = any. */
  basic_type: number | null;
  transferable: boolean;
  unbindable: boolean;
  created_at: ColumnType<Date, undefined, never>;
}

/** The tables of licences that are asked through the query builder; the rest is read by hand-written SQL. */
export interface LicenseTables {
  license_policy: LicensePolicyTable;
  license_type: LicenseTypeTable;
}

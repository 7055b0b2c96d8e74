import type { AccountTables } from './account-tables.ts';
import type { AlarmSettingTables } from './alarm-setting-tables.ts';
import type { HelpTables } from './help-tables.ts';
import type { CompanyTables } from './company-tables.ts';
import type { CustomizationTables } from './customization-tables.ts';
import type { JobTables } from './job-tables.ts';
import type { LicenseTables } from './license-tables.ts';
import type { MediaTables } from './media-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { TenancyTables } from './tables.ts';

/** All tables, by area. */
export interface Schema
  extends
    TenancyTables,
    JobTables,
    LicenseTables,
    MediaTables,
    NoticeTables,
    AlarmSettingTables,
    AccountTables,
    CompanyTables,
    CustomizationTables,
    HelpTables {}

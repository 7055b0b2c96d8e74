import type { LicenseStock, LicenseType } from '@sightline/contract';
import { csvLines } from '@sightline/domain';
import { call } from '../../api/client.ts';
import { i18n } from '../../i18n/i18n.ts';
import type { FieldOption } from '../../ui/form-dialog/form-definition.ts';
import { saveText } from '../../ui/save-text.ts';

/** "12 months", or for life. */
export const validityText = ({ validityMonths }: Pick<LicenseType, 'validityMonths'>): string =>
  validityMonths === null ? i18n.t('license.forLife') : i18n.t('license.months', { count: validityMonths });

export const kindText = ({ deviceBasicType }: Pick<LicenseType, 'deviceBasicType'>): string =>
  i18n.t(deviceBasicType === 1 ? 'license.trackers' : deviceBasicType === 2 ? 'license.cameras' : 'license.anyDevice');

export const featureText = ({ features }: Pick<LicenseType, 'features'>): string =>
  features.map((feature) => i18n.t(`license.feature.${feature}`)).join(i18n.t('license.listComma'));

/** Whole days until the end; what has ended says how long ago. */
export const daysText = (days: number): string =>
  days < 0
    ? i18n.t('license.daysOver', { count: -days })
    : days === 0
      ? i18n.t('license.withinDay')
      : i18n.t('license.daysLeft', { count: days });

/** Kinds of licences of which there are some, each with how many; `wanted` stays in even when it has run out. */
export const stockOptions = (stock: readonly LicenseStock[], wanted?: string): readonly FieldOption[] =>
  stock
    .filter((type) => type.count > 0 || type.typeCode === wanted)
    .map((type) => ({ value: type.typeCode, label: i18n.t('license.typeWithCount', { name: type.typeName, count: type.count }) }));

const PAGE_SIZE = 200;

type Question = Omit<Parameters<typeof call<'license.page'>>[1], 'pageIndex' | 'pageSize'>;
type Found = Awaited<ReturnType<typeof call<'license.page'>>>['records'];

/** Everything that a question finds, page by page; at most `limit`. */
export const collectLicenses = async (question: Question, limit: number): Promise<{ readonly rows: Found; readonly total: number }> => {
  const rows: Found = [];
  for (let pageIndex = 1; ; pageIndex++) {
    const page = await call('license.page', { ...question, pageIndex, pageSize: PAGE_SIZE });
    rows.push(...page.records);
    if (rows.length >= Math.min(limit, page.total) || page.records.length === 0) return { rows: rows.slice(0, limit), total: page.total };
  }
};

/** Codes as a text file, one a line. */
export const saveCodes = (name: string, codes: readonly string[]): void =>
  saveText(`${name}.txt`, [codes.map((code) => `${code}\r\n`).join('')]);

/** Licences as a spreadsheet. */
export const saveLicenses = (rows: Found): void =>
  saveText(
    'licences.csv',
    csvLines(
      ['code', 'type', 'status', 'customer', 'device', 'deviceId', 'bound', 'ends'].map((key) => i18n.t(`license.csv.${key}`)),
      rows.map((row) => [
        row.code,
        row.typeName,
        i18n.t(`license.status.${row.status}`),
        row.customerName,
        row.deviceName,
        row.deviceId,
        row.bindTime,
        row.expirationTime,
      ]),
    ),
    'text/csv;charset=utf-8',
  );

import type { InputOf, LicenseBatch, LicenseType } from '@sightline/contract';
import { LICENSE_BATCH_LIMIT, LICENSE_FEATURES, parseLicenseCode } from '@sightline/domain';
import { i18n } from '../../i18n/i18n.ts';
import type { FieldDefinition, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';

/** Codes as they were pasted: one a line, or with commas between them. */
export const codesIn = (text: unknown): readonly string[] =>
  String(text ?? '')
    .split(/[\n,;]/)
    .map((code) => code.trim())
    .filter((code) => code !== '');

const codesProblem = (text: unknown): string | null => {
  const codes = codesIn(text);
  if (codes.length > LICENSE_BATCH_LIMIT) return i18n.t('license.tooManyCodes', { count: LICENSE_BATCH_LIMIT });
  const wrong = codes.find((code) => parseLicenseCode(code) === null);
  return wrong === undefined ? null : i18n.t('license.codeWrongNamed', { code: wrong });
};

/** Makes licences: so many with new codes, or those whose codes have been printed already. */
export const batchForm = (requestId: string, types: readonly LicenseType[]): FormDefinition<'license.batch.create'> => ({
  id: 'license.batch',
  operation: 'license.batch.create',
  fixed: { requestId },
  groups: [
    {
      fields: [
        {
          kind: 'select',
          name: 'typeCode',
          label: 'license.type',
          options: types.map((type) => ({ value: type.typeCode, label: type.typeName })),
        },
        {
          kind: 'choice',
          name: 'source',
          label: 'license.codes',
          options: [
            { value: 'new', label: i18n.t('license.newCodes') },
            { value: 'printed', label: i18n.t('license.printedCodes') },
          ],
        },
        {
          kind: 'number',
          name: 'count',
          label: 'license.count',
          required: true,
          min: 1,
          max: LICENSE_BATCH_LIMIT,
          isFor: ({ source }) => source !== 'printed',
        },
        {
          kind: 'textarea',
          name: 'codeText',
          label: 'license.printedCodes',
          hint: 'license.printedCodesHint',
          required: true,
          maxLength: 40 * LICENSE_BATCH_LIMIT,
          rows: 8,
          isFor: ({ source }) => source === 'printed',
          check: codesProblem,
        },
        { kind: 'textarea', name: 'remark', label: 'license.remark', maxLength: 200, rows: 2 },
      ],
    },
  ],
  toInput: ({ codeText, source, ...values }) => ({ ...values, ...(source === 'printed' ? { codes: codesIn(codeText) } : {}) }),
  errorFields: { licenseCodeExists: 'codeText', licenseCodeInvalid: 'codeText', licenseBatchLimit: 'count' },
});

const ANY_DEVICE = 0;

/** What a kind of licence looks like in its form. */
export const typeValues = (type: LicenseType | undefined): FormValues =>
  type === undefined
    ? { validityMonths: 12, features: ['tracking'], device: ANY_DEVICE, transferable: true, unbindable: true, forLife: false }
    : {
        ...type,
        forLife: type.validityMonths === null,
        validityMonths: type.validityMonths ?? 12,
        device: type.deviceBasicType ?? ANY_DEVICE,
      };

/** A kind of licence, new or changed. */
export const typeForm = (type: LicenseType | undefined): FormDefinition<'license.type.save'> => {
  const code: FieldDefinition = {
    kind: 'text',
    name: 'typeCode',
    label: 'license.typeCode',
    hint: 'license.typeCodeHint',
    allowed: 'license.typeCodeCharacters',
  };
  return {
    id: 'license.type',
    operation: 'license.type.save',
    fixed: type === undefined ? {} : { typeCode: type.typeCode },
    groups: [
      {
        fields: [
          ...(type === undefined ? [code] : []),
          { kind: 'text', name: 'nameEn', label: 'license.nameEn' },
          { kind: 'text', name: 'nameZh', label: 'license.nameZh' },
        ],
      },
      {
        title: 'license.termsGroup',
        fields: [
          { kind: 'switch', name: 'forLife', label: 'license.forLifeSwitch' },
          {
            kind: 'number',
            name: 'validityMonths',
            label: 'license.validityMonths',
            required: true,
            min: 1,
            max: 120,
            isFor: ({ forLife }) => forLife !== true,
          },
          {
            kind: 'select',
            name: 'features',
            label: 'license.features',
            required: true,
            multiple: true,
            options: LICENSE_FEATURES.map((feature) => ({ value: feature, label: i18n.t(`license.feature.${feature}`) })),
          },
          {
            kind: 'choice',
            name: 'device',
            label: 'license.deviceKind',
            options: [
              { value: ANY_DEVICE, label: i18n.t('license.anyDevice') },
              { value: 1, label: i18n.t('license.trackers') },
              { value: 2, label: i18n.t('license.cameras') },
            ],
          },
          { kind: 'switch', name: 'transferable', label: 'license.transferable' },
          { kind: 'switch', name: 'unbindable', label: 'license.unbindable' },
        ],
      },
    ],
    toInput: ({ forLife, device, validityMonths, ...values }) => ({
      ...values,
      validityMonths: forLife === true ? null : validityMonths,
      deviceBasicType: device === ANY_DEVICE ? null : device,
    }),
  };
};

/** What follows when a licence is missing or ends. */
export const policyForm = (): FormDefinition<'license.policy.save'> => ({
  id: 'license.policy',
  operation: 'license.policy.save',
  groups: [
    {
      fields: [
        { kind: 'switch', name: 'requiredForNewDevices', label: 'license.required', hint: 'license.requiredHint' },
        { kind: 'number', name: 'graceDays', label: 'license.graceDays', hint: 'license.graceDaysHint', required: true, min: 0, max: 90 },
        {
          kind: 'number',
          name: 'noticeDays',
          label: 'license.noticeDays',
          hint: 'license.noticeDaysHint',
          required: true,
          min: 1,
          max: 365,
        },
      ],
    },
  ],
});

/** Takes a batch out of service, or brings it back. */
export const lockForm = ({ id, lockTime }: Pick<LicenseBatch, 'id' | 'lockTime'>): FormDefinition<'license.batch.lock'> => {
  const fixed: Partial<InputOf<'license.batch.lock'>> = { id, locked: lockTime === null };
  const reason: FieldDefinition = { kind: 'textarea', name: 'reason', label: 'license.lockReason', maxLength: 200, rows: 2 };
  return { id: 'license.lock', operation: 'license.batch.lock', fixed, groups: [{ fields: lockTime === null ? [reason] : [] }] };
};

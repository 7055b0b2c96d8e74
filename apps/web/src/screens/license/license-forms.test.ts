import type { LicenseStock } from '@sightline/contract';
import { formatLicenseCode, LICENSE_CODE_RANDOM_BYTES, licenseCodeOf } from '@sightline/domain';
import { beforeAll, expect, it } from 'vitest';
import { newRequestId } from '../../api/request-id.ts';
import { initI18n } from '../../i18n/i18n.ts';
import type { FieldDefinition, FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { inputOf, shownFields } from '../../ui/form-dialog/form-input.ts';
import { bindForm, redeemForm, sellForm } from './license-forms.ts';
import { batchForm, codesIn, typeForm, typeValues } from './platform-forms.ts';
import type { OperationId } from '@sightline/contract';

beforeAll(async () => {
  await initI18n('en_US');
});

const stock = [
  {
    typeCode: 'annual',
    typeName: 'Annual',
    nameEn: 'Annual',
    nameZh: '年度许可',
    validityMonths: null,
    features: ['tracking'],
    deviceBasicType: 2,
    transferable: true,
    unbindable: false,
    count: 3,
    codes: [],
  },
] satisfies readonly LicenseStock[];
const code = (byte: number): string => formatLicenseCode(licenseCodeOf(new Uint8Array(LICENSE_CODE_RANDOM_BYTES).fill(byte)));

const sent = <K extends OperationId>(form: FormDefinition<K>, values: Record<string, unknown>): unknown =>
  inputOf(
    form,
    shownFields(form, values, () => true),
    {},
    values,
  );
const fieldOf = <K extends OperationId>(form: FormDefinition<K>, name: string): FieldDefinition | undefined =>
  form.groups.flatMap((group) => group.fields).find((field) => field.name === name);

it('a price is sent with its currency, or none of both', () => {
  const form = sellForm('request-1', stock);
  const values = { customerId: '7', typeCode: 'annual', count: 2, currency: 'EUR' };
  expect(sent(form, values)).toEqual({ requestId: 'request-1', customerId: '7', typeCode: 'annual', count: 2 });
  expect(sent(form, { ...values, unitPrice: 0 })).toMatchObject({ unitPrice: 0, currency: 'EUR' });
});

it('chosen licences are sent by id, without a type and a count', () => {
  const form = sellForm('request-1', stock, ['5', '6']);
  expect(sent(form, { customerId: '7', typeCode: 'annual', count: 2 })).toEqual({
    requestId: 'request-1',
    licenseIds: '5,6',
    customerId: '7',
  });
});

it('says what the stock lacks before anything is sent', async () => {
  const count = fieldOf(sellForm('request-1', stock), 'count');
  expect(await count?.check?.(3, { typeCode: 'annual' })).toBeNull();
  expect(await count?.check?.(4, { typeCode: 'annual' })).toBe('Only 3 are in stock');
  const devices = fieldOf(bindForm(stock, 'annual'), 'devices');
  expect(devices).toMatchObject({ deviceBasicType: 2 });
  expect(await devices?.check?.(Array(4).fill({ id: 'd', deviceName: 'd' }), { typeCode: 'annual' })).toBe('Only 3 are in stock');
});

it('binds the chosen devices, and a printed code to none or one', () => {
  const devices = [
    { id: 'd1', deviceName: 'One' },
    { id: 'd2', deviceName: 'Two' },
  ];
  expect(sent(bindForm(stock), { typeCode: 'annual', devices })).toEqual({ typeCode: 'annual', deviceIds: 'd1,d2' });
  expect(sent(redeemForm(), { code: ` ${code(3)} ` })).toEqual({ code: code(3) });
  expect(sent(redeemForm(), { code: code(3), devices: [devices[0]] })).toEqual({ code: code(3), deviceId: 'd1' });
  expect(fieldOf(redeemForm(), 'code')?.check?.(code(3).slice(0, -1), {})).toBe('This is not a code; look for a typing error');
});

it('makes a batch of new codes, or of printed ones that are checked one by one', () => {
  const form = batchForm('request-1', stock);
  expect(sent(form, { typeCode: 'annual', source: 'new', count: 5, codeText: code(1) })).toEqual({
    requestId: 'request-1',
    typeCode: 'annual',
    count: 5,
  });
  const codeText = `${code(1)}\r\n\n ${code(2)},${code(4)}`;
  expect(sent(form, { typeCode: 'annual', source: 'printed', count: 5, codeText })).toEqual({
    requestId: 'request-1',
    typeCode: 'annual',
    codes: [code(1), code(2), code(4)],
  });
  const field = fieldOf(form, 'codeText');
  expect(field?.check?.(codeText, {})).toBeNull();
  expect(field?.check?.(`${code(1)}\nABCD`, {})).toBe('ABCD is not a code; look for a typing error');
  expect(codesIn(undefined)).toEqual([]);
});

it('a type for life and for any device has no months and no kind', () => {
  const [first] = stock;
  const form = typeForm(first);
  const values = { ...typeValues(first) };
  expect(sent(form, values)).toMatchObject({ typeCode: 'annual', validityMonths: null, deviceBasicType: 2, unbindable: false });
  expect(sent(form, { ...values, forLife: false, validityMonths: 6, device: 0 })).toMatchObject({
    validityMonths: 6,
    deviceBasicType: null,
  });
  expect(fieldOf(typeForm(undefined), 'typeCode')).toBeDefined();
});

it('names each intention differently, as the contract wants it', () => {
  const ids = Array.from({ length: 100 }, newRequestId);
  expect(new Set(ids).size).toBe(100);
  expect(ids.every((id) => /^[A-Za-z0-9_-]{8,64}$/.test(id))).toBe(true);
});

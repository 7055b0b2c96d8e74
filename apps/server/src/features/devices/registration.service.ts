import { apiError, ERROR_CODE, errorRow, type ErrorName } from '@sightline/contract';
import {
  addDevices,
  attachLabels,
  dropUnknownDevices,
  findLabels,
  listDeviceTypes,
  takenDeviceIds,
  type CustomerRecord,
  type DeviceTypeRecord,
  type LabelRecord,
  type ScopedTransaction,
} from '@sightline/db';
import { hasWrongCheckDigit, isRegisteredId, isSameIdentity, isWithin, LABEL_LIMITS } from '@sightline/domain';

/** A device as somebody wants it registered. Empty texts are the same as none. */
export interface NewDevice {
  readonly deviceId: string;
  readonly deviceType: string;
  readonly deviceName?: string | undefined;
  readonly sim?: string | undefined;
  readonly iccid?: string | undefined;
  readonly plate?: string | undefined;
  readonly vin?: string | undefined;
  readonly remark?: string | undefined;
  readonly timezone?: string | undefined;
  readonly icon?: string | undefined;
  readonly camCount?: number | undefined;
}

export interface Refusal {
  readonly index: number;
  readonly deviceId: string;
  readonly error: ErrorName;
}

export interface Registration {
  /** Keys by id. */
  readonly added: ReadonlyMap<string, string>;
  /** By place in what was given. */
  readonly refused: readonly Refusal[];
  readonly wrongCheckDigit: readonly string[];
}

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** Rows of one INSERT: far below the 65 535 parameters of a statement. */
const INSERT_ROWS = 1000;

/**
 * Registers those devices that can be, and says what is wrong with the others: no id (400), no such model (20005), an id
 * that is taken or stands here twice (20000). A wrong check digit is only told.
 */
export async function registerDevices(
  trx: ScopedTransaction,
  customer: Pick<CustomerRecord, 'id'>,
  devices: readonly NewDevice[],
): Promise<Registration> {
  const types = new Map((await listDeviceTypes(trx)).map((t) => [t.code, t]));
  const taken = await takenDeviceIds(
    trx,
    devices.map((d) => d.deviceId),
  );
  const refused: Refusal[] = [];
  const ends = new Map<string, string>();
  const wanted: { index: number; device: NewDevice; type: DeviceTypeRecord }[] = [];
  devices.forEach((device, index) => {
    const type = types.get(device.deviceType);
    // Twelve digits in common are not enough: two whole IMEIs may end alike.
    const twin = ends.get(device.deviceId.slice(-12));
    const error: ErrorName | null = !isRegisteredId(device.deviceId)
      ? 'invalidParameters'
      : !type
        ? 'addError'
        : taken.has(device.deviceId) || (twin !== undefined && isSameIdentity(twin, device.deviceId))
          ? 'imeiExists'
          : null;
    if (error !== null || !type) return void refused.push({ index, deviceId: device.deviceId, error: error ?? 'addError' });
    ends.set(device.deviceId.slice(-12), device.deviceId);
    wanted.push({ index, device, type });
  });
  const added = new Map<string, string>();
  for (let at = 0; at < wanted.length; at += INSERT_ROWS) {
    const rows = wanted.slice(at, at + INSERT_ROWS).map(({ device: d, type }) => ({
      id: d.deviceId,
      customer_id: customer.id,
      name: orNull(d.deviceName) ?? d.deviceId,
      type_code: type.code,
      sim: orNull(d.sim),
      iccid: orNull(d.iccid),
      plate: orNull(d.plate),
      vin: orNull(d.vin),
      remark: orNull(d.remark),
      timezone: orNull(d.timezone),
      cam_count: d.camCount ?? type.cam_count,
      ...(d.icon === undefined ? {} : { icon: d.icon }),
    }));
    for (const [id, key] of await addDevices(trx, rows)) added.set(id, key);
  }
  // Somebody was quicker between the question and the answer.
  for (const { index, device } of wanted)
    if (!added.has(device.deviceId)) refused.push({ index, deviceId: device.deviceId, error: 'imeiExists' });
  await dropUnknownDevices(trx, [...added.keys()]);
  return {
    added,
    refused: refused.toSorted((a, b) => a.index - b.index),
    wrongCheckDigit: [...added.keys()].filter(hasWrongCheckDigit),
  };
}

/** Registers one device. @throws 400, 20000, 20005 */
export async function registerDevice(
  trx: ScopedTransaction,
  customer: Pick<CustomerRecord, 'id' | 'path'>,
  device: NewDevice,
  labelIds: readonly string[] = [],
): Promise<{ deviceId: string; warnings: 'checkDigit'[] }> {
  const labels = await usableLabels(trx, labelIds, customer.path);
  const { added, refused, wrongCheckDigit } = await registerDevices(trx, customer, [device]);
  const [refusal] = refused;
  if (refusal) throw apiError(refusal.error, { deviceId: device.deviceId, deviceType: device.deviceType });
  const deviceKey = added.get(device.deviceId)!;
  await attachLabels(
    trx,
    labels.map((l) => ({ deviceKey, labelId: l.id })),
  );
  return { deviceId: device.deviceId, warnings: wrongCheckDigit.map(() => 'checkDigit' as const) };
}

/** Labels that a device of this customer may have: its own and those of customers above it. @throws 40001, 40004, 40007 */
export async function usableLabels(trx: ScopedTransaction, labelIds: readonly string[], customerPath: string): Promise<LabelRecord[]> {
  if (labelIds.length > LABEL_LIMITS.perDevice) throw apiError('deviceLabelCountExceeded', { max: LABEL_LIMITS.perDevice });
  const labels = await namedLabels(trx, labelIds);
  const foreign = labels.find((l) => !isWithin(l.customer_path, customerPath));
  if (foreign) throw apiError('labelNotOwned', { labelId: foreign.id, labelName: foreign.name });
  return labels;
}

/** Labels that a call names, in its order. @throws 40001 */
export async function namedLabels(trx: ScopedTransaction, labelIds: readonly string[]): Promise<LabelRecord[]> {
  if (labelIds.length === 0) return [];
  const byId = new Map((await findLabels(trx, labelIds)).map((l) => [l.id, l]));
  return labelIds.map((id) => {
    const label = byId.get(id);
    if (!label) throw apiError('labelNotFound', { labelId: id });
    return label;
  });
}

/** A row of the catalogue as plain text of a language. */
export const errorText = (error: ErrorName, language: string): string => {
  const row = errorRow(ERROR_CODE[error]);
  return language === 'zh_CN' ? row.zh : row.en;
};

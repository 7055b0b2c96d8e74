import { apiError } from '@sightline/contract';
import {
  attachLabels,
  createLabel,
  customerLabels,
  deleteLabels,
  detachLabels,
  labelsOfDevices,
  labelUse,
  renameLabel,
  type DeviceRecord,
  type LabelRecord,
  type ScopedTransaction,
} from '@sightline/db';
import { isWithin, LABEL_LIMITS } from '@sightline/domain';
import { namedCustomer } from '../customers/customer.service.ts';
import { namedDevices } from '../devices/device.service.ts';
import { namedLabels } from '../devices/registration.service.ts';
import { defineHandlers } from '../handlers.ts';

/** @throws 40005, 40008 */
function checkedName(name: string): string {
  if (name === '') throw apiError('labelNameRequired');
  if ([...name].length > LABEL_LIMITS.name) throw apiError('labelNameTooLong', { max: LABEL_LIMITS.name });
  // Lists of names are joined by commas.
  if (name.includes(',')) throw apiError('invalidParameters', [{ path: 'labelName', message: 'no comma in a tag' }]);
  return name;
}

const sameName = (labels: readonly LabelRecord[], name: string, but?: string): boolean =>
  labels.some((l) => l.name.toLowerCase() === name.toLowerCase() && l.id !== but);

/** @throws 40001, 40010, 20007 */
async function named(
  trx: ScopedTransaction,
  input: { readonly deviceIds: readonly string[]; readonly labelIds: readonly string[] },
): Promise<{ devices: DeviceRecord[]; labels: LabelRecord[] }> {
  if (input.labelIds.length > LABEL_LIMITS.perCall)
    throw apiError('labelBatchLimit', { max: LABEL_LIMITS.perCall, given: input.labelIds.length });
  const labels = await namedLabels(trx, input.labelIds);
  if (labels.length === 0) throw apiError('labelNotFound');
  return { labels, devices: await namedDevices(trx, input.deviceIds) };
}

/** Tags: of a customer, for its devices and those of the customers below. */
export const labelHandlers = () =>
  defineHandlers({
    'label.add': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const name = checkedName(input.labelName);
      const own = await customerLabels(trx, customer.id);
      if (sameName(own, name)) throw apiError('labelNameExists', { labelName: name });
      if (own.length >= LABEL_LIMITS.perCustomer) throw apiError('labelCountExceeded', { max: LABEL_LIMITS.perCustomer });
      const id = await createLabel(trx, customer.id, name);
      audit({ labelId: id, labelName: name });
      return { id, labelName: name, customerId: customer.id, deviceCount: 0 };
    },

    'label.save': async ({ input, trx, audit }) => {
      const label = (await namedLabels(trx, [input.labelId]))[0]!;
      const name = checkedName(input.labelName);
      if (sameName(await customerLabels(trx, label.customer_id), name, label.id)) throw apiError('labelNameExists', { labelName: name });
      await renameLabel(trx, label.id, name);
      audit({ before: label.name, labelName: name });
      return { id: label.id, labelName: name, customerId: label.customer_id, deviceCount: await labelUse(trx, [label.id]) };
    },

    'label.delete': async ({ input, trx, audit }) => {
      const labels = await namedLabels(trx, input.labelIds);
      if (labels.length === 0) throw apiError('labelNotFound');
      const devices = await labelUse(trx, input.labelIds);
      if (devices > 0 && !input.force) throw apiError('labelInUse', { devices });
      await deleteLabels(trx, input.labelIds);
      audit({ labelNames: labels.map((l) => l.name), devices });
      return null;
    },

    'label.bind': async ({ input, trx, audit }) => {
      const { devices, labels } = await named(trx, input);
      const foreign = labels.find((l) => devices.some((d) => !isWithin(l.customer_path, d.customer_path)));
      if (foreign) throw apiError('labelNotOwned', { labelId: foreign.id, labelName: foreign.name });
      const has = await labelsOfDevices(
        trx,
        devices.map((d) => d.key),
      );
      const pairs = devices.flatMap((d) => {
        const own = has.get(d.key) ?? new Set();
        const missing = labels.filter((l) => !own.has(l.id));
        if (own.size + missing.length > LABEL_LIMITS.perDevice) {
          throw apiError('deviceLabelCountExceeded', { max: LABEL_LIMITS.perDevice, deviceId: d.id });
        }
        return missing.map((l) => ({ deviceKey: d.key, labelId: l.id }));
      });
      if (pairs.length === 0) throw apiError('labelAlreadyBound');
      await attachLabels(trx, pairs);
      audit({ bound: pairs.length });
      return { bound: pairs.length };
    },

    'label.unbind': async ({ input, trx, audit }) => {
      const { devices, labels } = await named(trx, input);
      const unbound = await detachLabels(
        trx,
        devices.map((d) => d.key),
        labels.map((l) => l.id),
      );
      audit({ unbound });
      return { unbound };
    },
  });

import type { ParsedInputOf } from '@sightline/contract';
import type { DeviceFilter, ScopedTransaction } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { namedCustomer } from '../customers/customer.service.ts';
import type { Principal } from '../principal.ts';
import { limitDeviceCount } from './device.service.ts';
import { onlineSinceMs } from './online.service.ts';

/** The filters of the device query; what else a call has is not looked at. */
type Filters = Omit<ParsedInputOf<'device.page'>, 'pageIndex' | 'pageSize' | 'orderBy' | 'orderDirection'>;

/** The filters of a call as those of the repository. @throws 9002 for a customer outside the scope, 10003 for too many ids. */
export async function deviceFilter(trx: ScopedTransaction, principal: Principal, context: AppContext, f: Filters): Promise<DeviceFilter> {
  const customer = f.customerId === undefined ? undefined : await namedCustomer(trx, principal, f.customerId);
  if (f.deviceIds) limitDeviceCount(f.deviceIds);
  const statuses = f.deviceStatus?.filter((s) => s === '1' || s === '2');
  const typeCodes = [...(f.deviceTypes ?? []), ...(f.deviceType === undefined || f.deviceType === '' ? [] : [f.deviceType])];
  return {
    text: f.deviceIdOrName,
    name: f.deviceName,
    ids: f.deviceIds,
    typeCodes: typeCodes.length === 0 ? undefined : typeCodes,
    basicType: f.deviceBasicType,
    labelIds: f.labelIds?.length === 0 ? undefined : f.labelIds,
    customerId: customer && f.subsumption !== 1 ? customer.id : undefined,
    path: customer && f.subsumption === 1 ? customer.path : undefined,
    personal: f.personal === undefined ? undefined : f.personal === 1,
    withExpiration: f.bindLicense === undefined ? undefined : f.bindLicense === 1,
    inService: statuses?.length === 1 ? statuses[0] === '1' : undefined,
    connection: f.status,
    activeFrom: f.activeTimeStart === undefined ? undefined : new Date(f.activeTimeStart),
    activeTo: f.activeTimeEnd === undefined ? undefined : new Date(f.activeTimeEnd),
    onlineSinceMs: onlineSinceMs(context),
  };
}

import { z } from 'zod';
import { SummerTime } from '../entities/device-admin.entities.ts';
import { DeviceAbbrev, DeviceInfo, DeviceRow, DeviceShadow, DeviceType, LiveSnapshot, TripSettings } from '../entities/device.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf, sorting } from '../schema/paging.ts';
import { bitInput, commaList, idList, idOf, instant, searchText } from '../schema/primitives.ts';

/** Filters of the device query, as the product names them. */
export const deviceFilters = {
  deviceIdOrName: searchText().optional(),
  deviceIds: idList('device').optional(),
  deviceName: searchText().optional(),
  deviceType: z.string().max(64).optional(),
  /** Comma list of type codes. */
  deviceTypes: commaList().optional(),
  /** 1 tracker, 2 camera. */
  deviceBasicType: z.int().min(1).max(2).optional(),
  labelIds: idList('label').optional(),
  customerId: idOf('customer').optional(),
  /** 1: with sub-customers. Without customerId always everything of the scope. */
  subsumption: bitInput().optional(),
  /** 1: devices of individual users. */
  personal: bitInput().optional(),
  /** 1: with an expiration (set by a licence), 0: without. */
  bindLicense: bitInput().optional(),
  /** Comma list: 1 in service, 2 expired. */
  deviceStatus: commaList().optional(),
  /** Connection: 1 online, 0 offline, -1 never heard. */
  status: z.int().min(-1).max(1).optional(),
  activeTimeStart: instant().optional(),
  activeTimeEnd: instant().optional(),
};

export const DEVICE_SORT_FIELDS = ['id', 'deviceName', 'deviceType', 'customerName', 'activeTime', 'expirationTime', 'createTime'] as const;

const devicePicker = z.object({
  id: idOf('device'),
  deviceName: z.string(),
  labelNames: z.string(),
  deviceType: z.string(),
  deviceTypeName: z.string(),
  activeTime: instant().nullable(),
  customerId: idOf('customer'),
  customerName: z.string(),
  parentDealerVisibility: z.boolean(),
});

export const deviceOperations = defineOperations({
  'device.page': {
    method: 'POST',
    path: '/v2/device/page',
    summary: { en: 'Devices, filtered and paged', zh: '设备分页查询' },
    input: pageInput({ ...deviceFilters, ...sorting(DEVICE_SORT_FIELDS) }),
    output: pageOf(DeviceRow),
    permission: ['3000', '4000'],
    scope: 'tenant',
    writes: false,
  },
  'device.pageByCustomerId': {
    method: 'POST',
    path: '/v2/device/pageByCustomerId',
    summary: { en: 'Devices of a customer for the device picker', zh: '设备选择分页查询' },
    input: pageInput({ ...deviceFilters, ...sorting(DEVICE_SORT_FIELDS) }, { maxSize: 500 }),
    output: pageOf(devicePicker),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.page.notAuth': {
    method: 'POST',
    path: '/v2/device/page/notAuth',
    summary: { en: 'Devices of the customer of a user that the user has not been given', zh: '用户未授权设备分页查询' },
    input: pageInput({ ...deviceFilters, userId: idOf('user'), ...sorting(DEVICE_SORT_FIELDS) }, { maxSize: 500 }),
    output: pageOf(devicePicker),
    permission: ['2000'],
    scope: 'tenant',
    writes: false,
  },
  'device.listByDeviceIdOrNameLimit': {
    method: 'POST',
    path: '/v2/device/listByDeviceIdOrNameLimit',
    summary: { en: 'The first devices whose id or name contains a text', zh: '按编号或名称查询设备' },
    input: z.object({
      deviceIdOrName: searchText().default(''),
      deviceBasicType: z.int().min(1).max(2).optional(),
      limit: z.int().min(1).max(50).default(20),
    }),
    output: z.array(devicePicker),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.list': {
    method: 'POST',
    path: '/v2/device/list',
    summary: { en: 'Devices by id (at most 100)', zh: '按编号查询设备' },
    input: z.object({ deviceIds: idList('device') }),
    output: z.array(DeviceRow),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.info': {
    method: 'POST',
    path: '/v2/device/info',
    summary: { en: 'Everything registered about a device', zh: '设备详情' },
    input: z.object({ deviceId: idOf('device') }),
    output: DeviceInfo,
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.types': {
    method: 'POST',
    path: '/v2/device/types',
    summary: { en: 'Device types', zh: '设备型号列表' },
    input: z.object({ deviceBasicType: z.int().min(1).max(2).optional() }),
    output: z.array(DeviceType),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.type.info': {
    method: 'POST',
    path: '/v2/device/type/info',
    summary: { en: 'A device type', zh: '设备型号详情' },
    input: z.object({ deviceType: z.string().max(64) }),
    output: DeviceType,
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.expand.info': {
    method: 'POST',
    path: '/v2/device/expand/info',
    summary: { en: 'Names of the channels and inputs of a device, its summer time', zh: '设备扩展信息' },
    input: z.object({ deviceId: idOf('device') }),
    // channelName and ioName: JSON text [{"id":1,"name":"CH1"}, ...]
    output: z.object({ id: idOf('device'), channelName: z.string(), ioName: z.string(), summerTime: SummerTime.nullable() }),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.data.shadow': {
    method: 'POST',
    path: '/v2/device/data/shadow',
    summary: { en: 'Latest state of devices (at most 100)', zh: '设备最新状态' },
    input: z.object({ deviceIds: idList('device'), withAddress: z.boolean().default(false) }),
    output: z.array(DeviceShadow),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'device.data.shadow.customer.abbrev': {
    method: 'POST',
    path: '/v2/device/data/shadow/customer/abbrev',
    summary: { en: 'Compact latest states of all devices of a customer', zh: '客户设备状态概要' },
    input: z.object({ customerId: idOf('customer').optional(), subsumption: bitInput().default(1) }),
    output: z.array(DeviceAbbrev),
    permission: ['4000', '100'],
    scope: 'tenant',
    writes: false,
  },
  'device.live.snapshot': {
    method: 'POST',
    path: '/v2/device/live/snapshot',
    summary: { en: 'The same as columns, for big fleets; live updates over the socket continue it', zh: '客户设备状态快照（列式）' },
    input: z.object({ customerId: idOf('customer').optional(), subsumption: bitInput().default(1) }),
    output: LiveSnapshot,
    permission: ['4000', '100'],
    scope: 'tenant',
    writes: false,
  },
  'device.saveTrip': {
    method: 'PUT',
    path: '/v2/device/saveTrip',
    summary: { en: 'Save what decides about trips; the trips of the recent past are made again', zh: '保存行程设置' },
    input: TripSettings.partial().extend({ deviceId: idOf('device') }),
    output: TripSettings,
    permission: ['3000:deviceSettings', '3000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed the trip settings of a device', zh: '修改设备行程设置' },
  },
});

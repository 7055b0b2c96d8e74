import { z } from 'zod';
import { bit, idOf, instant } from '../schema/primitives.ts';

export const ChannelName = z.object({ id: z.int(), name: z.string() }).meta({ id: 'ChannelName' });

/** A row of a device list. */
export const DeviceRow = z
  .object({
    id: idOf('device'),
    deviceName: z.string(),
    deviceType: z.string(),
    deviceTypeName: z.string(),
    /** 1 tracker, 2 camera. */
    deviceBasicType: z.int(),
    customerId: idOf('customer'),
    customerName: z.string(),
    /** Comma list. */
    labelNames: z.string(),
    icon: z.string(),
    camCount: z.int(),
    iccid: z.string().nullable(),
    sim: z.string().nullable(),
    plate: z.string().nullable(),
    timezone: z.string().nullable(),
    /** 1: trips by speed and stay. */
    tripType: z.int(),
    /** Minimum moving speed of trip detection, km/h. */
    tripValue: z.number(),
    activeTime: instant().nullable(),
    expirationTime: instant().nullable(),
    createTime: instant(),
    /** 1 in service, 2 expired. */
    deviceStatus: z.int(),
    /** Its licence ended longer ago than the grace, or is locked: live, tracks and reports are refused with 60015. */
    locked: z.boolean(),
    /** False while its licence opens no tracking: it has no place, and its tracks are refused with 60008. */
    tracked: z.boolean(),
    parentDealerVisibility: z.boolean(),
  })
  .meta({ id: 'DeviceRow' });
export type DeviceRow = z.output<typeof DeviceRow>;

/** Per-device settings of the engine; ranges are the product's. */
export const TripSettings = z
  .object({
    minMovingSpeedKph: z.number().min(0).max(15),
    minStayS: z.int().min(60).max(600),
    locationPoints: z.int().min(3).max(5),
    positionIntervalS: z.int().min(10).max(300),
    /** Offset of the device's own clock, minutes east of UTC; null = the protocol's default. */
    utcOffsetMinutes: z.int().min(-720).max(840).nullable(),
  })
  .meta({ id: 'TripSettings' });

export const DeviceInfo = DeviceRow.extend({
  protocol: z.string(),
  vin: z.string().nullable(),
  remark: z.string().nullable(),
  channelNames: z.array(ChannelName),
  ioNames: z.array(ChannelName),
  /** Channels that are shown; null = all. */
  camView: z.array(z.int()).nullable(),
  labelIds: z.array(idOf('label')),
  settings: TripSettings,
  /** 1 online, 0 offline, -1 never heard. */
  status: z.int(),
  lastContactTime: instant().nullable(),
}).meta({ id: 'DeviceInfo' });
export type DeviceInfo = z.output<typeof DeviceInfo>;

export const DeviceType = z
  .object({
    typeCode: z.string(),
    typeName: z.string(),
    nickName: z.string().nullable(),
    typeVersion: z.string().nullable(),
    protocol: z.string(),
    deviceBasicType: z.int(),
    tripType: z.int(),
    /** 1: has an ignition input. */
    accType: z.int(),
    chargeType: z.int(),
    extendType: z.int(),
    /** Most peripherals. */
    extendCount: z.int(),
    camCount: z.int(),
  })
  .meta({ id: 'DeviceType' });
export type DeviceType = z.output<typeof DeviceType>;

export const Motion = z.enum(['moving', 'idle', 'stopped']);

/** The latest of a device, as integrators know it. */
export const DeviceShadow = z
  .object({
    deviceData: z.object({
      deviceId: idOf('device'),
      deviceName: z.string(),
      /** Time of the fix. */
      deviceTime: instant().nullable(),
      /** null unless asked with `withAddress`. */
      address: z.string().nullable(),
      /** km/h. */
      speed: z.number().nullable(),
      /** Degrees clockwise from north. */
      course: z.number().nullable(),
      acc: bit().nullable(),
      lat: z.number().nullable(),
      lon: z.number().nullable(),
      /** m. */
      altitude: z.number().nullable(),
      /** Satellites. */
      num: z.number().nullable(),
      signal: z.number().nullable(),
      /** Battery, %. */
      quantity: z.number().nullable(),
      /** External supply, V. */
      voltage: z.number().nullable(),
      /** Battery, V. */
      elec: z.number().nullable(),
      /** 1 GPS, 2 LBS, 3 WIFI. */
      type: z.int().nullable(),
      voltageLevel: z.number().nullable(),
      rssi: z.number().nullable(),
      disarmingStatus: bit().nullable(),
      chargeStatus: bit().nullable(),
      /** 1: fuel and power are cut. */
      blockedStatus: bit().nullable(),
      /** Counted distance, m. */
      odometer: z.number(),
      accUpdateTime: instant().nullable(),
      motion: Motion,
      motionTime: instant().nullable(),
      /** Newest value of every attribute that the device has sent. */
      attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
    expand: z.object({
      /** 1 online, 0 offline, -1 never heard. */
      status: z.int(),
      activeTime: instant().nullable(),
      /** Last contact. */
      reportTime: instant().nullable(),
      /** Nothing of it is shown: its licence ended, or is locked. */
      locked: z.boolean(),
      /** False while its licence opens no tracking: it has no place. */
      tracked: z.boolean(),
    }),
  })
  .meta({ id: 'DeviceShadow' });
export type DeviceShadow = z.output<typeof DeviceShadow>;

/** A compact state. */
export const DeviceAbbrev = z
  .object({
    deviceId: idOf('device'),
    deviceName: z.string(),
    customerId: idOf('customer'),
    deviceType: z.string(),
    icon: z.string(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    speed: z.number().nullable(),
    course: z.number().nullable(),
    acc: bit().nullable(),
    motion: Motion,
    status: z.int(),
    deviceTime: instant().nullable(),
    reportTime: instant().nullable(),
  })
  .meta({ id: 'DeviceAbbrev' });
export type DeviceAbbrev = z.output<typeof DeviceAbbrev>;

/**
 * All devices of a customer as columns: index i of every column is device i. Texts that repeat are dictionaries.
 * 50 000 devices are about 5 MB of JSON before compression.
 */
export const LiveSnapshot = z
  .object({
    serverTimeMs: z.number(),
    /** Seconds without contact after which a device counts as offline. */
    onlineTimeoutS: z.int(),
    customers: z.array(z.object({ id: idOf('customer'), name: z.string() })),
    types: z.array(z.string()),
    icons: z.array(z.string()),
    /** Numeric key of a device in binary updates (see sockets/live-delta). */
    key: z.array(z.int()),
    id: z.array(z.string()),
    name: z.array(z.string()),
    /** Index into `customers`, `types`, `icons`. */
    customer: z.array(z.int()),
    type: z.array(z.int()),
    icon: z.array(z.int()),
    lat: z.array(z.number().nullable()),
    lon: z.array(z.number().nullable()),
    speedKph: z.array(z.number().nullable()),
    course: z.array(z.number().nullable()),
    /** 0 moving, 1 idle, 2 stopped. */
    motion: z.array(z.int()),
    /** 0 off, 1 on, 2 not known. */
    acc: z.array(z.int()),
    /** ms since the epoch, 0 = never. */
    fixTimeMs: z.array(z.number()),
    lastContactMs: z.array(z.number()),
    /** The most urgent alarm of the newest position: its place in the list of alarm kinds counted from 1, 0 = none. */
    alarm: z.array(z.int()),
  })
  .meta({ id: 'LiveSnapshot' });
export type LiveSnapshot = z.output<typeof LiveSnapshot>;

/** How much of everything that hangs on devices. */
export const DEVICE_LIMITS = {
  /** Devices added by one call. */
  batchAdd: 500,
  /** Rows of a spreadsheet that adds or changes devices. */
  sheetRows: 5000,
  /** Devices moved, deleted, restored or tagged by one call. */
  perCall: 5000,
  name: 64,
  text: 64,
  remark: 500,
  /** Cameras or inputs of one device, whatever its model says. */
  channels: 32,
  channelName: 32,
} as const;

export const LABEL_LIMITS = { perCustomer: 100, perDevice: 10, name: 30, perCall: 20 } as const;

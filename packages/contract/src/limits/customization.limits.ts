/** Of customized alerts. */
export const CUSTOMIZE_ALARM_LIMITS = {
  /** Of one company. */
  perCustomer: 100,
  name: 50,
  note: 200,
  conditions: 5,
  /** How long conditions have to hold at most, s. */
  holdS: 3600,
  perCall: 100,
} as const;

/** Of rules. */
export const CONFIG_RULE_LIMITS = {
  /** Of one company. */
  perCustomer: 200,
  name: 50,
  note: 200,
  customers: 50,
  labels: 20,
  devices: 500,
  /** Alarm kinds and customized alerts together. */
  alarms: 50,
  users: 50,
  emails: 10,
  spans: 4,
  /** km/h */
  speedKph: 400,
  /** Cameras of a device that pictures or clips are taken of. */
  channels: 16,
  /** Of a clip, s; both together make a clip as VIDEO_HISTORY_LIMITS has it. */
  clipBeforeS: 300,
  clipAfterS: 300,
  perCall: 200,
} as const;

/** What a licence opens on a device. */
export const LICENSE_FEATURES = ['tracking', 'video', 'ai'] as const;
export type LicenseFeature = (typeof LICENSE_FEATURES)[number];

/**
 * What a licence can be found as:
 * - `new`: in stock, never used;
 * - `opened`: unbound again; its time runs on, so it is bound by its code and not taken from the stock by number;
 * - `bound`: on a device and valid;
 * - `expired`: its time is over;
 * - `locked`: its batch was locked by the platform;
 * - `spent`: another licence has followed it on its device, or the device is gone.
 */
export const LICENSE_STATUSES = ['new', 'opened', 'bound', 'expired', 'locked', 'spent'] as const;
export type LicenseStatus = (typeof LICENSE_STATUSES)[number];

/**
 * - `sale`: handed down by one above;
 * - `return`: taken back;
 * - `bind`: went along when it was bound to a device of a customer below;
 * - `redeem`: the printed code was entered.
 */
export const LICENSE_MOVEMENTS = ['sale', 'return', 'bind', 'redeem'] as const;
export type LicenseMovementKind = (typeof LICENSE_MOVEMENTS)[number];

/** Licences or devices in one call. */
export const LICENSE_BATCH_LIMIT = 1000;

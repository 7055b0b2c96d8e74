/** Parts of the product that open in a window of their own; the keys of `customer.module`. */
export const MODULE_NAMES = ['developer', 'fleet', 'personalDevice'] as const;
export type ModuleName = (typeof MODULE_NAMES)[number];

/** Seconds between the opening of a window and its sign-in. */
export const MODULE_CODE_SECONDS = 30;

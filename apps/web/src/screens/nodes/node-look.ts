/** As often as nodes tell of themselves. */
export const LOOK_MS = 5_000;

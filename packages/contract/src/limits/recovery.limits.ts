export const RECOVERY_LIMITS = {
  codeMinutes: 15,
  digits: 8,
  /** Wrong answers to a code. */
  tries: 5,
  /** Codes within 24 hours (902); of individual users (15019). */
  perDay: 5,
  perDayOfIndividuals: 3,
} as const;

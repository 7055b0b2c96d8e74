/** Calls allowed where an operation does not say otherwise: for a user over all operations, for an address before sign-in. */
export const DEFAULT_LIMITS = {
  signedIn: { max: 3000, windowS: 60 },
  public: { max: 300, windowS: 60 },
} as const;

/** Largest request body: the longest lists of the contract are comma lists of 5000 ids. */
export const BODY_LIMIT_BYTES = 1_048_576;
export const REQUEST_TIMEOUT_MS = 130_000;

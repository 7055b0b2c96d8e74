/** Kinds of customers, as stored and as on the wire: a dealer has sub-customers, a customer has none. */
export const CUSTOMER_TYPES = { dealer: 1, customer: 2 } as const;

/** Whether there can be customers below. */
export const isDealer = ({ customerType }: { readonly customerType: number }): boolean => customerType === CUSTOMER_TYPES.dealer;

const REMEMBERED = 'sightline.account';

/** The account that this browser was asked to remember; '' = none. */
export const rememberedAccount = (): string => localStorage.getItem(REMEMBERED) ?? '';

/** Null forgets it. */
export const rememberAccount = (account: string | null): void =>
  account === null ? localStorage.removeItem(REMEMBERED) : localStorage.setItem(REMEMBERED, account);

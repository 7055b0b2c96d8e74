/** Kinds of users, as stored and as on the wire. Only "2" sees what belongs to the company itself; demo is a mark of an account, not a kind. */
export const USER_TYPES = {
  '1': { name: 'admin', platform: true, companySettings: true },
  '2': { name: 'main', platform: false, companySettings: true },
  '3': { name: 'ordinary', platform: false, companySettings: false },
  '4': { name: 'individual', platform: false, companySettings: false },
} as const;
export type UserType = keyof typeof USER_TYPES;
/** The main account of a company (dealer or customer). */
export const MAIN_ACCOUNT: UserType = '2';
/** What belongs to the company (customer and platform settings, licences, customised alerts) is its main account's alone. */
export const isMainAccount = (userType: UserType): boolean => userType === MAIN_ACCOUNT;

import type { Rule } from 'antd/es/form';
import type { TFunction } from 'i18next';

const ACCOUNT = /^[A-Za-z0-9@._-]+$/;

/** What an account is made of. */
export const accountRules = (t: TFunction): Rule[] => [
  { required: true, message: t('login.accountRequired') },
  { pattern: ACCOUNT, message: t('login.accountChars') },
];

/** The product's rule: 6 to 30 of the allowed characters, at least two kinds of them. */
export const isGoodPassword = (text: string): boolean =>
  /^[0-9A-Za-z!@#$%^_.-]{6,30}$/.test(text) && [/[0-9]/, /[A-Za-z]/, /[!@#$%^_.-]/].filter((kind) => kind.test(text)).length >= 2;

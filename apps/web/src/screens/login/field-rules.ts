import type { TFunction } from 'i18next';
import type { FieldRule } from './fields/use-fields.ts';

const ACCOUNT = /^[A-Za-z0-9@._-]+$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What an account is made of. */
export const accountRule =
  (t: TFunction): FieldRule =>
  (text) =>
    text === '' ? t('login.accountRequired') : ACCOUNT.test(text) ? null : t('login.accountChars');

export const emailRule =
  (t: TFunction): FieldRule =>
  (text) =>
    EMAIL.test(text.trim()) ? null : t('login.emailRequired');

/** The product's rule: 6 to 30 of the allowed characters, at least two kinds of them. */
export const isGoodPassword = (text: string): boolean =>
  /^[0-9A-Za-z!@#$%^_.-]{6,30}$/.test(text) && [/[0-9]/, /[A-Za-z]/, /[!@#$%^_.-]/].filter((kind) => kind.test(text)).length >= 2;

/** Rules of a new password that is entered twice. */
export const newPasswordRules = (t: TFunction): Readonly<Record<'password' | 'confirmPassword', FieldRule>> => ({
  password: (text) => (isGoodPassword(text) ? null : t('login.passwordRule')),
  confirmPassword: (text, { password }) => (text === password ? null : t('login.passwordMatch')),
});

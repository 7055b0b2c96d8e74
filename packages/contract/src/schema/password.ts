import { z } from 'zod';

export const PASSWORD_EXAMPLE = 'blue-river-7';

/** A new password: 6 to 30 characters, at least two of digits, letters and special characters. */
export const newPassword = () =>
  z
    .string()
    .min(6)
    .max(30)
    .regex(/^[0-9A-Za-z!@#$%^_.-]+$/)
    .refine((p) => [/[0-9]/, /[A-Za-z]/, /[!@#$%^_.-]/].filter((kind) => kind.test(p)).length >= 2, {
      error: 'at least two of digits, letters and !@#$%^_-.',
    })
    .meta({ examples: [PASSWORD_EXAMPLE] });

/** The second entry; that the two match is for the handler to say. */
export const repeatedPassword = () =>
  z
    .string()
    .max(128)
    .meta({ examples: [PASSWORD_EXAMPLE] });

import path from 'node:path';
import type { Config } from '@sightline/runtime';
import { SecretBox } from '../../files/secret-box.ts';

/** The box of the passwords of customers' mail servers. */
export const openMailSecrets = (config: Config): SecretBox => new SecretBox(path.resolve(config.data, 'secrets', 'customer-mail.key'));

/** What such a password is sealed for. */
export const sealedForMail = (customerId: string): string => `customer ${customerId} mail`;

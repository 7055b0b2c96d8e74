import path from 'node:path';
import type { Config } from '@sightline/runtime';
import { SecretBox } from '../../files/secret-box.ts';

/** The box of the passwords of customers' FTP servers. */
export const openFtpSecrets = (config: Config): SecretBox => new SecretBox(path.resolve(config.data, 'secrets', 'customer-ftp.key'));

/** What such a password is sealed for. */
export const sealedFor = (customerId: string): string => `customer ${customerId} ftp`;

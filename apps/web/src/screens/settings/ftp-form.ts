import type { CustomerFtp } from '@sightline/contract';
import { i18n } from '../../i18n/i18n.ts';
import type { FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { isEmpty } from '../../ui/form-dialog/field-rules.ts';

const PASSWORD_LENGTH = 64;

/** Whether the password that is known was given for what stands there now: it is said to no other server. */
const isSame = (known: CustomerFtp, { host, port, account }: FormValues): boolean =>
  known.hasPassword && known.host === host && known.port === port && known.account === account;

/** Where the clips of the own cameras go. */
export const ftpForm = (known: CustomerFtp): FormDefinition<'customer.ftp.set'> => ({
  id: 'customer.ftp',
  operation: 'customer.ftp.set',
  groups: [
    {
      fields: [
        { kind: 'switch', name: 'enabled', label: 'settings.ftp.enabled' },
        { kind: 'text', name: 'host', label: 'settings.ftp.host', hint: 'settings.ftp.hostHint', required: true },
        { kind: 'number', name: 'port', label: 'settings.ftp.port', min: 1, max: 65_535, required: true },
        { kind: 'text', name: 'account', label: 'settings.ftp.account', required: true },
        {
          kind: 'password',
          name: 'password',
          label: 'settings.ftp.password',
          hint: 'settings.ftp.passwordHint',
          maxLength: PASSWORD_LENGTH,
          check: (value, values) =>
            values['enabled'] === true && isEmpty(value) && !isSame(known, values) ? i18n.t('settings.ftp.passwordNeeded') : null,
        },
        { kind: 'text', name: 'path', label: 'settings.ftp.path', hint: 'settings.ftp.pathHint' },
      ],
    },
  ],
});

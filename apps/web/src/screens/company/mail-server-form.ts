import type { CustomerMailServer } from '@sightline/contract';
import { MAIL_TLS } from '@sightline/contract';
import { i18n } from '../../i18n/i18n.ts';
import { isEmpty } from '../../ui/form-dialog/field-rules.ts';
import type { FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';

const PASSWORD_LENGTH = 128;

/** Whether the password that is known was given for what stands there now: it is said to no other server. */
const isSame = (known: CustomerMailServer, { host, port, tls, account }: FormValues): boolean =>
  known.hasPassword && known.host === host && known.port === port && known.tls === tls && known.account === account;

/** Over which server the own people are written to. */
export const mailServerForm = (known: CustomerMailServer): FormDefinition<'customer.mail.server.set'> => ({
  id: 'customer.mail.server',
  operation: 'customer.mail.server.set',
  errorFields: { invalidEmail: 'senderEmail' },
  groups: [
    {
      fields: [
        { kind: 'switch', name: 'enabled', label: 'company.mail.enabled' },
        { kind: 'text', name: 'host', label: 'company.mail.host', required: true },
        { kind: 'number', name: 'port', label: 'company.mail.port', min: 1, max: 65_535, required: true },
        {
          kind: 'select',
          name: 'tls',
          label: 'company.mail.tls',
          hint: 'company.mail.tlsHint',
          required: true,
          options: MAIL_TLS.map((value) => ({ value, label: i18n.t(`company.mail.tlsKinds.${value}`) })),
        },
        { kind: 'text', name: 'account', label: 'company.mail.account', hint: 'company.mail.accountHint' },
        {
          kind: 'password',
          name: 'password',
          label: 'company.mail.password',
          hint: 'company.mail.passwordHint',
          maxLength: PASSWORD_LENGTH,
          check: (value, values) =>
            values['enabled'] === true && !isEmpty(values['account']) && isEmpty(value) && !isSame(known, values)
              ? i18n.t('company.mail.passwordNeeded')
              : null,
        },
        { kind: 'text', name: 'senderEmail', label: 'company.mail.senderEmail', required: true },
        { kind: 'text', name: 'senderName', label: 'company.mail.senderName', hint: 'company.mail.senderNameHint' },
      ],
    },
  ],
});

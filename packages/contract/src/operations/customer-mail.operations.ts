import { z } from 'zod';
import { CustomerMailServer, MAIL_TLS } from '../entities/account.entities.ts';
import { defineOperations } from '../operation.ts';
import { emailText, idOf } from '../schema/primitives.ts';

/** What stands in one line of SMTP or of a header. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u)
    .meta({ examples: ['fleet'] });
const server = {
  customerId: idOf('customer').optional(),
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9.-]*$/)
    .meta({ examples: ['127.0.0.1'] }),
  port: z.int().min(0).max(65_535).default(587),
  tls: z.enum(MAIL_TLS).default('starttls'),
  /** '' = without signing in. */
  account: line(128).default(''),
  /** Left out: the one that is known, for the same server and account. */
  password: line(128).min(1).optional(),
  senderEmail: emailText(),
  /** '' = the title of the brand. */
  senderName: line(60).default(''),
};

const ofMainAccount = { permission: 'any', mainAccountOnly: true, scope: 'tenant' } as const;

/** How far a trial of a mail server came; `noPassword`: none is known for it, and nothing was tried. */
export const MAIL_TRIALS = ['ok', 'noPassword', 'notAllowed', 'unknownHost', 'unreachable', 'tls', 'signIn', 'refused', 'tooLate'] as const;

/** The mail server of a customer. Its own main account alone may say over which one its people are written to. */
export const customerMailOperations = defineOperations({
  'customer.mail.server.info': {
    method: 'POST',
    path: '/v2/customer/mail/server/info',
    summary: { en: 'The mail server of a customer, without its password; the own one by default', zh: '客户邮件服务器' },
    input: z.object({ customerId: idOf('customer').optional() }),
    output: CustomerMailServer,
    ...ofMainAccount,
    writes: false,
  },
  'customer.mail.server.set': {
    method: 'PATCH',
    path: '/v2/customer/mail/server/set',
    summary: {
      en:
        'Save the mail server that e-mails to people of the own customer and below go over while it is enabled, unless one nearer to them is. A password ' +
        'that is left out stays, but not for another server or account. 403 for a customer below',
      zh: '保存客户邮件服务器',
    },
    input: z.object({ ...server, enabled: z.boolean().meta({ examples: [false] }) }),
    output: z.null(),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Changed the mail server', zh: '修改邮件服务器' },
  },
  'customer.mail.server.test': {
    method: 'PATCH',
    path: '/v2/customer/mail/server/test',
    summary: {
      en: 'Send a test e-mail over a mail server. Servers in private networks are not tried unless the platform allows it',
      zh: '测试邮件服务器',
    },
    input: z.object({ ...server, email: emailText() }),
    output: z.object({ result: z.enum(MAIL_TRIALS) }),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Tried a mail server', zh: '测试邮件服务器' },
    rateLimit: { max: 10, windowS: 600 },
    timeoutMs: 50_000,
  },
});

import { z } from 'zod';
import { CustomerFtp } from '../entities/customer.entities.ts';
import { defineOperations } from '../operation.ts';
import { idOf } from '../schema/primitives.ts';

/** What cameras can say: a name or an IPv4 address, and texts of ASCII. */
const ascii = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[ -~]*$/)
    .meta({ examples: ['clips'] });
const server = {
  customerId: idOf('customer').optional(),
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9.-]*$/)
    .meta({ examples: ['ftp.example.com'] }),
  port: z.int().min(0).max(65_535).default(21),
  account: ascii(64),
  /** Left out: the one that is known, for the same server and account. */
  password: ascii(64).min(1).optional(),
  path: ascii(128).default('/'),
};

const ofMainAccount = { permission: 'any', mainAccountOnly: true, scope: 'tenant' } as const;

/** How far a trial of a server came; `noPassword`: none is known for it, and nothing was tried. */
export const FTP_TRIALS = [
  'ok',
  'notRemoved',
  'noPassword',
  'notAllowed',
  'unknownHost',
  'unreachable',
  'signIn',
  'folder',
  'write',
] as const;

/** The FTP server of a customer. Its own main account alone may say where its recordings go. */
export const customerFtpOperations = defineOperations({
  'customer.ftp.info': {
    method: 'POST',
    path: '/v2/customer/ftp/info',
    summary: { en: 'The FTP server of a customer, without its password; the own one by default', zh: '客户 FTP 服务器' },
    input: z.object({ customerId: idOf('customer').optional() }),
    output: CustomerFtp,
    ...ofMainAccount,
    writes: false,
  },
  'customer.ftp.set': {
    method: 'PATCH',
    path: '/v2/customer/ftp/set',
    summary: {
      en:
        'Save the FTP server that clips of the own cameras go to while it is enabled. A password that is left out stays, but not for another server or ' +
        'account. 403 for a customer below',
      zh: '保存客户 FTP 服务器',
    },
    input: z.object({ ...server, enabled: z.boolean().meta({ examples: [false] }) }),
    output: z.null(),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Changed the FTP server', zh: '修改 FTP 服务器' },
  },
  'customer.ftp.test': {
    method: 'PATCH',
    path: '/v2/customer/ftp/test',
    summary: {
      en: 'Try an FTP server: connect, sign in, write a small file and remove it. Servers in private networks are not tried unless the platform allows it',
      zh: '测试 FTP 服务器',
    },
    input: z.object(server),
    output: z.object({ result: z.enum(FTP_TRIALS) }),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Tried an FTP server', zh: '测试 FTP 服务器' },
    rateLimit: { max: 10, windowS: 600 },
    timeoutMs: 50_000,
  },
});

/** What a mail says, before it is given the looks of whoever sends it. Plain text throughout: markup is made elsewhere, and escapes all of it. */
export interface MailText {
  readonly subject: string;
  readonly heading: string;
  readonly lines: readonly string[];
  /** Shown large, to be typed. */
  readonly code?: string;
  /** Below the code. */
  readonly closing?: readonly string[];
}

type Language = 'en_US' | 'zh_CN';
type Texts<A extends readonly unknown[]> = Readonly<Record<Language, (...values: A) => MailText>>;

const texts = <A extends readonly unknown[]>(byLanguage: Texts<A>): Texts<A> => byLanguage;

/** Every mail of the platform in both languages. */
export const MAIL_TEXTS = {
  addressCode: texts<[code: string, minutes: number]>({
    en_US: (code, minutes) => ({
      subject: `Your code ${code}`,
      heading: 'Confirm this address',
      lines: ['Enter this code to prove that the address is yours.'],
      code,
      closing: [`It is good for ${minutes} minutes. If you did not ask for it, leave it be.`],
    }),
    zh_CN: (code, minutes) => ({
      subject: `验证码 ${code}`,
      heading: '验证邮箱地址',
      lines: ['请输入以下验证码，以确认此邮箱属于您。'],
      code,
      closing: [`验证码 ${minutes} 分钟内有效。如非本人操作，请忽略本邮件。`],
    }),
  }),
  passwordCode: texts<[account: string, code: string, minutes: number]>({
    en_US: (account, code, minutes) => ({
      subject: 'Choose a new password',
      heading: 'Choose a new password',
      lines: [`Somebody asked for a new password for the account ${account}. If it was you, enter this code where you asked for it.`],
      code,
      closing: [
        `It is good for ${minutes} minutes and works once.`,
        'If it was not you, nothing has changed and nothing has to be done. Give the code to nobody.',
      ],
    }),
    zh_CN: (account, code, minutes) => ({
      subject: '重置密码',
      heading: '重置密码',
      lines: [`账号 ${account} 正在申请重置密码。如为本人操作，请在申请页面输入以下验证码。`],
      code,
      closing: [`验证码 ${minutes} 分钟内有效，仅可使用一次。`, '如非本人操作，密码不会改变，无需处理。请勿将验证码告知他人。'],
    }),
  }),
  passwordReplaced: texts<[account: string]>({
    en_US: (account) => ({
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      lines: [
        `The account ${account} has a new password, chosen with a code that was sent to this address. Everybody was signed out.`,
        'If this was not you, tell whoever looks after your account at once.',
      ],
    }),
    zh_CN: (account) => ({
      subject: '密码已修改',
      heading: '密码已修改',
      lines: [`账号 ${account} 已通过发送至此邮箱的验证码设置了新密码，所有登录均已退出。`, '如非本人操作，请立即联系您的账号管理员。'],
    }),
  }),
  test: texts<[customerName: string]>({
    en_US: (customerName) => ({
      subject: 'Test e-mail',
      heading: 'Test e-mail',
      lines: [`This is a test of where the notices of ${customerName} go. It has arrived.`],
    }),
    zh_CN: (customerName) => ({
      subject: '测试邮件',
      heading: '测试邮件',
      lines: [`这是“${customerName}”的通知测试邮件，您已成功收到。`],
    }),
  }),
} as const;

type Kind = keyof typeof MAIL_TEXTS;

/** A mail in a language; English for any other than the two. */
export function mailText<K extends Kind>(kind: K, language: string, ...values: Parameters<(typeof MAIL_TEXTS)[K]['en_US']>): MailText {
  const build = MAIL_TEXTS[kind][language === 'zh_CN' ? 'zh_CN' : 'en_US'] as (...v: typeof values) => MailText;
  return build(...values);
}

import type { MailText } from './mail-texts.ts';

/** How whoever sends a mail looks. */
export interface MailBrand {
  readonly title: string;
  /** `#rrggbb` */
  readonly colour: string;
  /** A picture that goes along with the mail; mail programs load nothing from elsewhere. */
  readonly logo: { readonly contentType: string; readonly bytes: Buffer } | null;
}

export interface MailPage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Content id of the logo within a mail. */
export const LOGO_ID = 'logo@brand';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ESCAPES[c]!);

/** One line without control characters: what stands in a header must not begin another one. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const FOOTERS = {
  en_US: (title: string) => `Sent by ${title}. Nobody reads answers to this mail.`,
  zh_CN: (title: string) => `本邮件由 ${title} 自动发送，请勿回复。`,
} as const;

/** The mail as plain text and as a page for mail programs (inline styles, tables), both with the same words. */
export function mailPage(mail: MailText, brand: MailBrand, language: string): MailPage {
  const chinese = language === 'zh_CN';
  const footer = FOOTERS[chinese ? 'zh_CN' : 'en_US'](brand.title);
  const closing = mail.closing ?? [];
  const text = [mail.heading, ...mail.lines, ...(mail.code === undefined ? [] : [mail.code]), ...closing, `-- \n${footer}`].join('\n\n');
  const line = (words: string): string => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`;
  const code =
    mail.code === undefined
      ? ''
      : `<p style="margin:0 0 16px;padding:12px 0;font:700 28px/36px Consolas,Menlo,monospace;letter-spacing:4px">${escapeHtml(mail.code)}</p>`;
  const title = escapeHtml(brand.title);
  const head = brand.logo
    ? `<img src="cid:${LOGO_ID}" alt="${title}" height="36" style="display:block;height:36px;max-width:220px;border:0">`
    : `<span style="font-size:20px;line-height:32px;font-weight:700">${title}</span>`;
  const html = `<!doctype html><html lang="${chinese ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(mail.subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:#ffffff;border-top:4px solid ${brand.colour};font:15px/24px Arial,'Microsoft YaHei',sans-serif;color:#1f2329">
<tr><td style="padding:20px 28px;border-bottom:1px solid #e5e7eb">${head}</td></tr>
<tr><td style="padding:24px 28px 8px"><h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(mail.heading)}</h1>
${mail.lines.map(line).join('\n')}${code}${closing.map(line).join('\n')}</td></tr>
<tr><td style="padding:12px 28px 20px;font-size:12px;line-height:18px;color:#5f6773">${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>`;
  return { subject: oneLine(mail.subject), text, html };
}

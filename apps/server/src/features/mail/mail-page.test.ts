import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailPage, oneLine, type MailBrand } from './mail-page.ts';
import { MAIL_TEXTS, mailText } from './mail-texts.ts';

const BRAND: MailBrand = { title: 'Alpha & Söhne', colour: '#3366cc', logo: null };

describe('the page of a mail', () => {
  it('says the same in text and in markup, in the brand of the sender', () => {
    const page = mailPage(mailText('passwordCode', 'en_US', 'anna', '12345678', 15), BRAND, 'en_US');
    expect(page.subject).toBe('Choose a new password');
    expect(page.text).toContain('\n\n12345678\n\n');
    expect(page.text).toContain('Sent by Alpha & Söhne.');
    expect(page.html).toContain('>12345678</p>');
    expect(page.html).toContain('border-top:4px solid #3366cc');
    expect(page.html).toContain('Alpha &amp; Söhne');
    expect(page.html).toContain('lang="en"');
    const chinese = mailPage(mailText('passwordCode', 'zh_CN', 'anna', '12345678', 15), BRAND, 'zh_CN');
    expect([chinese.subject, chinese.html.includes('lang="zh-CN"')]).toEqual(['重置密码', true]);
  });

  it('shows a logo that goes along, with the title for who sees no pictures', () => {
    const logo = { contentType: 'image/png', bytes: Buffer.of(1) };
    const { html } = mailPage(mailText('test', 'en_US', 'North'), { ...BRAND, logo }, 'en_US');
    expect(html).toContain('src="cid:logo@brand" alt="Alpha &amp; Söhne"');
    expect(html).not.toContain('http');
  });

  it('lets no text become markup or a header', () => {
    const tags = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];
    const plain = tags(mailPage(mailText('test', 'en_US', 'x'), { ...BRAND, title: 'x' }, 'en_US').html);
    const hostile = fc.stringMatching(/^[<>"'&\r\na-z/=!-]{0,40}$/);
    fc.assert(
      fc.property(hostile, hostile, (name, title) => {
        const { html, subject } = mailPage({ ...mailText('test', 'en_US', name), subject: name }, { ...BRAND, title }, 'en_US');
        // As many tags as with harmless words, and each of them closed.
        expect(tags(html).length).toBe(plain.length);
        expect(subject).not.toMatch(/[\r\n]/);
      }),
    );
    expect(oneLine('a\r\nBcc: b@example.com\u2028c')).toBe('a Bcc: b@example.com c');
  });

  it('has every mail in both languages, with what it was given', () => {
    const values = ['given-1', 'given-2', 7] as const;
    for (const kind of Object.keys(MAIL_TEXTS) as (keyof typeof MAIL_TEXTS)[]) {
      const build = MAIL_TEXTS[kind] as Record<'en_US' | 'zh_CN', (...v: unknown[]) => ReturnType<(typeof MAIL_TEXTS)['test']['en_US']>>;
      const [en, zh] = [build.en_US(...values), build.zh_CN(...values)];
      expect(JSON.stringify(en)).toContain('given-1');
      expect(JSON.stringify(zh)).toContain('given-1');
      expect(en.subject).not.toBe(zh.subject);
      expect(en.code).toBe(zh.code);
    }
  });
});

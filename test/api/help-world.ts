import { answerQuestion, insertQuestion, saveAnnouncement, saveFaqEntry, type Database } from '@sightline/db';
import type { Tenant } from './two-tenants.ts';

export interface HelpIds {
  /** Asked by its main account, and answered. */
  readonly faq: string;
  readonly faqEntry: string;
  /** For this tenant alone, from an hour ago until in an hour. */
  readonly announcement: string;
}

const HOUR_MS = 3_600_000;

/** What a tenant has asked, what everybody reads, and what the tenant is told. */
export async function seedHelp(database: Database, tenant: Tenant): Promise<HelpIds> {
  const db = database.system;
  const faq = await insertQuestion(db, { user_id: tenant.userId, type: 1, question: `How, ${tenant.account}?`, source: 1 });
  await answerQuestion(db, faq, `So, ${tenant.account}.`, 'owner');
  const entry = { type: 1, question_en: 'How?', question_zh: '如何？', answer_en: 'So.', answer_zh: '如此。' };
  const texts = { title_en: tenant.account, title_zh: '公告', content_en: 'To you alone.', content_zh: '仅限您。' };
  const times = { starts_at: new Date(Date.now() - HOUR_MS), ends_at: new Date(Date.now() + HOUR_MS) };
  const content = { ...texts, ...times, everyone: false };
  return {
    faq,
    faqEntry: (await saveFaqEntry(db, undefined, entry))!,
    announcement: (await saveAnnouncement(db, undefined, content, [tenant.customerId], 'owner'))!,
  };
}

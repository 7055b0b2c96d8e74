import { apiError, HELP_LIMITS } from '@sightline/contract';
import {
  answerQuestion,
  customerNames,
  deleteAnnouncements,
  deleteFaqEntries,
  pageAllQuestions,
  pageAnnouncements,
  pageFaqEntries,
  saveAnnouncement,
  saveFaqEntry,
} from '@sightline/db';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import { faqItem } from './help.handlers.ts';

/** @throws 9002 unless all that were named were there: then none is gone. */
function all(ids: readonly string[], deleted: number): { deleted: number } {
  if (deleted < ids.length) throw apiError('dataNotFound', { ids });
  return { deleted };
}

/** What the platform's staff answers and announces. */
export const helpStaffHandlers = () =>
  defineHandlers({
    'faq.staff.page': async ({ input, trx }) => {
      const { rows, total } = await pageAllQuestions(trx, { text: input.content, answered: input.answered === 1, ...limitOf(input) });
      const records = rows.map((r) => ({
        ...faqItem(r),
        account: r.account,
        customerName: r.customer_name,
        language: r.language,
        answeredBy: r.answered_by,
      }));
      return pageOfRows(input, records, total);
    },

    'faq.staff.answer': async ({ input, principal, trx }) => {
      if (!(await answerQuestion(trx, input.id, input.answer, principal.account))) throw apiError('dataNotFound', { id: input.id });
      return null;
    },

    'faq.staff.entries': async ({ input, trx }) => {
      const { rows, total } = await pageFaqEntries(trx, { text: input.content, ...limitOf(input) });
      const records = rows.map((r) => ({
        id: r.id,
        type: r.type,
        questionEn: r.question_en,
        questionZh: r.question_zh,
        answerEn: r.answer_en,
        answerZh: r.answer_zh,
        updateTime: isoTime(r.updated_at),
      }));
      return pageOfRows(input, records, total);
    },

    'faq.staff.publish': async ({ input, trx, audit }) => {
      const { id, type, questionEn, questionZh, answerEn, answerZh } = input;
      const texts = { question_en: questionEn, question_zh: questionZh, answer_en: answerEn, answer_zh: answerZh };
      const saved = await saveFaqEntry(trx, id, { type, ...texts });
      if (saved === null) throw apiError('dataNotFound', { id });
      audit({ id: saved });
      return { id: saved };
    },

    'faq.staff.withdraw': async ({ input, trx }) => all(input.ids, await deleteFaqEntries(trx, input.ids)),

    'announcement.staff.page': async ({ input, trx }) => {
      const { rows, total } = await pageAnnouncements(trx, { text: input.content, ...limitOf(input) });
      const records = rows.map((r) => ({
        id: r.id,
        titleEn: r.title_en,
        titleZh: r.title_zh,
        contentEn: r.content_en,
        contentZh: r.content_zh,
        startTime: isoTime(r.starts_at),
        endTime: isoTime(r.ends_at),
        everyone: r.everyone,
        customers: r.customers,
        readCount: r.read_count,
        createdBy: r.created_by,
        createTime: isoTime(r.created_at),
      }));
      return pageOfRows(input, records, total);
    },

    'announcement.staff.save': async ({ input, principal, trx, audit }) => {
      const { id, everyone, customerIds } = input;
      const [startsAt, endsAt] = [new Date(input.startTime), new Date(input.endTime)];
      const wrong = (path: string, message: string): Error => apiError('invalidParameters', [{ path, message }]);
      if (endsAt <= startsAt) throw wrong('endTime', 'it must end after it begins');
      if (!everyone && customerIds.length === 0) throw wrong('customerIds', 'whom is it for?');
      if (customerIds.length > HELP_LIMITS.customers) throw wrong('customerIds', `at most ${HELP_LIMITS.customers} customers`);
      const known = await customerNames(trx, customerIds);
      if (known.size < customerIds.length)
        throw apiError('dataNotFound', { customerIds: customerIds.filter((c) => !known.has(c)).slice(0, 20) });
      const texts = { title_en: input.titleEn, title_zh: input.titleZh, content_en: input.contentEn, content_zh: input.contentZh };
      const content = { ...texts, starts_at: startsAt, ends_at: endsAt, everyone };
      const saved = await saveAnnouncement(trx, id, content, everyone ? [] : customerIds, principal.account);
      if (saved === null) throw apiError('dataNotFound', { id });
      audit({ id: saved, title: input.titleEn, everyone });
      return { id: saved };
    },

    'announcement.staff.delete': async ({ input, trx }) => all(input.ids, await deleteAnnouncements(trx, input.ids)),
  });

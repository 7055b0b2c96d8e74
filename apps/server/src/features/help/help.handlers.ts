import { apiError, HELP_LIMITS, type FaqItem } from '@sightline/contract';
import {
  countOpenQuestions,
  findUser,
  insertQuestion,
  markAnnouncementsRead,
  markAnswersRead,
  pageFaqEntries,
  pageOwnQuestions,
  shownAnnouncements,
  type FaqQuestionRow,
} from '@sightline/db';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoOrNull, isoTime } from '../times.ts';
import { onlySelf } from '../users/user.service.ts';
import { releaseNotes } from './release-notes.service.ts';

/** Whom nobody could read through. */
const LISTED_ENTRIES = 200;
const LISTED_ANNOUNCEMENTS = 50;

export const faqItem = (r: FaqQuestionRow): FaqItem => ({
  id: r.id,
  type: r.type,
  question: r.question,
  answer: r.answer,
  createTime: isoTime(r.created_at),
  answerTime: isoOrNull(r.answered_at),
  readingTime: isoOrNull(r.read_at),
  source: r.source,
});

/** What the signed-in user asks, and what he is told. */
export const helpHandlers = () =>
  defineHandlers({
    'faq.query': async ({ input, principal, trx }) => {
      const { userId } = principal;
      const { rows, total } = await pageOwnQuestions(trx, { userId, text: input.content, read: input.isAnswerRead, ...limitOf(input) });
      return pageOfRows(input, rows.map(faqItem), total);
    },

    'faq.add': async ({ input, principal, trx, audit }) => {
      const { userId } = principal;
      if ((await countOpenQuestions(trx, userId)) >= HELP_LIMITS.unresolved)
        throw apiError('questionLimit', { most: HELP_LIMITS.unresolved });
      const id = await insertQuestion(trx, { user_id: userId, type: input.type, question: input.question, source: input.source });
      audit({ id });
      return { id };
    },

    'faq.updateReadTime': async ({ input, principal, trx }) => {
      onlySelf(principal, input.userId);
      if ((await markAnswersRead(trx, principal.userId, input.ids)) < input.ids.length) throw apiError('dataNotFound', { ids: input.ids });
      return null;
    },

    'faq.public': async ({ input, trx, language }) => {
      const { rows } = await pageFaqEntries(trx, { text: input.content, limit: LISTED_ENTRIES, offset: 0 });
      const chinese = language === 'zh_CN';
      return rows.map((r) => ({
        id: r.id,
        type: r.type,
        question: chinese ? r.question_zh : r.question_en,
        answer: chinese ? r.answer_zh : r.answer_en,
      }));
    },

    'release.list': async ({ principal, trx, language }) =>
      releaseNotes(language, (await findUser(trx, principal.userId))?.web_version ?? null),

    'announcement.list': async ({ input, principal, trx, language }) => {
      const rows = await shownAnnouncements(trx, { userId: principal.userId, unread: input.unread, limit: LISTED_ANNOUNCEMENTS });
      const chinese = language === 'zh_CN';
      return rows.map((r) => ({
        id: r.id,
        title: chinese ? r.title_zh : r.title_en,
        content: chinese ? r.content_zh : r.content_en,
        startTime: isoTime(r.starts_at),
        endTime: isoTime(r.ends_at),
        readingTime: isoOrNull(r.read_at),
      }));
    },

    'announcement.read': async ({ input, principal, trx }) => {
      if ((await markAnnouncementsRead(trx, principal.userId, input.ids)) < input.ids.length)
        throw apiError('dataNotFound', { ids: input.ids });
      return null;
    },
  });

import { z } from 'zod';
import { Announcement, FaqEntry, FaqItem, faqType, HELP_LIMITS, ReleaseNote } from '../entities/help.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { idList, idOf, searchText } from '../schema/primitives.ts';

const own = { method: 'POST', permission: 'any', scope: 'self' } as const;

/** Questions and answers, what is new, and what the platform tells its customers. */
export const helpOperations = defineOperations({
  'faq.query': {
    ...own,
    path: '/v2/faq/query',
    summary: { en: 'Questions that the signed-in user has asked, the newest first', zh: '我的问题分页查询' },
    input: pageInput({
      content: searchText().optional(),
      /** true: answers that were read; false: answers that were not. */
      isAnswerRead: z.boolean().optional(),
    }),
    output: pageOf(FaqItem),
    writes: false,
  },
  'faq.add': {
    ...own,
    path: '/v2/faq/add',
    summary: { en: `Ask a question; at most ${HELP_LIMITS.unresolved} may wait for an answer (63000)`, zh: '提交问题' },
    input: z.object({
      type: faqType().meta({ examples: [1] }),
      question: z.string().trim().min(1).max(HELP_LIMITS.questionLength),
      source: z.literal(1).default(1),
    }),
    output: z.object({ id: idOf('faq') }),
    writes: true,
    audit: { en: 'Asked a question', zh: '提交问题' },
    rateLimit: { max: 20, windowS: 60 },
  },
  'faq.updateReadTime': {
    ...own,
    path: '/v2/faq/updateReadTime',
    summary: { en: 'Mark answers as read; what was read before keeps its time', zh: '标记回复已读' },
    input: z.object({ ids: idList('faq'), userId: idOf('user').optional() }),
    output: z.null(),
    writes: true,
    audit: { en: 'Read answers', zh: '阅读回复' },
  },
  'faq.public': {
    ...own,
    path: '/v2/faq/public',
    summary: { en: 'Questions that many have, with their answers', zh: '常见问题' },
    input: z.object({ content: searchText().optional() }),
    output: z.array(FaqEntry),
    writes: false,
  },
  'release.list': {
    ...own,
    path: '/v2/release/list',
    summary: { en: 'What each version brought, the newest first; unread: newer than the one that the user read last', zh: '版本历史' },
    input: z.object({}),
    output: z.array(ReleaseNote),
    writes: false,
  },
  'announcement.list': {
    ...own,
    path: '/v2/announcement/list',
    summary: { en: 'What the platform tells the signed-in user at the moment, the newest first', zh: '公告列表' },
    input: z.object({ unread: z.boolean().default(false) }),
    output: z.array(Announcement),
    writes: false,
  },
  'announcement.read': {
    ...own,
    path: '/v2/announcement/read',
    summary: { en: 'Mark announcements as read: they are not shown by themselves again', zh: '标记公告已读' },
    input: z.object({ ids: idList('announcement') }),
    output: z.null(),
    writes: true,
    audit: { en: 'Read announcements', zh: '阅读公告' },
  },
});

import { z } from 'zod';
import { AnnouncementTexts, FaqTexts, HELP_LIMITS, StaffAnnouncement, StaffFaqEntry, StaffQuestion } from '../entities/help.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { bitInput, idList, idOf, searchText } from '../schema/primitives.ts';

const staff = { permission: 'any', scope: 'platform' } as const;
const read = { ...staff, method: 'POST', writes: false } as const;
const deleted = z.object({ deleted: z.int() });

/** What the platform's staff answers and announces. */
export const helpStaffOperations = defineOperations({
  'faq.staff.page': {
    ...read,
    path: '/v2/faq/staff/page',
    summary: {
      en: 'Questions of all customers: those that wait first come the oldest, those that are answered the newest',
      zh: '客户问题分页查询',
    },
    input: pageInput({ content: searchText().optional(), answered: bitInput().default(0) }),
    output: pageOf(StaffQuestion),
  },
  'faq.staff.answer': {
    ...staff,
    method: 'PATCH',
    path: '/v2/faq/staff/answer',
    summary: { en: 'Answer a question; an answer that is changed is unread again', zh: '回复问题' },
    input: z.object({ id: idOf('faq'), answer: z.string().trim().min(1).max(HELP_LIMITS.answerLength) }),
    output: z.null(),
    writes: true,
    audit: { en: 'Answered a question', zh: '回复问题' },
  },
  'faq.staff.entries': {
    ...read,
    path: '/v2/faq/staff/entries',
    summary: { en: 'Questions that everybody may read, in both languages', zh: '常见问题管理列表' },
    input: pageInput({ content: searchText().optional() }),
    output: pageOf(StaffFaqEntry),
  },
  'faq.staff.publish': {
    ...staff,
    method: 'POST',
    path: '/v2/faq/staff/publish',
    summary: { en: 'Add or change a question that everybody may read', zh: '发布常见问题' },
    input: FaqTexts.extend({ id: idOf('faqEntry').optional() }),
    output: z.object({ id: idOf('faqEntry') }),
    writes: true,
    audit: { en: 'Published a question', zh: '发布常见问题' },
  },
  'faq.staff.withdraw': {
    ...staff,
    method: 'DELETE',
    path: '/v2/faq/staff/withdraw',
    summary: { en: 'Take questions from everybody again', zh: '撤回常见问题' },
    input: z.object({ ids: idList('faqEntry') }),
    output: deleted,
    writes: true,
    audit: { en: 'Withdrew published questions', zh: '撤回常见问题' },
  },
  'announcement.staff.page': {
    ...read,
    path: '/v2/announcement/staff/page',
    summary: { en: 'Announcements, the newest first', zh: '公告管理列表' },
    input: pageInput({ content: searchText().optional() }),
    output: pageOf(StaffAnnouncement),
  },
  'announcement.staff.save': {
    ...staff,
    method: 'POST',
    path: '/v2/announcement/staff/save',
    summary: { en: 'Add or change an announcement to everybody, or to chosen customers with all below them', zh: '保存公告' },
    input: AnnouncementTexts.extend({
      id: idOf('announcement').optional(),
      everyone: z.boolean().meta({ examples: [true] }),
      customerIds: idList('customer').default([]),
    }),
    output: z.object({ id: idOf('announcement') }),
    writes: true,
    audit: { en: 'Saved an announcement', zh: '保存公告' },
  },
  'announcement.staff.delete': {
    ...staff,
    method: 'DELETE',
    path: '/v2/announcement/staff/delete',
    summary: { en: 'Delete announcements', zh: '删除公告' },
    input: z.object({ ids: idList('announcement') }),
    output: deleted,
    writes: true,
    audit: { en: 'Deleted announcements', zh: '删除公告' },
  },
});

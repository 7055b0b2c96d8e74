import { z } from 'zod';
import { idOf, instant } from '../schema/primitives.ts';

export const HELP_LIMITS = {
  questionLength: 200,
  answerLength: 2000,
  /** Questions of a user that wait for an answer (63000). */
  unresolved: 5,
  titleLength: 120,
  contentLength: 4000,
  /** Customers that an announcement is for. */
  customers: 500,
} as const;

/** 1 question, 2 suggestion, 3 other. */
export const faqType = () => z.int().min(1).max(3);

/** A question of the signed-in user. Unread: with an answer and without `readingTime`. */
export const FaqItem = z
  .object({
    id: idOf('faq'),
    type: faqType(),
    question: z.string(),
    answer: z.string().nullable(),
    createTime: instant(),
    answerTime: instant().nullable(),
    readingTime: instant().nullable(),
    /** 1: the web pages. */
    source: z.int(),
  })
  .meta({ id: 'FaqItem' });
export type FaqItem = z.output<typeof FaqItem>;

/** The same as the platform's staff sees it. */
export const StaffQuestion = FaqItem.extend({
  account: z.string(),
  customerName: z.string(),
  /** Language of the user: the one to answer in. */
  language: z.string(),
  answeredBy: z.string().nullable(),
}).meta({ id: 'StaffQuestion' });
export type StaffQuestion = z.output<typeof StaffQuestion>;

/** A question that everybody may read, in the language of the reader. */
export const FaqEntry = z
  .object({ id: idOf('faqEntry'), type: faqType(), question: z.string(), answer: z.string() })
  .meta({ id: 'FaqEntry' });
export type FaqEntry = z.output<typeof FaqEntry>;

const question = () => z.string().trim().min(1).max(HELP_LIMITS.questionLength);
const answer = () => z.string().trim().min(1).max(HELP_LIMITS.answerLength);
/** The texts of such a question, as its writer sees them. */
export const FaqTexts = z.object({
  type: faqType(),
  questionEn: question(),
  questionZh: question(),
  answerEn: answer(),
  answerZh: answer(),
});
export const StaffFaqEntry = FaqTexts.extend({ id: idOf('faqEntry'), updateTime: instant() }).meta({ id: 'StaffFaqEntry' });
export type StaffFaqEntry = z.output<typeof StaffFaqEntry>;

/** What a version brought, the newest first. */
export const ReleaseNote = z
  .object({
    id: z.string(),
    version: z.string(),
    /** A day. */
    releaseDate: z.string(),
    content: z.array(z.object({ title: z.string(), text: z.string(), image: z.string(), imageList: z.array(z.string()) })),
    unread: z.boolean(),
  })
  .meta({ id: 'ReleaseNote' });
export type ReleaseNote = z.output<typeof ReleaseNote>;

/** Something that the platform tells its customers, in the language of the reader. */
export const Announcement = z
  .object({
    id: idOf('announcement'),
    title: z.string(),
    content: z.string(),
    startTime: instant(),
    endTime: instant(),
    readingTime: instant().nullable(),
  })
  .meta({ id: 'Announcement' });
export type Announcement = z.output<typeof Announcement>;

const title = () => z.string().trim().min(1).max(HELP_LIMITS.titleLength);
const content = () => z.string().trim().min(1).max(HELP_LIMITS.contentLength);
/** The texts of an announcement and when it is shown. */
export const AnnouncementTexts = z.object({
  titleEn: title(),
  titleZh: title(),
  contentEn: content(),
  contentZh: content(),
  startTime: instant(),
  endTime: instant(),
});
export const StaffAnnouncement = AnnouncementTexts.extend({
  id: idOf('announcement'),
  /** For everybody; else for these customers and all below them. */
  everyone: z.boolean(),
  customers: z.array(z.object({ customerId: idOf('customer'), customerName: z.string() })),
  /** Users who have read it. */
  readCount: z.int(),
  createdBy: z.string(),
  createTime: instant(),
}).meta({ id: 'StaffAnnouncement' });
export type StaffAnnouncement = z.output<typeof StaffAnnouncement>;

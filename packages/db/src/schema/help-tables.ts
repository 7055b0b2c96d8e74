import type { ColumnType, Generated } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, Date>;

export interface FaqQuestionTable {
  id: Generated<string>;
  user_id: string;
  /** 1 question, 2 suggestion, 3 other. */
  type: number;
  question: string;
  source: Generated<number>;
  created_at: Stamp;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
  read_at: Date | null;
}

export interface FaqEntryTable {
  id: Generated<string>;
  type: number;
  question_en: string;
  question_zh: string;
  answer_en: string;
  answer_zh: string;
  updated_at: Stamp;
}

export interface AnnouncementTable {
  id: Generated<string>;
  title_en: string;
  title_zh: string;
  content_en: string;
  content_zh: string;
  starts_at: Date;
  ends_at: Date;
  everyone: boolean;
  created_by: string;
  created_at: Stamp;
}

export interface HelpTables {
  faq_question: FaqQuestionTable;
  faq_entry: FaqEntryTable;
  announcement: AnnouncementTable;
  announcement_customer: { announcement_id: string; customer_id: string };
  announcement_read: { announcement_id: string; user_id: string; read_at: Stamp };
}

import type { StaffQuestion } from '@sightline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, LANGUAGES } from '../../i18n/i18n.ts';
import type { FormValues } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { answerForm, entryForm } from './desk-forms.ts';
import type { DeskTabProps } from './help-desk-page.tsx';
import { QuestionText } from './question-text.tsx';

interface Open {
  readonly task: 'answer' | 'publish';
  readonly question: StaffQuestion;
}

/** What is known of an entry that begins with a question: its own words in both languages, to be written anew. */
const entryOf = ({ type, question, answer }: StaffQuestion): FormValues => ({
  type,
  questionEn: question,
  questionZh: question,
  answerEn: answer ?? '',
  answerZh: answer ?? '',
});

/** Questions of all customers: those that wait, or those that have been answered. */
export const QuestionsPage = ({ title, beside }: DeskTabProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const definition = useMemo(
    (): ListDefinition<'faq.staff.page'> => ({
      id: 'helpDesk.questions',
      operation: 'faq.staff.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.question,
      columns: [
        { key: 'question', title: 'helpDesk.question', isName: true, width: 360 },
        { key: 'type', title: 'helpDesk.type', width: 120, value: (row) => t(`help.types.${row.type}`) },
        { key: 'account', title: 'helpDesk.account', width: 150 },
        { key: 'customerName', title: 'helpDesk.customer', width: 170 },
        {
          key: 'language',
          title: 'helpDesk.language',
          width: 110,
          value: (row) => (isLanguage(row.language) ? LANGUAGES[row.language] : row.language),
        },
        { key: 'createTime', title: 'helpDesk.asked', type: 'time' },
        { key: 'answerTime', title: 'helpDesk.answeredAt', type: 'time' },
        { key: 'answeredBy', title: 'helpDesk.answeredBy', width: 130 },
        { key: 'readingTime', title: 'helpDesk.readAt', type: 'time', isHiddenAtFirst: true },
      ],
      filters: [
        { type: 'text', fields: ['content'], label: 'helpDesk.search' },
        {
          type: 'select',
          fields: ['answered'],
          label: 'helpDesk.state',
          value: 0,
          options: [
            { value: 0, label: 'helpDesk.open' },
            { value: 1, label: 'helpDesk.done' },
          ],
        },
      ],
      onOpen: (question) => setOpen({ task: 'answer', question }),
      rowActions: [
        {
          key: 'answer',
          label: 'helpDesk.answer',
          needs: 'faq.staff.answer',
          run: ([question]) => question && setOpen({ task: 'answer', question }),
        },
        {
          key: 'publish',
          label: 'helpDesk.publish',
          needs: 'faq.staff.publish',
          run: ([question]) => question && setOpen({ task: 'publish', question }),
        },
      ],
      empty: { text: 'helpDesk.noQuestions' },
      refetchMs: 60_000,
    }),
    [t],
  );
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      {open?.task === 'answer' && (
        <FormDialog
          definition={answerForm(open.question.id)}
          title={t('helpDesk.answerTitle', { account: open.question.account })}
          objectId={open.question.id}
          initial={{ answer: open.question.answer ?? '' }}
          intro={<QuestionText question={open.question} />}
          submitLabel={t('helpDesk.answer')}
          done={t('helpDesk.answerSent')}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.task === 'publish' && (
        <FormDialog
          definition={entryForm()}
          title={t('helpDesk.publishTitle')}
          objectId={`of-${open.question.id}`}
          initial={entryOf(open.question)}
          intro={<p>{t('helpDesk.publishIntro')}</p>}
          submitLabel={t('helpDesk.publish')}
          done={t('helpDesk.published')}
          onClose={() => setOpen(null)}
        />
      )}
    </ListPage>
  );
};

import { HELP_LIMITS } from '@sightline/contract';
import { i18n } from '../../i18n/i18n.ts';
import { InstantField } from '../../ui/form-dialog/fields/instant-field.tsx';
import type { FieldDefinition, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { QUESTION_TYPES } from '../help/ask-form.tsx';
import { CustomerSetField } from '../user/customer-set-field.tsx';

export const answerForm = (id: string): FormDefinition<'faq.staff.answer'> => ({
  id: 'helpDesk.answer',
  operation: 'faq.staff.answer',
  fixed: { id },
  groups: [{ fields: [{ kind: 'textarea', name: 'answer', label: 'helpDesk.answerText', maxLength: HELP_LIMITS.answerLength, rows: 8 }] }],
});

const area = (name: string, label: string, maxLength: number, rows: number): FieldDefinition => ({
  kind: 'textarea',
  name,
  label,
  maxLength,
  rows,
});

/** A question that everybody reads; changed when it has an id. */
export const entryForm = (id?: string): FormDefinition<'faq.staff.publish'> => ({
  id: 'helpDesk.entry',
  operation: 'faq.staff.publish',
  ...(id === undefined ? {} : { fixed: { id } }),
  groups: [
    {
      fields: [
        {
          kind: 'choice',
          name: 'type',
          label: 'helpDesk.type',
          options: QUESTION_TYPES.map((value) => ({ value, label: i18n.t(`help.types.${value}`) })),
        },
        area('questionEn', 'helpDesk.questionEn', HELP_LIMITS.questionLength, 2),
        area('answerEn', 'helpDesk.answerEn', HELP_LIMITS.answerLength, 5),
        area('questionZh', 'helpDesk.questionZh', HELP_LIMITS.questionLength, 2),
        area('answerZh', 'helpDesk.answerZh', HELP_LIMITS.answerLength, 5),
      ],
    },
  ],
});

const isChosen = (values: FormValues): boolean => values['everyone'] !== true;
const idsOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((customer: { readonly id: string }) => customer.id).join(',') : '';

/** An announcement; changed when it has an id. */
export const announcementForm = (id?: string): FormDefinition<'announcement.staff.save'> => ({
  id: 'helpDesk.announcement',
  operation: 'announcement.staff.save',
  ...(id === undefined ? {} : { fixed: { id } }),
  groups: [
    {
      title: 'helpDesk.whenAndWhom',
      fields: [
        { kind: 'custom', name: 'startTime', label: 'helpDesk.start', required: true, render: InstantField },
        {
          kind: 'custom',
          name: 'endTime',
          label: 'helpDesk.end',
          required: true,
          render: InstantField,
          check: (value, values) =>
            Date.parse(String(value)) > Date.parse(String(values['startTime'])) ? null : i18n.t('helpDesk.endsBefore'),
        },
        { kind: 'switch', name: 'everyone', label: 'helpDesk.everyone', hint: 'helpDesk.everyoneHint' },
        { kind: 'custom', name: 'customers', label: 'helpDesk.customers', required: true, isFor: isChosen, render: CustomerSetField },
      ],
    },
    {
      title: 'helpDesk.words',
      fields: [
        { kind: 'text', name: 'titleEn', label: 'helpDesk.titleEn' },
        area('contentEn', 'helpDesk.contentEn', HELP_LIMITS.contentLength, 5),
        { kind: 'text', name: 'titleZh', label: 'helpDesk.titleZh' },
        area('contentZh', 'helpDesk.contentZh', HELP_LIMITS.contentLength, 5),
      ],
    },
  ],
  toInput: ({ customers, everyone, ...texts }) => ({
    ...texts,
    everyone: everyone === true,
    customerIds: everyone === true ? '' : idsOf(customers),
  }),
});

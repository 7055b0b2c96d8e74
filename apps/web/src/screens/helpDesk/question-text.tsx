import type { StaffQuestion } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { isLanguage, LANGUAGES } from '../../i18n/i18n.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';

/** Who asks what, above the answer. */
export const QuestionText = ({ question }: { question: StaffQuestion }) => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  return (
    <FactList
      facts={[
        [t('helpDesk.question'), question.question],
        [t('helpDesk.type'), t(`help.types.${question.type}`)],
        [t('helpDesk.customer'), question.customerName],
        [t('helpDesk.language'), isLanguage(question.language) ? LANGUAGES[question.language] : question.language],
        [t('helpDesk.asked'), format(Date.parse(question.createTime), 'minutes')],
      ]}
    />
  );
};

import type { ConfigRule } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { DotTag } from '../commands/dot-tag.tsx';

/** Whether something is turned on. */
export const StateTag = ({ on }: { on: boolean }) => {
  const { t } = useTranslation();
  return <DotTag tone={on ? 'good' : 'quiet'}>{t(on ? 'customization.on' : 'customization.off')}</DotTag>;
};

/** Whether a rule is turned on; one that cannot do anything any more says what it lacks. */
export const RuleState = ({ rule: { enabled, gaps } }: { rule: ConfigRule }) => {
  const { t } = useTranslation();
  const [gap] = gaps;
  if (gap === undefined) return <StateTag on={enabled} />;
  return (
    <span title={gaps.map((each) => t(`customization.rules.gaps.${each}`)).join(', ')}>
      <DotTag tone="late">{t(`customization.rules.gaps.${gap}`)}</DotTag>
    </span>
  );
};

import { useTranslation } from 'react-i18next';
import { DotTag } from '../commands/dot-tag.tsx';

/** Whether something is turned on. */
export const StateTag = ({ on }: { on: boolean }) => {
  const { t } = useTranslation();
  return <DotTag tone={on ? 'good' : 'quiet'}>{t(on ? 'customization.on' : 'customization.off')}</DotTag>;
};

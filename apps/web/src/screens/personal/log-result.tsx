import { useTranslation } from 'react-i18next';
import { codeText } from '../../api/describe-error.ts';
import { DotTag } from '../commands/dot-tag.tsx';

/** How an attempt ended: done, or the words of the code with which it was refused. */
export const LogResult = ({ code }: { code: number }) => {
  const { t } = useTranslation();
  return code === 0 ? <DotTag tone="good">{t('personal.log.results.done')}</DotTag> : <DotTag tone="bad">{codeText(code)}</DotTag>;
};

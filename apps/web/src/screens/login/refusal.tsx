import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { ChunkLoadError } from '../../app/parts/chunk-load-error.ts';
import { Note } from './fields/controls.tsx';
import type { Sending } from './use-sending.ts';

/** What went wrong, or how long to wait, above a form. */
export const Refusal = ({ error, waitS }: Pick<Sending, 'error' | 'waitS'>) => {
  const { t } = useTranslation();
  if (waitS > 0) return <Note kind="warning">{t('login.throttled', { seconds: waitS })}</Note>;
  if (error === null) return null;
  const isMissing = error instanceof ChunkLoadError;
  return <Note kind="error">{isMissing ? t(error.isNewRelease ? 'ui.newRelease' : 'ui.chunkFailed') : describeError(error).text}</Note>;
};

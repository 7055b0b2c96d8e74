import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { traceOf } from '../api/client.ts';
import { describeError } from '../api/describe-error.ts';
import { ChunkLoadError } from './parts/chunk-load-error.ts';
import css from './page.module.css';

/** A short id that a person can read out; the same stands in the browser's log beside the error. */
const localTrace = (): string => {
  const random = new Uint32Array(2);
  crypto.getRandomValues(random);
  return `web-${[...random].map((part) => part.toString(36).padStart(7, '0')).join('')}`;
};

/** What is seen in place of a page that failed. `inLayout`: the menus around it are there, and so is the landmark that it lies in. */
export const ErrorPage = ({ inLayout = false }: { inLayout?: boolean }) => {
  const { t } = useTranslation();
  const error = useRouteError();
  const traceId = useMemo(() => {
    const id = traceOf(error) ?? localTrace();
    console.error(id, error);
    return id;
  }, [error]);
  const isProgramError = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  const isMissing = error instanceof ChunkLoadError;
  const text = isMissing
    ? t(error.isNewRelease ? 'ui.newRelease' : 'ui.chunkFailed')
    : isProgramError
      ? t('ui.crashedText')
      : describeError(error).text;
  const Landmark = inLayout ? 'div' : 'main';
  return (
    <Landmark style={{ blockSize: '100%' }}>
      <div className={css.centred} role="alert">
        <h1 className={css.title}>{t(isMissing ? 'ui.chunkFailedTitle' : 'ui.crashed')}</h1>
        <p>{text}</p>
        <p className={css.muted}>
          {t('ui.traceId')} <bdi dir="ltr">{traceId}</bdi>
        </p>
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('ui.reload')}
        </Button>
      </div>
    </Landmark>
  );
};

import { Component, lazy, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../page.module.css';
import { ChunkLoadError } from './chunk-load-error.ts';
import { withTexts } from '../../i18n/i18n.ts';
import type { TextStage } from '../../i18n/text-stages.ts';
import { reloadPage } from './release.ts';
import { retryImport } from './retry-import.ts';

/** Why a part is not there, and what can be done: another try, or the new release. */
export const PartFailure = ({ error, onRetry }: { error: ChunkLoadError; onRetry?: () => void }) => {
  const { t } = useTranslation();
  return (
    <div role="alert" className={css.centred}>
      <p>{t(error.isNewRelease ? 'ui.newRelease' : 'ui.chunkFailed')}</p>
      {error.isNewRelease || onRetry === undefined ? (
        <button type="button" className={css.action} onClick={reloadPage}>
          {t('ui.reload')}
        </button>
      ) : (
        <button type="button" className={css.action} onClick={onRetry}>
          {t('ui.retry')}
        </button>
      )}
    </div>
  );
};

interface BoundaryProps {
  readonly onRetry: () => void;
  readonly around: (failure: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps the failure of one part within its place: the page around it, and what was typed there, stays. */
class PartBoundary extends Component<BoundaryProps, { readonly error: ChunkLoadError | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: ChunkLoadError } {
    if (error instanceof ChunkLoadError) return { error };
    throw error;
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { around, onRetry, children } = this.props;
    return error === null ? children : around(<PartFailure error={error} onRetry={onRetry} />);
  }
}

interface PartOptions<P> {
  /** What its failure is drawn in. */
  readonly around?: (failure: ReactNode, props: P) => ReactNode;
  /** Texts that it needs; absent: all. */
  readonly texts?: TextStage;
}

/** A component whose code is loaded when it is first drawn, within a `Suspense` of whoever draws it. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  { around = (failure) => failure, texts }: PartOptions<P> = {},
): ComponentType<P> => {
  const begin = (): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await retryImport(withTexts(load, texts)) }));
  let current = begin();
  const Part = (props: P) => {
    const [{ Loaded, tries }, setPart] = useState({ Loaded: current, tries: 0 });
    const retry = (): void => {
      current = begin();
      setPart({ Loaded: current, tries: tries + 1 });
    };
    return (
      <PartBoundary key={tries} onRetry={retry} around={(failure) => around(failure, props)}>
        <Loaded {...props} />
      </PartBoundary>
    );
  };
  return Part;
};

import { Suspense } from 'react';
import { lazyPart } from '../app/parts/lazy-part.tsx';
import { useSession } from '../session/session.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { tourView, useTour } from './tour-store.ts';

const TourGuide = lazyPart(() => import('./tour-guide.tsx').then((module) => module.TourGuide), { texts: 'console' });
const TourQuestion = lazyPart(() => import('./tour-question.tsx').then((module) => module.TourQuestion), { texts: 'console' });

/** The guided tour over the pages; its code is loaded for those who see it. */
export const TourHost = () => {
  const { user } = useSession();
  const progress = useTour();
  const view = tourView(user, progress, useNarrow());
  if (view === 'none') return null;
  return <Suspense fallback={null}>{view === 'question' ? <TourQuestion /> : <TourGuide step={view} />}</Suspense>;
};

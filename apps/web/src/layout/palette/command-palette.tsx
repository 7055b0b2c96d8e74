import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../app/parts/lazy-part.tsx';
import { setPaletteOpen, usePalette } from './palette-store.ts';

const PaletteDialog = lazyPart(() => import('./palette-dialog.tsx').then((module) => module.PaletteDialog));

/** One search over screens, settings, devices, customers and users, opened with Ctrl/Cmd-K from anywhere. Its code is loaded with the first time. */
export const CommandPalette = () => {
  const { open } = usePalette();
  const [wasOpen, setWasOpen] = useState(false);
  if (open && !wasOpen) setWasOpen(true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setPaletteOpen(!usePalette.getState().open);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return wasOpen ? (
    <Suspense fallback={null}>
      <PaletteDialog />
    </Suspense>
  ) : null;
};

import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../app/parts/lazy-part.tsx';
import css from './command-palette.module.css';
import { setPaletteOpen, setPaletteText, usePalette } from './palette-store.ts';

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
    <Suspense fallback={open && <PaletteToCome />}>
      <PaletteDialog />
    </Suspense>
  ) : null;
};

/** In the place of the palette while its code comes: nobody who types at once loses a letter. */
const PaletteToCome = () => {
  const { t } = useTranslation();
  const { text } = usePalette();
  return (
    <>
      <div className={css.overlay} />
      <div role="dialog" aria-modal aria-label={t('layout.palette')} className={css.dialog}>
        <input
          autoFocus
          className={css.input}
          value={text}
          placeholder={t('layout.palettePlaceholder')}
          onChange={(event) => setPaletteText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setPaletteOpen(false)}
        />
      </div>
    </>
  );
};

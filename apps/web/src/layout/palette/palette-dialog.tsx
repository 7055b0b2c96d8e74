import { Command } from 'cmdk';
import { useDeferredValue, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { describeError } from '../../api/describe-error.ts';
import { useSession } from '../../session/session.ts';
import css from './command-palette.module.css';
import { remember } from './palette-recent.ts';
import { markEntry, setPaletteOpen, setPaletteText, usePalette } from './palette-store.ts';
import { usePaletteGroups, type PaletteEntry } from './use-palette-groups.ts';

/** The dialog of the palette; drawn by {@link CommandPalette}. */
export const PaletteDialog = () => {
  const { open, marked } = usePalette();
  const { t } = useTranslation();
  return (
    <Command.Dialog
      open={open}
      onOpenChange={setPaletteOpen}
      label={t('layout.palette')}
      overlayClassName={css.overlay}
      contentClassName={css.dialog}
      shouldFilter={false}
      value={marked}
      onValueChange={markEntry}
      loop
    >
      {open && <PaletteBody />}
    </Command.Dialog>
  );
};

const PaletteBody = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useSession();
  const { text } = usePalette();
  const input = useRef<HTMLInputElement>(null);
  const wanted = useDeferredValue(text.trim());
  const { groups, error } = usePaletteGroups(wanted);
  const first = groups[0]?.entries[0]?.key ?? '';
  // Answers come late: the first entry of what is now listed is marked anew.
  useEffect(() => markEntry(first), [first, wanted]);

  // The dialog marks all of its first field: what was typed before it was there would be lost with the next letter.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.setSelectionRange(input.current.value.length, input.current.value.length));
    return () => cancelAnimationFrame(frame);
  }, []);

  const go = ({ to, title, aside }: PaletteEntry): void => {
    setPaletteOpen(false);
    remember(user.id, { to, title, aside });
    void navigate(to);
  };
  return (
    <>
      <Command.Input
        className={css.input}
        ref={input}
        value={text}
        onValueChange={setPaletteText}
        placeholder={t('layout.palettePlaceholder')}
      />
      <Command.List className={css.list} label={t('layout.palette')}>
        <Command.Empty className={css.empty}>{t('layout.paletteEmpty')}</Command.Empty>
        {error !== null && (
          <p role="alert" className={css.empty}>
            {t('layout.paletteFailed', { text: describeError(error).text })}
          </p>
        )}
        {groups.map(({ heading, entries }) => (
          <Command.Group key={heading} heading={heading} className={css.group}>
            {entries.map((entry) => (
              <Command.Item key={entry.key} value={entry.key} className={css.item} onSelect={() => go(entry)}>
                <span>{entry.title}</span>
                {entry.aside !== '' && <bdi className={css.aside}>{entry.aside}</bdi>}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </>
  );
};

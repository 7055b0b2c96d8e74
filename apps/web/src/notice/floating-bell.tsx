import { BellFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { countOf } from './notice-groups.ts';
import { minimiseDialog, useNotices } from './notice-store.ts';
import css from './notice.module.css';
import { useBellDrag } from './use-bell-drag.ts';

/** The minimised dialog: a bell with what it counts, which a long press or the arrow keys move. */
export const FloatingBell = () => {
  const { t } = useTranslation();
  const count = useNotices((state) => countOf(state.dialog));
  const { place, isDragging, handlers } = useBellDrag(() => minimiseDialog(false));
  return (
    <button
      type="button"
      className={css.floating}
      data-dragging={isDragging || undefined}
      // The place is one of the window, whatever the direction of the text.
      style={{ left: place.x, top: place.y }}
      aria-label={t('notice.restore', { count })}
      aria-description={t('notice.moveHint')}
      title={t('notice.moveHint')}
      {...handlers}
    >
      <BellFilled aria-hidden />
      <span className={css.count} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
    </button>
  );
};

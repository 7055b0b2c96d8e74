import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import css from '../layout.module.css';
import { setPaletteOpen } from './palette-store.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export const PaletteButton = ({ compact = false }: { compact?: boolean }) => {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      data-tour="palette"
      className={compact ? css.tool : `${css.tool} ${css.searchTool}`}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      title={t('layout.palette')}
      onClick={() => setPaletteOpen(true)}
    >
      <SearchOutlined aria-hidden />
      <span className="visually-hidden">{t('layout.palette')}</span>
      {!compact && <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>}
    </button>
  );
};

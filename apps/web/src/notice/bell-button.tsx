import { BellFilled, BellOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useConnectionState } from '../live/live-connection.ts';
import { BellPanel } from './bell-panel.tsx';
import { unreadOf, useNotices } from './notice-store.ts';
import css from './notice.module.css';

/** On a narrow screen the panel is shifted along the bell instead of out of the window. */
const IN_WINDOW = { overflow: { shiftX: true, adjustY: true } };

/** The bell of the menu: lit while there is something unread, with its number; marked while the server cannot tell anything. */
export const BellButton = ({ label = false }: { label?: boolean }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const unread = useNotices((state) => unreadOf(state.bell));
  const isSilent = useNotices((state) => state.isSoundRefused);
  const isAway = useConnectionState(({ state }) => state === 'failed');
  const isLit = unread > 0;
  const words = [
    isLit ? t('notice.unreadCount', { count: unread }) : t('notice.title'),
    ...(isAway ? [t('notice.gaveUp')] : []),
    ...(isSilent ? [t('notice.soundRefused')] : []),
  ].join('. ');
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      placement={label ? 'rightBottom' : 'bottomRight'}
      align={IN_WINDOW}
      content={<BellPanel onClose={() => setOpen(false)} />}
    >
      <button
        type="button"
        className={layout.tool}
        aria-label={words}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        title={words}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
        }}
      >
        <span className={css.bell} data-lit={isLit || undefined} data-away={isAway || isSilent || undefined}>
          {isLit ? <BellFilled aria-hidden /> : <BellOutlined aria-hidden />}
          {isLit && <span className={css.count} aria-hidden data-count={unread > 99 ? '99+' : unread} />}
        </span>
        {label && t('notice.title')}
      </button>
    </Popover>
  );
};

import { CloseOutlined, MinusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AllAlarmsLink } from './all-alarms-link.tsx';
import { EntryRows } from './entry-row.tsx';
import { countOf } from './notice-groups.ts';
import { minimiseDialog, useNotices } from './notice-store.ts';
import css from './notice.module.css';
import { closeNotices } from './notices.ts';

/** So many stand in the dialog; more are counted. */
export const MAX_ITEMS = 10;

/** Alarms of level 1. It lies over the page without taking the focus from whoever is at work there. */
export const NoticeDialog = () => {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useNotices((state) => state.dialog);
  const more = dialog.length - MAX_ITEMS;
  return (
    <section
      className={css.dialog}
      role="dialog"
      aria-modal={false}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') minimiseDialog(true);
      }}
    >
      <div className={css.dialogHead}>
        <h2 id={id}>{t('notice.dialogTitle', { count: countOf(dialog) })}</h2>
        <Button type="text" icon={<MinusOutlined aria-hidden />} aria-label={t('notice.minimise')} onClick={() => minimiseDialog(true)} />
        <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={t('notice.close')} onClick={closeNotices} />
      </div>
      <EntryRows entries={dialog.slice(0, MAX_ITEMS)} />
      {more > 0 && (
        <p className={css.foot}>
          <span>{t('notice.more', { count: more })}</span>
          <AllAlarmsLink onOpen={() => minimiseDialog(true)}>{t('notice.allAlarms')}</AllAlarmsLink>
        </p>
      )}
    </section>
  );
};

import { alarmName } from '@sightline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textLanguage } from '../i18n/i18n.ts';
import { useMayCall } from '../session/may-call.ts';
import { ZonedTime } from '../ui/zoned-time.tsx';
import { useUnits } from '../units/user-units.ts';
import type { AlarmGroup, BellEntry } from './notice-groups.ts';
import { markRead, viewAlarm } from './notice-store.ts';
import css from './notice.module.css';
import type { Note } from './notes.ts';

interface RowProps {
  readonly title: string;
  /** Of the device, the file. */
  readonly name: string;
  readonly entry: BellEntry;
  readonly children: ReactNode;
}

const Row = ({ title, name, entry, children }: RowProps) => {
  const { t } = useTranslation();
  return (
    <>
      <span
        className={css.dot}
        data-unread={!entry.isRead || undefined}
        data-level={entry.type === 'alarm' ? entry.newest.noticeLevel : undefined}
      >
        {!entry.isRead && <span className="visually-hidden">{t('notice.unread')}</span>}
      </span>
      <span className={css.words}>
        <span className={css.rowTitle}>
          <strong>{title}</strong>
          <span className={css.name}>{name}</span>
          {entry.count > 1 && <span className={css.times}>{t('notice.times', { count: entry.count })}</span>}
        </span>
        {children}
      </span>
    </>
  );
};

/** An alarm of a device; who may look at alarms opens it. */
const AlarmRow = ({ group, onOpen }: { group: AlarmGroup; onOpen: (() => void) | undefined }) => {
  const units = useUnits();
  const { newest } = group;
  const mayView = useMayCall('alarm.supplement');
  const content = (
    <Row title={alarmName(newest.alarmName, textLanguage())} name={newest.deviceName} entry={group}>
      <span className={css.muted}>
        <ZonedTime ms={group.atMs} />
        {newest.speedConvert !== null && <bdi dir="ltr"> {units.speed(newest.speedConvert)}</bdi>}
      </span>
    </Row>
  );
  const open = (): void => {
    markRead(group.key);
    viewAlarm(newest.id);
    onOpen?.();
  };
  return mayView ? (
    <button type="button" className={css.row} onClick={open}>
      {content}
    </button>
  ) : (
    <div className={css.row}>{content}</div>
  );
};

const NoteRow = ({ note, onOpen }: { note: Note; onOpen: (() => void) | undefined }) => {
  const { t } = useTranslation();
  const alarm = note.alarmName === undefined ? '' : alarmName(note.alarmName, textLanguage());
  return (
    <Link
      className={css.row}
      to={note.to}
      onClick={() => {
        markRead(note.key);
        onOpen?.();
      }}
    >
      <Row title={t(`notice.note.${note.text}`, { alarm })} name={note.name} entry={note}>
        <span className={css.muted}>
          <ZonedTime ms={note.atMs} />
        </span>
      </Row>
    </Link>
  );
};

/** Entries of a list of notices. `onOpen`: one of them has been opened. */
export const EntryRows = ({ entries, onOpen }: { entries: readonly BellEntry[]; onOpen?: () => void }) => (
  <ul className={css.rows}>
    {entries.map((entry) => (
      <li key={entry.key}>
        {entry.type === 'alarm' ? <AlarmRow group={entry} onOpen={onOpen} /> : <NoteRow note={entry} onOpen={onOpen} />}
      </li>
    ))}
  </ul>
);

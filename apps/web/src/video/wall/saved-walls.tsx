import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { deleteWall, saveWall, useSavedWalls, WALL_LIMITS, type SavedWall } from './wall-preferences.ts';
import type { Wall } from './wall-tiles.ts';
import css from './wall.module.css';

/** The walls that a person has named: one opens with a click; the one on screen is kept under a name. */
export const SavedWalls = ({ wall, onOpen }: { wall: Wall; onOpen: (saved: SavedWall) => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const saved = useSavedWalls(user.id);
  const [name, setName] = useState('');
  const text = name.trim();
  const isEmpty = wall.tiles.every((tile) => tile === null);
  return (
    <div className={css.popover}>
      {saved.length === 0 ? (
        <p className={css.muted}>{t('video.noSaved')}</p>
      ) : (
        <ul className={css.saved}>
          {saved.map((entry) => (
            <li key={entry.name}>
              <Button type="text" size="small" title={entry.name} onClick={() => onOpen(entry)}>
                {entry.name}
              </Button>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('video.deleteSaved', { name: entry.name })}
                onClick={() => deleteWall(user.id, entry.name)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className={css.line}
        onSubmit={(event) => {
          event.preventDefault();
          if (text === '' || isEmpty) return;
          saveWall(user.id, { name: text, size: wall.size, tiles: wall.tiles.slice(0, wall.size) });
          setName('');
        }}
      >
        <Input
          value={name}
          maxLength={WALL_LIMITS.name}
          placeholder={t('video.savedName')}
          aria-label={t('video.savedName')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button htmlType="submit" disabled={text === '' || isEmpty}>
          {t('ui.save')}
        </Button>
      </form>
    </div>
  );
};

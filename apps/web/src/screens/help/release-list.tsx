import type { ReleaseNote } from '@sightline/contract';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Muted } from '../../ui/settings-page/settings-page.tsx';
import css from './help.module.css';

/** What versions brought, the newest first. */
export const ReleaseList = ({ notes }: { notes: readonly ReleaseNote[] }) => {
  const { t } = useTranslation();
  return (
    <ol className={css.releases}>
      {notes.map((note) => (
        <li key={note.id}>
          <h3>
            {t('help.version', { version: note.version })} <Muted as="span">{note.releaseDate}</Muted>{' '}
            {note.unread && <Tag variant="filled">{t('help.new')}</Tag>}
          </h3>
          <dl>
            {note.content.map(({ title, text, image, imageList }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
                {[image, ...imageList]
                  .filter((source) => source !== '')
                  .map((source) => (
                    <dd key={source}>
                      <img src={source} alt={title} loading="lazy" />
                    </dd>
                  ))}
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
};

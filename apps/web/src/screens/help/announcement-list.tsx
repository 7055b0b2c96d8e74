import type { Announcement } from '@sightline/contract';
import { useFormatInstant } from '../../time/zone.ts';
import { Muted } from '../../ui/settings-page/settings-page.tsx';
import css from './help.module.css';

/** What the platform tells; line ends of the writer are kept. */
export const AnnouncementList = ({ announcements }: { announcements: readonly Announcement[] }) => {
  const format = useFormatInstant();
  return (
    <ol className={css.releases}>
      {announcements.map(({ id, title, content, startTime }) => (
        <li key={id}>
          <h3>{title}</h3>
          <Muted>{format(Date.parse(startTime), 'minutes')}</Muted>
          <p className={css.words}>{content}</p>
        </li>
      ))}
    </ol>
  );
};

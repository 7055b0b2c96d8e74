import type { ReactNode } from 'react';
import css from './settings-page.module.css';

interface SettingsPageProps {
  readonly title: string;
  /** What the page is for, below its heading. */
  readonly about?: string;
  /** For a form with something beside it, or a table. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A page that is read and filled in from top to bottom: its heading, what it is for, then sections in one column. */
export const SettingsPage = ({ title, about, wide = false, children }: SettingsPageProps) => (
  <div className={css.page} data-wide={wide || undefined}>
    <h1>{title}</h1>
    {about !== undefined && <p className={css.about}>{about}</p>}
    {children}
  </div>
);

/** Words that explain the section they stand in. */
export const About = ({ children }: { children: ReactNode }) => <p className={css.about}>{children}</p>;

/** What may be overlooked: when, by whom, that there is nothing. */
export const Muted = ({ as: Tag = 'p', children }: { as?: 'p' | 'div' | 'span'; children: ReactNode }) => (
  <Tag className={css.muted}>{children}</Tag>
);

import type { ReactNode } from 'react';
import css from './section.module.css';

/** A part of a drawer with its heading and the one thing to do about it. */
export const Section = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section className={css.section} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {action}
    </header>
    {children}
  </section>
);

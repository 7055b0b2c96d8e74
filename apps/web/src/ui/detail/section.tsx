import type { ReactNode } from 'react';
import css from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** Tells it from others with the same heading. */
  readonly label?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a drawer with its heading and the one thing to do about it. */
export const Section = ({ title, label = title, action, children }: SectionProps) => (
  <section className={css.section} aria-label={label}>
    <header>
      <h2>{title}</h2>
      {action}
    </header>
    {children}
  </section>
);

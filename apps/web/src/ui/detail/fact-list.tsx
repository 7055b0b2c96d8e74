import type { ReactNode } from 'react';
import css from './fact-list.module.css';

/** Label and value; a value that is not there is a dash. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts about one thing, in two columns where there is room. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={css.facts}>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
      </div>
    ))}
  </dl>
);

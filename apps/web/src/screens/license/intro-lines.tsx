import css from './license.module.css';

/** What an action takes with it, line by line, above the fields of its form. */
export const IntroLines = ({ lines }: { lines: readonly string[] }) => (
  <ul className={css.intro}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

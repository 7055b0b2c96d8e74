import type { ReactNode } from 'react';
import { useNarrow } from '../../ui/use-narrow.ts';
import css from './customization.module.css';

/** What something does, in up to three lines; all of it when one points at it. */
export const Sentence = ({ text }: { text: string }) => (
  <span className={css.sentence} title={text}>
    {text}
  </span>
);

/** A name; where there is no room for a column beside it, with the sentence below. */
export const NamedSentence = ({ name, children }: { name: string; children: ReactNode }) => {
  const narrow = useNarrow();
  return (
    <span className={css.named}>
      <span className={css.name} title={name}>
        <bdi>{name}</bdi>
      </span>
      {narrow && children}
    </span>
  );
};

import { useTranslation } from 'react-i18next';
import { useNow } from './clock.ts';

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "3 minutes ago" in the language of `tag`; a clock that runs ahead of ours reads as "now". */
export const agoText = (ms: number, nowMs: number, tag: string): string => {
  const seconds = Math.max(0, Math.floor((nowMs - ms) / 1000));
  const [unit, size] = STEPS.find(([, step]) => seconds >= step) ?? STEPS[3];
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }).format(-Math.floor(seconds / size), unit);
};

/** The age of something, ticking. */
export const Ago = ({ ms }: { ms: number }) => {
  const { i18n } = useTranslation();
  return <span className="tabular">{agoText(ms, useNow(), i18n.language)}</span>;
};

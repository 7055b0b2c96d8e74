import type { CommandRecord } from '@sightline/contract';
import css from './commands.module.css';

const shown = (value: unknown): string => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));

/** Named values of an answer: a list of parameters becomes their names and values. */
function valuesOf(answer: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(answer).flatMap(([key, value]): [string, string][] => {
    if (key !== 'parameters' || !Array.isArray(value)) return value === '' || value === null ? [] : [[key, shown(value)]];
    return (value as Readonly<Record<string, unknown>>[]).map((p) => [
      shown(p['name'] ?? `0x${Number(p['id']).toString(16)}`),
      shown(p['value'] ?? p['hex']),
    ]);
  });
}

/** What the device said. */
export const AnswerText = ({ record }: { record: CommandRecord }) => {
  const values = valuesOf(record.answer ?? {}).filter(([key]) => key !== 'result');
  if (record.answerText !== null && values.length === 0) return <bdi className={css.answer}>{record.answerText}</bdi>;
  if (values.length === 0) return null;
  return (
    <dl className={css.values}>
      {values.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
};

import css from './commands.module.css';

interface NamedValuesProps {
  readonly label: string;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** Names and values, one a line; many of them scroll, with the keys as well. */
export const NamedValues = ({ label, values }: NamedValuesProps) => (
  <div className={css.values} tabIndex={0} role="group" aria-label={label}>
    <dl>
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

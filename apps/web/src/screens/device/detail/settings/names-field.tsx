import { Input } from 'antd';
import type { ControlProps } from '../../../../ui/form-dialog/form-definition.ts';
import css from '../detail.module.css';
import type { NumberedName } from './numbered-names.ts';

interface NamesFieldProps extends ControlProps<readonly NumberedName[]> {
  /** What a channel is called while it has no name: `CH 1`. */
  readonly prefix: string;
}

/** One line for each channel or input. */
export const NamesField = ({ value = [], onChange, prefix, id }: NamesFieldProps) => (
  <div className={css.names}>
    {value.map((row, index) => (
      <label key={row.id}>
        <bdi dir="ltr">{`${prefix} ${row.id}`}</bdi>
        <Input
          id={index === 0 ? id : undefined}
          value={row.name}
          placeholder={`${prefix} ${row.id}`}
          onChange={(event) => onChange?.(value.map((other) => (other.id === row.id ? { ...other, name: event.target.value } : other)))}
        />
      </label>
    ))}
  </div>
);

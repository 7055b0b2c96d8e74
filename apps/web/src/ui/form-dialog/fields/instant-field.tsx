import { formatInstant, parseWallClock } from '@sightline/domain';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useZone, zoneLabel } from '../../../time/zone.ts';
import type { ControlProps } from '../form-definition.ts';

const WALL = 'yyyy-MM-ddTHH:mm';

/** An instant (ISO 8601), entered as date and time of the person's zone, to the minute. The browser's own zone has no part in it. */
const Instant = ({ id, value, onChange, onBlur, disabled }: ControlProps<string>) => {
  const zone = useZone();
  const ms = Date.parse(value ?? '');
  const change = (text: string): void => {
    const chosen = parseWallClock(zone, text);
    onChange?.(chosen === null ? '' : new Date(chosen).toISOString());
  };
  return (
    <Input
      id={id}
      type="datetime-local"
      disabled={disabled}
      value={Number.isNaN(ms) ? '' : formatInstant(zone, ms, WALL)}
      suffix={Number.isNaN(ms) ? null : zoneLabel(zone, ms)}
      onChange={(event) => change(event.target.value)}
      onBlur={onBlur}
    />
  );
};

export const InstantField = (control: ControlProps): ReactNode => <Instant {...(control as ControlProps<string>)} />;

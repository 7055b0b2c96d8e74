import { useFormatInstant, type TimeStyle } from '../time/zone.ts';

/** An instant in the person's zone with the zone beside it; isolated, since right-to-left text would turn it around. */
export const ZonedTime = ({ ms, style = 'seconds' }: { ms: number; style?: TimeStyle }) => {
  const format = useFormatInstant();
  return (
    <time dateTime={new Date(ms).toISOString()} className="tabular">
      <bdi dir="ltr">{format(ms, style)}</bdi>
    </time>
  );
};

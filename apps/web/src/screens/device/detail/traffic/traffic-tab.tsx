import type { OutputOf } from '@sightline/contract';
import { addDays, dayOf, formatInstant } from '@sightline/domain';
import { Button, Segmented, Select } from 'antd';
import type { EChartsOption } from 'echarts/types/dist/shared';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/query.ts';
import { useMayCall } from '../../../../session/may-call.ts';
import { useTheme } from '../../../../theme/theme.tsx';
import { brandFor } from '../../../../theme/css-variables.ts';
import { PALETTES, STATUS_COLOURS } from '../../../../theme/palettes.ts';
import { useZone, zoneLabel } from '../../../../time/zone.ts';
import { FactList } from '../../../../ui/detail/fact-list.tsx';
import { Section } from '../../../../ui/detail/section.tsx';
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx';
import { QueryView } from '../../../../ui/view-state.tsx';
import { Chart } from '../chart.tsx';
import css from '../detail.module.css';
import { GiveLimit } from './give-limit.tsx';
import { dailyLimitForm, extraTodayForm } from './traffic-forms.ts';
import { volumeText } from './volume.ts';

type Volume = Pick<OutputOf<'device.traffic.hour'>[number], 'bytesIn' | 'bytesOut' | 'trafficSize'>;

const SPANS = [7, 14, 31] as const;
const REFRESH_MS = 60_000;

/** How much the device has sent and got, by days of the person's zone and by the hours of one day. */
export const TrafficTab = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation();
  const zone = useZone();
  const mayLimit = useMayCall('device.dailyTraffic.update');
  const mayGive = useMayCall('device.dailyTraffic.sync');
  const [openedMs] = useState(() => Date.now());
  const today = dayOf(zone, openedMs);
  const byDay = t('detail.byDay', { zone: zoneLabel(zone, openedMs) });
  const [span, setSpan] = useState<number>(SPANS[1]);
  const [picked, setPicked] = useState(today);
  const [form, setForm] = useState<'limit' | 'extra' | 'give' | null>(null);
  const days = useCall(
    'device.traffic.day',
    { deviceId, startDate: addDays(today, 1 - span), endDate: today },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  );
  const hours = useCall('device.traffic.hour', { deviceId, date: picked }, { keepPrevious: true, refetchInterval: REFRESH_MS });
  const limits = useMemo(() => ({ limit: dailyLimitForm(deviceId), extra: extraTodayForm(deviceId) }), [deviceId]);
  const list = days.data;
  const pick = useCallback((index: number) => setPicked((now) => list?.[index]?.date ?? now), [list]);
  const now = list?.at(-1);
  const dayLabels = list?.map(({ date }) => date.slice(5)) ?? [];
  return (
    <>
      <Section
        title={t('detail.trafficToday')}
        action={
          mayLimit && (
            <span className={css.line} style={{ margin: 0 }}>
              <Button size="small" onClick={() => setForm('limit')}>
                {t('detail.setLimit')}
              </Button>
              {now?.limitBytes != null && (
                <Button size="small" onClick={() => setForm('extra')}>
                  {t('detail.addToday')}
                </Button>
              )}
              {mayGive && now !== undefined && (
                <Button size="small" onClick={() => setForm('give')}>
                  {t('detail.giveLimit')}
                </Button>
              )}
            </span>
          )
        }
      >
        <FactList
          facts={[
            [
              t('detail.received'),
              now && (
                <bdi key="in" dir="ltr">
                  {volumeText(now.bytesIn)}
                </bdi>
              ),
            ],
            [
              t('detail.sent'),
              now && (
                <bdi key="out" dir="ltr">
                  {volumeText(now.bytesOut)}
                </bdi>
              ),
            ],
            [
              t('detail.allowedToday'),
              now === undefined ? null : now.limitBytes === null ? (
                t('detail.noLimit')
              ) : (
                <span key="limit" className={now.overLimit ? css.danger : undefined}>
                  <bdi dir="ltr">{volumeText(now.limitBytes)}</bdi>
                  {now.overLimit && ` · ${t('detail.overLimit')}`}
                </span>
              ),
            ],
          ]}
        />
        <p className={css.muted}>{t('detail.limitMeaning')}</p>
      </Section>
      <Section
        title={byDay}
        action={
          <Segmented
            size="small"
            aria-label={t('detail.span')}
            value={span}
            options={SPANS.map((value) => ({ value, label: <bdi>{t('detail.days', { count: value })}</bdi> }))}
            onChange={setSpan}
          />
        }
      >
        <QueryView query={days} rows={6}>
          {(rows) => <Volumes label={byDay} names={dayLabels} rows={rows} limit={rows.at(-1)?.limitBytes ?? null} onPick={pick} />}
        </QueryView>
      </Section>
      <Section
        title={t('detail.byHour')}
        action={
          <Select
            size="small"
            aria-label={t('detail.day')}
            value={picked}
            style={{ inlineSize: 140 }}
            options={(list ?? []).map(({ date }) => ({ value: date, label: date })).toReversed()}
            onChange={setPicked}
          />
        }
      >
        <QueryView query={hours} rows={6}>
          {(rows) => (
            <Volumes
              label={t('detail.byHourOf', { day: picked })}
              names={rows.map(({ startTime }) => formatInstant(zone, Date.parse(startTime), 'HH:mm'))}
              rows={rows}
              limit={null}
            />
          )}
        </QueryView>
      </Section>
      {form === 'limit' && (
        <FormDialog
          as="dialog"
          objectId={deviceId}
          definition={limits.limit}
          title={t('detail.setLimit')}
          done={t('detail.limitSaved')}
          onClose={() => setForm(null)}
        />
      )}
      {form === 'give' && <GiveLimit deviceId={deviceId} hasLimit={now?.limitBytes != null} onClose={() => setForm(null)} />}
      {form === 'extra' && (
        <FormDialog
          as="dialog"
          objectId={deviceId}
          definition={limits.extra}
          title={t('detail.addToday')}
          done={t('detail.limitSaved')}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
};

interface VolumesProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly rows: readonly Volume[];
  readonly limit: number | null;
  readonly onPick?: (index: number) => void;
}

/** Bars of both directions, and the same figures as a table for whoever wants them. */
const Volumes = ({ label, names, rows, limit, onPick }: VolumesProps) => {
  const { t } = useTranslation();
  const { colour, appearance } = useTheme();
  const option = useMemo((): EChartsOption => {
    const received = { name: t('detail.received'), type: 'bar' as const, stack: 'volume', data: rows.map((row) => row.bytesIn) };
    return {
      color: [brandFor(colour, appearance).solid, STATUS_COLOURS.stopped],
      xAxis: { type: 'category', data: [...names] },
      yAxis: { type: 'value', min: 0, axisLabel: { formatter: volumeText, color: PALETTES[appearance].textMuted } },
      tooltip: { valueFormatter: (value) => volumeText(Number(value)) },
      series: [
        limit === null
          ? received
          : {
              ...received,
              markLine: {
                symbol: 'none',
                silent: true,
                data: [{ yAxis: limit }],
                lineStyle: { color: PALETTES[appearance].dangerText },
                label: { formatter: t('detail.limit'), position: 'insideEndTop', color: PALETTES[appearance].dangerText },
              },
            },
        { name: t('detail.sent'), type: 'bar', stack: 'volume', data: rows.map((row) => row.bytesOut) },
      ],
    };
  }, [t, names, rows, limit, colour, appearance]);
  return (
    <>
      <Chart label={label} height={200} option={option} onPick={onPick} />
      <details>
        <summary>{t('detail.asTable')}</summary>
        <table className={css.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('detail.when')}</th>
              <th scope="col">{t('detail.received')}</th>
              <th scope="col">{t('detail.sent')}</th>
              <th scope="col">{t('detail.sum')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={names[index] ?? index}>
                <th scope="row">{names[index]}</th>
                <td>{volumeText(row.bytesIn)}</td>
                <td>{volumeText(row.bytesOut)}</td>
                <td>{volumeText(row.trafficSize)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
};

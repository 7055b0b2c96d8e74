import type { AlarmSetting, UserEmail } from '@sightline/contract';
import { ALARM_GROUPS } from '@sightline/domain';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { queryClient, useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { changeAlarms, CHOICE_KEYS, CHOICES, type AlarmChoices, type ChoiceKey } from './alarm-choices.ts';
import { AlarmControl } from './alarm-control.tsx';
import { ManyAlarms } from './many-alarms.tsx';
import css from './personal.module.css';
import { useSaved } from './use-saved.ts';

const WIDTHS: Readonly<Record<ChoiceKey, number>> = { enabled: 90, level: 140, sound: 170, web: 90, app: 90, interval: 150, emails: 220 };
const NO_ADDRESSES: readonly UserEmail[] = [];

/** The last change, to be taken back. */
interface LastChange {
  readonly text: string;
  readonly undo: () => Promise<void>;
}
type Change = <K extends ChoiceKey>(rows: readonly AlarmSetting[], key: K, value: AlarmChoices[K]) => Promise<void>;

const renew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['user.alarm.pageInfo'] });

/** How the signed-in person is told of each kind of alarm, one by one or many at once. */
export const Page = () => {
  const { t } = useTranslation();
  const may = useMayCall('user.alarm.open');
  const addresses = useCall('user.email.infoList', {}).data ?? NO_ADDRESSES;
  const groups = useCall('user.alarm.group.list', {});
  const [last, setLast] = useState<LastChange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [many, setMany] = useState<readonly AlarmSetting[] | null>(null);

  const definition = useMemo((): ListDefinition<'user.alarm.pageInfo'> => {
    const change: Change = async (rows, key, value) => {
      setProblem(null);
      const undo = await changeAlarms(rows, key, value);
      const [first] = rows;
      const name = rows.length === 1 && first !== undefined ? first.alarmName : t('personal.alarms.kinds', { count: rows.length });
      setLast({ text: t('personal.alarms.saved', { name, choice: t(`personal.alarms.choices.${key}`) }), undo });
      await renew();
    };
    const switching = (key: string, on: boolean) => ({
      key,
      label: `personal.alarms.${key}`,
      needs: 'user.alarm.open' as const,
      run: async (rows: readonly AlarmSetting[]) => change(rows, 'enabled', on),
    });
    return {
      id: 'user.alarm',
      operation: 'user.alarm.pageInfo',
      rowKey: (row) => row.alarmType,
      rowName: (row) => row.alarmName,
      columns: [
        { key: 'alarmName', title: 'personal.alarms.kind', isName: true, width: 200 },
        ...CHOICE_KEYS.map((key) => ({
          key,
          title: `personal.alarms.choices.${key}`,
          width: WIDTHS[key],
          render: (row: AlarmSetting) => (
            <Cell key={row.alarmType} row={row} choice={key} addresses={addresses} may={may} change={change} onProblem={setProblem} />
          ),
        })),
        { key: 'groupName', title: 'personal.alarms.group', width: 130 },
      ],
      filters: [
        { type: 'text', fields: ['alarmName'], label: 'personal.alarms.kind' },
        {
          type: 'select',
          fields: ['groupKey'],
          label: 'personal.alarms.group',
          options: ALARM_GROUPS.map((group) => ({
            value: group,
            label: group,
            text: () => {
              const known = groups.data?.find(({ groupKey }) => groupKey === group);
              return known === undefined ? group : `${known.groupName} (${known.enabled}/${known.total})`;
            },
          })),
        },
        {
          type: 'select',
          fields: ['enabled'],
          label: 'personal.alarms.choices.enabled',
          options: [
            { value: 1, label: 'personal.alarms.isOn' },
            { value: 0, label: 'personal.alarms.isOff' },
          ],
        },
      ],
      bulkActions: [
        switching('switchOn', true),
        switching('switchOff', false),
        { key: 'change', label: 'personal.alarms.change', needs: 'user.alarm.open', run: (rows) => setMany(rows) },
      ],
      empty: { text: 'personal.alarms.none' },
    };
  }, [t, may, addresses, groups.data]);

  const undo = async (): Promise<void> => {
    if (last === null) return;
    setLast(null);
    await last.undo().catch((error: unknown) => setProblem(describeError(error).text));
    await renew();
  };
  const beside = (
    <span className={css.outcome}>
      <span role="status">{last?.text}</span>
      {last !== null && (
        <Button type="link" size="small" onClick={() => void undo()}>
          {t('personal.undo')}
        </Button>
      )}
      {problem !== null && (
        <span role="alert" className={css.problem}>
          {problem}
        </span>
      )}
    </span>
  );
  return (
    <ListPage definition={definition} title={t('routes.alarmPush.title')} beside={beside}>
      {many !== null && (
        <ManyAlarms
          rows={many}
          addresses={addresses}
          onClose={() => setMany(null)}
          onChanged={(key, taken) => {
            setLast({
              text: t('personal.alarms.saved', {
                name: t('personal.alarms.kinds', { count: many.length }),
                choice: t(`personal.alarms.choices.${key}`),
              }),
              undo: taken,
            });
            void renew();
          }}
        />
      )}
    </ListPage>
  );
};

interface CellProps {
  readonly row: AlarmSetting;
  readonly choice: ChoiceKey;
  readonly addresses: readonly UserEmail[];
  readonly may: boolean;
  readonly change: Change;
  readonly onProblem: (text: string) => void;
}

const Cell = ({ row, choice, addresses, may, change, onProblem }: CellProps) => {
  const { t } = useTranslation();
  const saved = useSaved<AlarmChoices[ChoiceKey]>(CHOICES[choice].read(row), async (value) => {
    await change([row], choice, value as never).catch((error: unknown) => onProblem(describeError(error).text));
  });
  return (
    <AlarmControl
      choice={choice}
      value={saved.value}
      onChange={saved.choose}
      addresses={addresses}
      label={`${row.alarmName}: ${t(`personal.alarms.choices.${choice}`)}`}
      loading={saved.saving}
      disabled={!may}
    />
  );
};

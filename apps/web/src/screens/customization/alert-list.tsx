import { PlusOutlined } from '@ant-design/icons';
import { alertText, type CustomizeAlarm } from '@sightline/contract';
import type { TFunction } from 'i18next';
import { call } from '../../api/client.ts';
import { textLanguage } from '../../i18n/i18n.ts';
import type { Confirmation } from '../../ui/confirm/confirmation.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import type { UserUnits } from '../../units/user-units.ts';
import { NamedSentence, Sentence } from './sentence-cell.tsx';
import { StateTag } from './state-tag.tsx';

/** An alert in words: what has to be so, and for how long. */
export const alertSentence = (alert: CustomizeAlarm, units: UserUnits): string => alertText(alert, textLanguage(), units);

/** So many rules are named where they keep an alert from being deleted; the others are counted. */
const NAMED_RULES = 8;

interface AlertListOptions {
  readonly t: TFunction;
  readonly units: UserUnits;
  /** No room for a column of sentences: they stand below the names. */
  readonly narrow: boolean;
  /** There may be alerts of customers below. */
  readonly dealer: boolean;
  readonly open: (panel: string, id?: string) => void;
}

/** The list of customized alerts; words and numbers are those of the language and the units on screen. */
export function alertList({ t, units, narrow, dealer, open }: AlertListOptions): ListDefinition<'config.customizeAlarm.list'> {
  const toEdit = (row: CustomizeAlarm | undefined): void => row && open('edit', row.id);
  const question = (row: CustomizeAlarm | undefined): Confirmation => {
    const name = row?.alarmName ?? '';
    const ok = t('customization.delete');
    const named = row?.ruleNames.slice(0, NAMED_RULES) ?? [];
    const others = (row?.ruleCount ?? 0) - named.length;
    if (row === undefined || row.ruleCount === 0)
      return { title: t('customization.alerts.deleteTitle', { name }), lines: [t('customization.alerts.deleteTakes')], ok, danger: true };
    return {
      title: t('customization.alerts.usedTitle', { name }),
      lines: [
        t('customization.alerts.usedBy'),
        ...named.map((rule) => `“${rule}”`),
        ...(others > 0 ? [t('customization.alerts.usedMore', { count: others })] : []),
      ],
      ok,
      isBlocked: true,
    };
  };
  return {
    id: 'customization.alerts',
    operation: 'config.customizeAlarm.list',
    rowKey: (row) => row.id,
    rowName: (row) => row.alarmName,
    columns: [
      {
        key: 'alarmName',
        title: 'customization.alerts.name',
        isName: true,
        width: 180,
        render: (row) => (
          <NamedSentence name={row.alarmName}>
            <Sentence text={alertSentence(row, units)} />
            <StateTag on={row.enabled} />
          </NamedSentence>
        ),
      },
      ...(narrow
        ? []
        : [
            {
              key: 'sentence',
              title: 'customization.alerts.when',
              width: 320,
              render: (row: CustomizeAlarm) => <Sentence text={alertSentence(row, units)} />,
            },
          ]),
      { key: 'enabled', title: 'customization.state', width: 90, render: (row) => <StateTag on={row.enabled} /> },
      { key: 'noticeLevel', title: 'customization.level', width: 130, value: (row) => t(`customization.levels.${row.noticeLevel}`) },
      { key: 'ruleCount', title: 'customization.alerts.rules', type: 'number', width: 80 },
      ...(dealer
        ? [
            {
              key: 'customerName',
              title: 'customization.customer',
              width: 150,
              value: (row: CustomizeAlarm) => row.customerName || t('customization.fromAbove'),
            },
          ]
        : [
            {
              key: 'customerName',
              title: 'customization.origin',
              width: 130,
              value: (row: CustomizeAlarm) => t(row.changeable ? 'customization.own' : 'customization.fromAbove'),
            },
          ]),
      { key: 'note', title: 'customization.note', width: 180, isHiddenAtFirst: true },
      { key: 'updateTime', title: 'customization.updated', type: 'time' },
    ],
    filters: [
      { type: 'text', fields: ['alarmName'], label: 'customization.alerts.name' },
      {
        type: 'select',
        fields: ['enabled'],
        label: 'customization.state',
        options: [
          { value: 1, label: 'customization.on' },
          { value: 0, label: 'customization.off' },
        ],
      },
    ],
    onOpen: toEdit,
    pageActions: [
      {
        key: 'add',
        label: 'customization.alerts.add',
        icon: <PlusOutlined aria-hidden />,
        needs: 'config.customizeAlarm.add',
        isPrimary: true,
        run: () => open('add'),
      },
    ],
    rowActions: [
      {
        key: 'edit',
        label: 'customization.edit',
        needs: 'config.customizeAlarm.update',
        isFor: (row) => row.changeable,
        run: ([row]) => toEdit(row),
      },
      {
        key: 'turnOn',
        label: 'customization.turnOn',
        needs: 'config.customizeAlarm.update',
        isFor: (row) => row.changeable && !row.enabled,
        run: ([row]) => row && call('config.customizeAlarm.update', { customizeAlarmId: row.id, enabled: true }),
        done: 'customization.turnedOn',
      },
      {
        key: 'turnOff',
        label: 'customization.turnOff',
        needs: 'config.customizeAlarm.update',
        isFor: (row) => row.changeable && row.enabled,
        run: ([row]) => row && call('config.customizeAlarm.update', { customizeAlarmId: row.id, enabled: false }),
        done: 'customization.turnedOff',
      },
      {
        key: 'delete',
        label: 'customization.delete',
        needs: 'config.customizeAlarm.delete',
        danger: true,
        isFor: (row) => row.changeable,
        confirm: ([row]) => question(row),
        run: ([row]) => row && call('config.customizeAlarm.delete', { ids: row.id }),
        done: 'customization.alerts.deleted',
      },
    ],
    empty: { text: 'customization.alerts.none', action: 'add' },
  };
}

import { PlusOutlined } from '@ant-design/icons';
import type { ConfigRule } from '@sightline/contract';
import type { TFunction } from 'i18next';
import { call } from '../../api/client.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import type { UserUnits } from '../../units/user-units.ts';
import { thenText, whenText } from './rule-text.ts';
import { NamedSentence, Sentence } from './sentence-cell.tsx';
import { RuleState } from './state-tag.tsx';

interface RuleListOptions {
  readonly t: TFunction;
  readonly units: UserUnits;
  /** No room for columns of sentences: they stand below the names. */
  readonly narrow: boolean;
  /** There may be rules of customers below. */
  readonly dealer: boolean;
  readonly open: (panel: string, id?: string) => void;
}

/** The list of rules; words and numbers are those of the language and the units on screen. */
export function ruleList({ t, units, narrow, dealer, open }: RuleListOptions): ListDefinition<'config.rule.page'> {
  const switching = (on: boolean) =>
    ({
      key: on ? 'turnOn' : 'turnOff',
      label: on ? 'customization.turnOn' : 'customization.turnOff',
      needs: 'config.rule.update.base',
      isFor: (row: ConfigRule) => row.enabled !== on,
      run: ([row]: readonly ConfigRule[]) => row && call('config.rule.update.base', { ruleId: row.id, enabled: on }),
      done: on ? 'customization.turnedOn' : 'customization.turnedOff',
    }) as const;
  return {
    id: 'customization.rules',
    operation: 'config.rule.page',
    rowKey: (row) => row.id,
    rowName: (row) => row.ruleName,
    columns: [
      {
        key: 'ruleName',
        title: 'customization.rules.name',
        isName: true,
        width: 170,
        sortBy: 'ruleName',
        render: (row) => (
          <NamedSentence name={row.ruleName}>
            <Sentence text={whenText(row, units, t)} />
            <Sentence text={`→ ${thenText(row, t)}`} />
            <RuleState rule={row} />
          </NamedSentence>
        ),
      },
      ...(narrow
        ? []
        : [
            {
              key: 'when',
              title: 'customization.rules.whenHead',
              width: 270,
              render: (row: ConfigRule) => <Sentence text={whenText(row, units, t)} />,
            },
            {
              key: 'then',
              title: 'customization.rules.then',
              width: 230,
              render: (row: ConfigRule) => <Sentence text={thenText(row, t)} />,
            },
          ]),
      { key: 'enabled', title: 'customization.state', width: 110, render: (row) => <RuleState rule={row} /> },
      ...(dealer ? [{ key: 'customerName', title: 'customization.customer', width: 150, sortBy: 'customerName' }] : []),
      { key: 'account', title: 'customization.rules.by', width: 120 },
      { key: 'note', title: 'customization.note', width: 180, isHiddenAtFirst: true },
      { key: 'updateTime', title: 'customization.updated', type: 'time', sortBy: 'updateTime' },
    ],
    filters: [
      { type: 'text', fields: ['ruleName'], label: 'customization.rules.name' },
      {
        type: 'select',
        fields: ['enabled'],
        label: 'customization.state',
        options: [
          { value: 1, label: 'customization.on' },
          { value: 0, label: 'customization.off' },
        ],
      },
      ...(dealer ? [{ type: 'customer' as const, fields: ['customerId'] as const, label: 'customization.customer' }] : []),
    ],
    onOpen: (row) => open('edit', row.id),
    pageActions: [
      {
        key: 'add',
        label: 'customization.rules.add',
        icon: <PlusOutlined aria-hidden />,
        needs: 'config.rule.add',
        isPrimary: true,
        run: () => open('add'),
      },
    ],
    rowActions: [
      { key: 'edit', label: 'customization.edit', needs: 'config.rule.update', run: ([row]) => row && open('edit', row.id) },
      switching(true),
      switching(false),
      {
        key: 'rename',
        label: 'customization.rules.rename',
        needs: 'config.rule.update.base',
        run: ([row]) => row && open('rename', row.id),
      },
      {
        key: 'delete',
        label: 'customization.delete',
        needs: 'config.rule.delete',
        danger: true,
        confirm: ([row]) => ({
          title: t('customization.rules.deleteTitle', { name: row?.ruleName }),
          lines: [t('customization.rules.deleteTakes')],
          ok: t('customization.delete'),
          danger: true,
        }),
        run: ([row]) => row && call('config.rule.delete', { ids: row.id }),
        done: 'customization.rules.deleted',
      },
    ],
    empty: { text: 'customization.rules.none', action: 'add' },
  };
}

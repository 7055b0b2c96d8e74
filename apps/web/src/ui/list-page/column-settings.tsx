import { SettingOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Checkbox, Popover, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import type { ListColumn } from './list-definition.ts';
import css from './list-page.module.css';
import { setDensity, useListPreferences, type Density } from './list-preferences.ts';
import type { ChosenColumns } from './use-columns.ts';

interface ColumnSettingsProps<Row> {
  readonly columns: ChosenColumns<Row>;
  /** Keys of those on screen. */
  readonly visible: readonly string[];
}

/** Which columns a list shows and how dense it is. */
export const ColumnSettings = <Row,>({ columns, visible }: ColumnSettingsProps<Row>) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // What was ticked and not saved is there again when it is opened again.
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t('ui.list.columns')}
      content={
        <Settings
          columns={columns}
          keys={ticked ?? new Set(visible)}
          onKeys={setTicked}
          onDone={() => {
            setTicked(null);
            setOpen(false);
          }}
        />
      }
    >
      <Button icon={<SettingOutlined aria-hidden />} aria-label={t('ui.list.columns')} aria-expanded={open} />
    </Popover>
  );
};

interface SettingsProps<Row> {
  readonly columns: ChosenColumns<Row>;
  readonly keys: ReadonlySet<string>;
  readonly onKeys: (keys: ReadonlySet<string>) => void;
  readonly onDone: () => void;
}

const Settings = <Row,>({ columns, keys, onKeys, onDone }: SettingsProps<Row>) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const density = useListPreferences((state) => state.density);
  const save = useMutation({
    mutationFn: () => columns.choose(keys),
    onSuccess: () => {
      message.success(t('ui.list.columnsSaved'));
      onDone();
    },
    onError: (error) => message.error(describeError(error).text),
  });
  const toggle = ({ key }: ListColumn<Row>, on: boolean): void => {
    const next = new Set(keys);
    if (on) next.add(key);
    else next.delete(key);
    onKeys(next);
  };
  return (
    <div className={css.columns}>
      <ul>
        {columns.all.map((column) => (
          <li key={column.key}>
            <Checkbox
              checked={column.isName === true || keys.has(column.key)}
              disabled={column.isName}
              onChange={(event) => toggle(column, event.target.checked)}
            >
              {t(column.title)}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Segmented<Density>
        block
        aria-label={t('ui.list.density')}
        value={density}
        onChange={setDensity}
        options={[
          { value: 'compact', label: t('ui.list.compact') },
          { value: 'comfortable', label: t('ui.list.comfortable') },
        ]}
      />
      <Button type="primary" block loading={save.isPending} onClick={() => save.mutate()}>
        {t('ui.save')}
      </Button>
    </div>
  );
};

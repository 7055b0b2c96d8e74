import type { CommandId } from '@sightline/contract';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { commandTitle } from './command-text.ts';
import css from './commands.module.css';

interface CommandChoiceProps {
  /** What was used last is what it understands. */
  readonly deviceId: string;
  readonly commands: readonly CommandId[];
  readonly chosen: CommandId | null;
  readonly onChoose: (command: CommandId) => void;
}

/** A command out of those that a device understands; the ones that the person used last are one click away. */
export const CommandChoice = ({ deviceId, commands, chosen, onChoose }: CommandChoiceProps) => {
  const { t } = useTranslation();
  const recent = useCall('device.command.recently', { deviceId, limit: 4 });
  const known = recent.data?.filter((r) => commands.includes(r.commandType)) ?? [];
  return (
    <>
      <Select
        autoFocus
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        aria-label={t('commands.choose')}
        placeholder={t('commands.choose')}
        value={chosen}
        onChange={onChoose}
        options={commands.map((id) => ({ value: id, label: commandTitle(id) }))}
      />
      <div className={css.recent} role="group" aria-label={t('commands.recent')}>
        {known.length > 0 && (
          <span className={css.muted} aria-hidden>
            {t('commands.recent')}
          </span>
        )}
        {known.map((r) => (
          <Button key={r.commandType} size="small" onClick={() => onChoose(r.commandType)}>
            {r.commandName}
          </Button>
        ))}
      </div>
    </>
  );
};

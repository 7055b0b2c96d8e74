import type { CommandId } from '@sightline/contract';
import { Button, Drawer, Select, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { CommandForm } from './command-form.tsx';
import { commandTitle } from './command-text.ts';
import css from './commands.module.css';
import { LastCommands } from './last-commands.tsx';

const LOOK_MS = 5000;

/** The commands of one device: what it understands and the person may send, and how the last ones stand. */
export const CommandDrawer = ({ deviceId, deviceName, onClose }: { deviceId: string; deviceName: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [chosen, setChosen] = useState<CommandId | null>(null);
  const abilities = useCall('device.command.abilities', { deviceId }, { refetchInterval: LOOK_MS });
  const recent = useCall('device.command.recently', { deviceId, limit: 4 });
  return (
    <Drawer open size={520} title={t('commands.title', { name: deviceName })} onClose={onClose} destroyOnHidden>
      <QueryView query={abilities} rows={4} isEmpty={(a) => a.commands.length === 0} empty={<Empty text={t('commands.cannot')} />}>
        {(a) => (
          <>
            <div className={css.head}>
              <Tag color={a.online ? 'success' : 'default'}>{t(a.online ? 'commands.online' : 'commands.offline')}</Tag>
              {a.blocked !== null && (
                <Tag color={a.blocked ? 'error' : 'default'} data-blocked={a.blocked}>
                  {t(a.blocked ? 'commands.blocked' : 'commands.notBlocked')}
                </Tag>
              )}
              <Link to={`/monitor/commands?${new URLSearchParams({ deviceIdOrName: deviceId })}`}>{t('commands.history')}</Link>
            </div>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              style={{ width: '100%' }}
              aria-label={t('commands.choose')}
              placeholder={t('commands.choose')}
              value={chosen}
              onChange={setChosen}
              options={a.commands.map((id) => ({ value: id, label: commandTitle(id) }))}
            />
            <div className={css.recent} role="group" aria-label={t('commands.recent')}>
              {recent.data
                ?.filter((r) => a.commands.includes(r.commandType))
                .map((r) => (
                  <Button key={r.commandType} size="small" onClick={() => setChosen(r.commandType)}>
                    {r.commandName}
                  </Button>
                ))}
            </div>
            {chosen !== null &&
              a.commands.includes(chosen) &&
              (user.demo ? (
                <p>{t('commands.demo')}</p>
              ) : (
                <CommandForm key={chosen} commandType={chosen} deviceId={deviceId} deviceName={deviceName} online={a.online} />
              ))}
          </>
        )}
      </QueryView>
      <LastCommands deviceId={deviceId} />
    </Drawer>
  );
};

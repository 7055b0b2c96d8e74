import type { CommandId } from '@sightline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { CommandChoice } from './command-choice.tsx';
import { CommandForm } from './command-form.tsx';
import css from './commands.module.css';
import { DotTag } from './dot-tag.tsx';
import { LastCommands } from './last-commands.tsx';
import { NotInProtocol } from './not-in-protocol.tsx';

const LOOK_MS = 5000;

/** The commands of one device: what it understands and the person may send, and how the last ones stand. */
export const CommandDrawer = ({ deviceId, deviceName, onClose }: { deviceId: string; deviceName: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [chosen, setChosen] = useState<CommandId | null>(null);
  const { mark, leave, question } = useUnsaved();
  const abilities = useCall('device.command.abilities', { deviceId }, { refetchInterval: LOOK_MS });
  return (
    <SideDrawer size={520} title={t('commands.title', { name: deviceName })} onClose={() => leave(onClose)}>
      <QueryView query={abilities} rows={4} isEmpty={(a) => a.commands.length === 0} empty={<Empty text={t('commands.cannot')} />}>
        {(a) => (
          <>
            <div className={css.head}>
              <DotTag tone={a.online ? 'good' : 'quiet'}>{t(a.online ? 'commands.online' : 'commands.offline')}</DotTag>
              {a.blocked !== null && (
                <span data-blocked={a.blocked}>
                  <DotTag tone={a.blocked ? 'bad' : 'quiet'}>{t(a.blocked ? 'commands.blocked' : 'commands.notBlocked')}</DotTag>
                </span>
              )}
              <Link to={`/monitor/commands?${new URLSearchParams({ deviceIdOrName: deviceId })}`}>{t('commands.history')}</Link>
            </div>
            <CommandChoice
              deviceId={deviceId}
              commands={a.commands}
              chosen={chosen}
              onChoose={(next) => next !== chosen && leave(() => setChosen(next))}
            />
            {chosen !== null &&
              a.commands.includes(chosen) &&
              (user.demo ? (
                <p>{t('commands.demo')}</p>
              ) : (
                <CommandForm key={chosen} commandType={chosen} target={{ deviceId, deviceName, online: a.online }} onDirty={mark} />
              ))}
          </>
        )}
      </QueryView>
      {abilities.data && <NotInProtocol protocol={abilities.data.protocol} />}
      <LastCommands deviceId={deviceId} />
      {question}
    </SideDrawer>
  );
};

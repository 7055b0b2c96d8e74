import { OFFERED_COMMAND_IDS, commandDefinition, isCommandProtocol, maySend } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { commandTitle, PROTOCOL_NAMES } from './command-text.ts';
import css from './commands.module.css';

/** What a person may send, but the protocol of the device has no words for: said, so that nobody looks for it. */
export const NotInProtocol = ({ protocol }: { protocol: string }) => {
  const { t } = useTranslation();
  const { permissionIds: permissions, user } = useSession();
  if (!isCommandProtocol(protocol)) return null;
  const who = { permissions, platform: user.userType === '1' };
  const missing = OFFERED_COMMAND_IDS.filter((id) => !commandDefinition(id).protocols.includes(protocol) && maySend(id, who));
  return (
    <details className={css.missing}>
      <summary>{t('commands.notInProtocol', { protocol: PROTOCOL_NAMES[protocol] })}</summary>
      <ul>
        <li>{t('commands.noDeviceLog')}</li>
        {missing.map((id) => (
          <li key={id}>{commandTitle(id)}</li>
        ))}
      </ul>
    </details>
  );
};

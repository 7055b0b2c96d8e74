import { ALARM_SETTING_GROUPS, type AlarmSettingGroup } from '@sightline/domain';
import type { AlarmSettingState } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { reasonText } from '../commands/command-text.ts';
import { Dot, DotTag } from '../commands/dot-tag.tsx';
import css from './warnings.module.css';
import { groupName, STATE_TONES, stateText } from './setting-text.ts';

/** How far settings are, in a word, and why when it went wrong. */
export const StateTag = ({ state, reason = null, online }: { state: AlarmSettingState; reason?: string | null; online: boolean }) => {
  const { t } = useTranslation();
  return (
    <span className={css.state} data-state={state}>
      <DotTag tone={STATE_TONES[state]}>{stateText(state)}</DotTag>
      {state === 'pending' && !online && <span className={css.muted}>{t('warnings.waits')}</span>}
      {state === 'failed' && reason !== null && <span className={css.muted}>{reasonText(reason)}</span>}
    </span>
  );
};

/** Each group with its state, which a reader hears and the dot shows. */
export const GroupStates = ({ groups }: { groups: Readonly<Record<AlarmSettingGroup, AlarmSettingState>> }) => {
  useTranslation();
  return (
    <span className={css.groups}>
      {ALARM_SETTING_GROUPS.filter((group) => groups[group] !== 'absent').map((group) => (
        <span key={group} className={css.group} title={`${groupName(group)}: ${stateText(groups[group])}`}>
          <Dot tone={STATE_TONES[groups[group]]} />
          {groupName(group)}
          <span className="visually-hidden">: {stateText(groups[group])}</span>
        </span>
      ))}
    </span>
  );
};

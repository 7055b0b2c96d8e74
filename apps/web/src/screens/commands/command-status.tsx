import type { CommandStatus } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { STATUS_TONES } from './command-text.ts';
import { DotTag } from './dot-tag.tsx';

/** The state of a command in a word, and why when it went wrong. */
export const CommandStatusTag = ({ status, reason }: { status: CommandStatus; reason: string | null }) => {
  const { t } = useTranslation();
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center', flexWrap: 'wrap' }}>
      <DotTag tone={STATUS_TONES[status]}>{t(`commands.status.${status}`)}</DotTag>
      {reason !== null && <span style={{ color: 'var(--text-muted)' }}>{t(`commands.reason.${reason}`)}</span>}
    </span>
  );
};

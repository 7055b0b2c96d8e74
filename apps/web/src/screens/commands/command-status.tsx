import { Tag } from 'antd';
import type { CommandStatus } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { STATUS_COLORS } from './command-text.ts';

/** The state of a command in a word, and why when it went wrong. */
export const CommandStatusTag = ({ status, reason }: { status: CommandStatus; reason: string | null }) => {
  const { t } = useTranslation();
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center', flexWrap: 'wrap' }}>
      <Tag color={STATUS_COLORS[status]} style={{ marginInlineEnd: 0 }}>
        {t(`commands.status.${status}`)}
      </Tag>
      {reason !== null && <span style={{ color: 'var(--text-muted)' }}>{t(`commands.reason.${reason}`)}</span>}
    </span>
  );
};

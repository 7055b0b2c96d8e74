import type { CommandStatus } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { reasonText, STATUS_TONES, statusText } from './command-text.ts';
import { DotTag } from './dot-tag.tsx';

/** The state of a command in a word, and why when it went wrong. */
export const CommandStatusTag = ({ status, reason }: { status: CommandStatus; reason: string | null }) => {
  // Draws it anew in another language.
  useTranslation();
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center', flexWrap: 'wrap' }}>
      <DotTag tone={STATUS_TONES[status]}>{statusText(status)}</DotTag>
      {reason !== null && <span style={{ color: 'var(--text-muted)' }}>{reasonText(reason)}</span>}
    </span>
  );
};

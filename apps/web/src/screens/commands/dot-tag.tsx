import { Tag } from 'antd';
import type { ReactNode } from 'react';
import css from './commands.module.css';

export type DotTone = 'good' | 'bad' | 'late' | 'busy' | 'quiet';

/** A state as a colour; the word stands beside it. */
export const Dot = ({ tone }: { tone: DotTone }) => <span className={css.dot} data-tone={tone} aria-hidden />;

/** A word at full contrast; the colour is a dot beside it. */
export const DotTag = ({ tone, children }: { tone: DotTone; children: ReactNode }) => (
  <Tag variant="filled" style={{ marginInlineEnd: 0 }}>
    <Dot tone={tone} />
    {children}
  </Tag>
);

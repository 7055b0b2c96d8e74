import type { ReactNode } from 'react';

/** What every tab of the page gets. */
export interface TabProps {
  readonly title: string;
  /** The switch between the tabs, beside the title. */
  readonly beside: ReactNode;
}

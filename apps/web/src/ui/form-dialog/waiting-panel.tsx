import { useEffect, useState } from 'react';
import { SideDrawer } from '../side-drawer.tsx';
import { QueryView, type Query } from '../view-state.tsx';

/** A drawer that comes and makes room for a form at once is worse than a short wait. */
const PATIENCE_MS = 300;

interface WaitingPanelProps {
  readonly title: string;
  /** What the form begins with. */
  readonly queries: readonly Query<unknown>[];
  readonly onClose: () => void;
}

/** Stands where a form will be until everything it begins with is there. What could not be loaded is said, and can be tried again. */
export const WaitingPanel = ({ title, queries, onClose }: WaitingPanelProps) => {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const missing = queries.filter(({ data }) => data === undefined);
  const failed = missing.find(({ isPending }) => !isPending);
  const [shown = failed] = missing;
  if (shown === undefined || (failed === undefined && !isSlow)) return null;
  return (
    <SideDrawer size={520} title={title} onClose={onClose}>
      <QueryView query={failed ?? shown} rows={8}>
        {() => null}
      </QueryView>
    </SideDrawer>
  );
};

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../session/session.ts';

/** Leads to the list of all alarms; nothing for who may not open it. */
export const AllAlarmsLink = ({ onOpen, children }: { onOpen: () => void; children: ReactNode }) =>
  useMay('5103') ? (
    <Link to="/video/aiAlerts?files=all" onClick={onOpen}>
      {children}
    </Link>
  ) : null;

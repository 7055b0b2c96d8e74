import { LogPage } from './log-page.tsx';

/** What everybody of the customer, and of those below it, did. */
export const Page = () => <LogPage name="allLog" everybody />;

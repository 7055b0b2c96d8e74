import { LogPage } from './log-page.tsx';

/** What the signed-in person did. */
export const Page = () => <LogPage name="operationLog" everybody={false} />;

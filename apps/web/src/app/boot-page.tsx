import { Skeleton } from '../ui/view-state.tsx';

/** While the first page loads. */
export const BootPage = () => (
  <main>
    <Skeleton rows={6} />
  </main>
);

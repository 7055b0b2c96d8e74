import { useMediaQuery } from '../theme/theme.tsx';

/** Whether there is no room for a panel beside the page: a tablet or a phone. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 1024px)');

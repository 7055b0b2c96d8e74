import { useMediaQuery } from '../theme/theme.tsx';

/** Whether there is no room for a panel beside the page: a tablet or a phone. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 1024px)');

/** Whether there is no room beside a page at all, and words of buttons are left to their names. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 600px)');

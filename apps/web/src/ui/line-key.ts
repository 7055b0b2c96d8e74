/**
 * The key as whoever reads means it: `ArrowRight` goes on along the line, `ArrowLeft` back. In a page from right to left the two change places; other keys
 * are as they are. For lists and menus: what shows time or a picture runs the same way everywhere.
 */
export const lineKey = ({ key }: { readonly key: string }): string => {
  if (document.documentElement.dir !== 'rtl') return key;
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key;
};

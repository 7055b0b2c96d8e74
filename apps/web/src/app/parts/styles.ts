/** One whose connection broke has no sheet; one that the server answered with an error has an empty one. */
const isMissing = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return sheet === null || sheet.cssRules.length === 0;
  } catch {
    // Of another origin: it is there, and nobody may look into it.
    return false;
  }
};

/**
 * Style sheets of the page that did not come. The bundle's own loader asks for each once in the life of the page: a second try of a part
 * whose styles failed would show it without them.
 */
export const missingStyles = (page: Document = document): readonly HTMLLinkElement[] =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(isMissing);

/** The first link may be on its way still, for another part of the program that waits for it: that part hears of the second one. */
const loadAgain = (failed: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = failed.cloneNode() as HTMLLinkElement;
    link.onload = () => {
      failed.dispatchEvent(new Event('load'));
      resolve();
    };
    link.onerror = () => {
      failed.dispatchEvent(new Event('error'));
      reject(new Error(`The style sheet ${link.href} could not be loaded`));
    };
    failed.replaceWith(link);
  });

/** Asks again for the style sheets that did not come. Throws when one does not come now either. */
export const reloadMissingStyles = async (page: Document = document): Promise<void> => {
  await Promise.all(missingStyles(page).map(loadAgain));
};

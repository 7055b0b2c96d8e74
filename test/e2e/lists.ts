import type { Locator, Page } from 'playwright-core';

/** The row of something in the list on screen. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** Opens what is behind the last button of a row and chooses. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `More actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

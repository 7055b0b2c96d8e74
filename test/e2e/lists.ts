import type { Locator, Page } from 'playwright-core';

/** The row of something in the list on screen. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** Chooses in a select, or in the customers, by what is typed into it. */
export async function pick(page: Page, scope: Page | Locator, label: string, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: label }).fill(option);
  await offered(page, option).click();
}

/** The same in a select that is not searched. */
export async function pickListed(page: Page, scope: Page | Locator, label: string, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: label }).press('ArrowDown');
  await offered(page, option).click();
}

const offered = (page: Page, option: string): Locator =>
  page.locator('.ant-select-item-option').filter({ hasText: option, visible: true }).first();

/** Opens what is behind the last button of a row and chooses. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `More actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from './browser.ts';
import { openConsole, until } from './console.ts';
import { pick } from './lists.ts';

const CUT = 'Cut off fuel and electricity';
const RESTORE = 'Restore fuel and electricity';
/** Faster than the limit of 20 km/h by so much that it does not stop between two looks. */
const FAST_KPH = 35;
/** A state comes with the next report of a device, and a standing one reports seldom. */
const STATE_MS = 150_000;

interface Chosen {
  readonly id: string;
  readonly card: Locator;
  readonly commands: Locator;
}

/** The card of the device that is selected in the list, and its commands, which are opened. */
async function openCommands(page: Page): Promise<Chosen> {
  const card = page.getByRole('article', { name: /^Details of/ });
  const id = new URL(page.url()).searchParams.get('device') ?? '';
  await card.getByRole('button', { name: 'Commands' }).click();
  return { id, card, commands: page.getByRole('dialog', { name: /^Commands: / }) };
}

/** Asks for a dangerous command: the second confirmation wants the unique code of the device. */
async function ask(page: Page, { id, commands }: Chosen, command: string, otherwise?: string): Promise<Locator> {
  await pick(page, commands, 'Choose a command', command);
  if (otherwise !== undefined) await commands.getByRole('radio', { name: otherwise }).check();
  await commands.getByRole('button', { name: 'Send', exact: true }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`^${command}: `) });
  const ok = question.getByRole('button', { name: 'Send it' });
  expect(await ok.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill('no such code');
  expect(await ok.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill(id);
  await ok.click();
  return question;
}

describe('a vehicle', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('that drives is not cut off', { timeout: 300_000 }, async () => {
    const { page, close } = await openPage(browser);
    await openConsole(page, 'alpenblick');
    const speedOf = async (card: Locator): Promise<number> => Number(/(\d+) km\/h/.exec(await card.innerText())?.[1] ?? 0);
    await page.getByRole('radio', { name: /^Moving/ }).click();
    // One that slowed down after the look may be cut: then another one is tried.
    let refused = false;
    await until(
      'a fast one is refused',
      async () => {
        const options = page.getByRole('option');
        const count = await options.count();
        for (let index = 0; index < count && !refused; index++) {
          await options.nth(index).click();
          const card = page.getByRole('article', { name: /^Details of/ });
          await card.waitFor();
          if ((await speedOf(card)) < FAST_KPH) continue;
          const chosen = await openCommands(page);
          const question = await ask(page, chosen, CUT);
          const alert = question.getByRole('alert');
          await alert.or(chosen.commands.locator('[data-command=fuelCut]')).first().waitFor();
          if (await alert.isVisible()) {
            refused = true;
            await question.getByRole('button', { name: 'Cancel' }).click();
            expect(await chosen.commands.locator('[data-command=fuelCut]').count()).toBe(0);
          }
          await page.keyboard.press('Escape');
          await chosen.commands.waitFor({ state: 'detached' });
        }
        return refused;
      },
      200_000,
    );
    await close();
  });

  it('that stands is cut off and given back, and its state is on the screen', { timeout: 480_000 }, async () => {
    const { page, close } = await openPage(browser);
    await openConsole(page, 'alpenblick');
    await until('something stands', async () => (await page.getByRole('radio', { name: /^(Stopped|Idle) [1-9]/ }).count()) > 0);
    await page
      .getByRole('radio', { name: /^(Stopped|Idle) [1-9]/ })
      .first()
      .click();
    await page.getByRole('option').first().click();
    const chosen = await openCommands(page);
    const { commands } = chosen;
    // It may drive off meanwhile: then the command waits until it is slow again.
    const question = await ask(page, chosen, CUT, 'Wait until it is slow');
    await question.waitFor({ state: 'detached' });
    const record = (command: string): Locator => commands.locator(`[data-command=${command}]`).first();
    const isExecuted = async (command: string): Promise<boolean> => (await record(command).getAttribute('data-status')) === 'executed';
    const isBlocked = async (): Promise<string | null> => commands.locator('[data-blocked]').getAttribute('data-blocked');
    await until('it is cut off', () => isExecuted('fuelCut'), STATE_MS);
    await until('its own report says so', async () => (await isBlocked()) === 'true', STATE_MS);
    await commands.getByText('Fuel and electricity cut', { exact: true }).waitFor();

    const again = await ask(page, chosen, RESTORE);
    await again.waitFor({ state: 'detached' });
    await until('it is given back', () => isExecuted('fuelRestore'), STATE_MS);
    await until('its own report says so', async () => (await isBlocked()) === 'false', STATE_MS);
    await commands.getByText('Not cut off', { exact: true }).waitFor();

    await commands.getByRole('link', { name: 'History of commands' }).click();
    await page.getByRole('row').filter({ hasText: RESTORE }).filter({ hasText: 'Executed' }).first().waitFor();
    await page.getByRole('row').filter({ hasText: CUT }).filter({ hasText: 'Executed' }).first().waitFor();
    await close();
  });
});

import { createClient } from '@sightline/contract';
import { DEMO_WORLD, type PlannedCustomer } from '@sightline/server/seed/demo-plan';
import type { Page } from 'playwright-core';

/** Of everybody in the demonstration world. */
export const PASSWORD = 'sightline-1';

const accountsOf = ({ users, children }: PlannedCustomer): readonly string[] => [
  ...users.filter(({ demo }) => !demo).map(({ account }) => account),
  ...children.flatMap(accountsOf),
];

/** Says of an account, as its person would at the end of the tour, whether it knows its way about; newcomers are asked. */
export async function setExperience(baseUrl: string, account: string, experience: boolean): Promise<void> {
  let token: string | null = null;
  const client = createClient({ baseUrl, getToken: () => token });
  ({ token } = await client.call('system.login', { account, password: PASSWORD }));
  await client.call('user.base.experience.monitor', { experience });
  await client.call('system.out', {});
}

/** Everybody of the demonstration who may keep anything has seen the tour: its question lies over what the journeys click on. */
export async function endAllTours(baseUrl: string): Promise<void> {
  await Promise.all(['admin', ...DEMO_WORLD.flatMap(accountsOf)].map((account) => setExperience(baseUrl, account, true)));
}

/** What somebody new answers to the question that comes after the first sign-in. */
export async function declineTour(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'New here?' });
  await question.getByRole('button', { name: 'Not needed' }).click();
  await question.waitFor({ state: 'detached' });
}

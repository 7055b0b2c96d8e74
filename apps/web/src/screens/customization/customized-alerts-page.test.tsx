import type { CustomizeAlarm } from '@sightline/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { Page } from './customized-alerts-page.tsx';

type Body = Record<string, unknown>;
const COLD: CustomizeAlarm = {
  id: '1',
  customerName: 'Alpenblick',
  changeable: true,
  alarmName: 'Cold chain',
  note: '',
  noticeLevel: 1,
  noticeSound: 0,
  match: 'any',
  conditions: [
    { source: 'temperature', number: 2, comparison: 'gt', value: 8 },
    { source: 'noContact', comparison: 'ge', value: 30 },
  ],
  holdS: 60,
  enabled: true,
  ruleCount: 2,
  ruleNames: ['Nights', 'Weekends'],
  createTime: '2026-11-01T08:00:00Z',
  updateTime: '2026-11-01T08:00:00Z',
};
const ABOVE: CustomizeAlarm = {
  ...COLD,
  id: '2',
  alarmName: 'Of the dealer',
  customerName: '',
  changeable: false,
  ruleCount: 0,
  ruleNames: [],
};

let asked: { path: string; body: Body }[] = [];
let refusal: { code: number; msg: string } | null = null;
const sent = (end: string): Body[] => asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  asked = [];
  refusal = null;
  sessionStorage.clear();
  enterSession({ settings: { speedUnit: 'mph' } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body;
    asked.push({ path: url, body });
    const refused = refusal !== null && /\/(add|update)$/.test(url);
    const data = url.endsWith('/list')
      ? { records: [COLD, ABOVE], total: 2, size: 10, current: 1 }
      : body['customizeAlarmId'] === '2'
        ? ABOVE
        : COLD;
    return new Response(JSON.stringify(refused ? { ...refusal, data: null } : { code: 0, msg: '', data }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const choose = async (label: string, option: string): Promise<void> => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};
const type = (label: string, text: string): void => {
  const field = screen.getByRole('spinbutton', { name: label });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

it('says each alert in a sentence, and that nothing is evaluated yet', async () => {
  renderPage(<Page />);
  expect((await screen.findAllByText('Temperature 2 over 8 °C or no contact for 30 min, for 1 min')).length).toBe(2);
  expect(screen.getByText(/It will be applied once the platform evaluates rules/)).toBeTruthy();
  // One from above can be read, not changed.
  expect(screen.queryByRole('button', { name: 'Edit: Of the dealer' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Edit: Cold chain' })).toBeTruthy();
});

it('a new one is typed in the person’s units, condition by condition, and goes out in those of the contract', async () => {
  renderPage(<Page />, '/?open=add');
  await dialogTitled('New alert');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Condition 1 (Speed) needs a value');
  await screen.findByText('Name is required');
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Fast or open' } });
  type('Condition 1: value', '60');
  fireEvent.click(screen.getByRole('button', { name: 'Add a condition' }));
  await choose('Condition 2: what', 'Door');
  await choose('Condition 2: which one', '2');
  expect(screen.getByText('Speed over 60 mph and door 2 open')).toBeTruthy();
  fireEvent.click(screen.getByText('One of them'));
  await screen.findByText('Speed over 60 mph or door 2 open');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('/add')).toHaveLength(1));
  expect(sent('/add')[0]).toEqual({
    alarmName: 'Fast or open',
    match: 'any',
    conditions: [
      { source: 'speed', comparison: 'gt', value: 96.56064 },
      { source: 'door', number: 2, comparison: 'eq', value: 'open' },
    ],
    holdS: 0,
    noticeLevel: 2,
    noticeSound: 0,
    note: '',
    enabled: true,
  });
});

it('a refused name stands beside its field, and nothing that was typed is lost', async () => {
  refusal = { code: 25002, msg: '' };
  const { unmount } = renderPage(<Page />, '/?open=add');
  await dialogTitled('New alert');
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Cold chain' } });
  type('Condition 1: value', '60');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The name already exists');
  unmount();
  renderPage(<Page />, '/?open=add');
  await dialogTitled('New alert');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Cold chain');
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Condition 1: value' }).value).toBe('60.00');
});

it('a condition is taken away, and only what was changed is sent', async () => {
  renderPage(<Page />, '/?open=edit:1');
  await dialogTitled('Edit Cold chain');
  fireEvent.click(screen.getByRole('button', { name: 'Remove condition 2' }));
  expect(screen.queryByText('What has to hold')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove condition 1' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('/update')).toHaveLength(1));
  expect(sent('/update')[0]).toEqual({
    customizeAlarmId: '1',
    conditions: [{ source: 'temperature', number: 2, comparison: 'gt', value: 8 }],
    match: 'all',
  });
});

it('one that rules ask for cannot be deleted, and the question says which', async () => {
  renderPage(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Cold chain' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await dialogTitled('Cold chain cannot be deleted');
  expect(within(dialog).getByText('“Weekends”')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
});

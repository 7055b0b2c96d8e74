import type { ConfigRuleDetail } from '@sightline/contract';
import { PERMISSION_IDS } from '@sightline/domain/access/permissions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { initI18n } from '../../i18n/i18n.ts';
import { dialogTitled, enterSession, fillBrowserGaps, renderPage } from '../../testing/signed-in.tsx';
import { Page } from './configuring-rules-page.tsx';
import { NIGHTS } from './rule-fixture.ts';

type Body = Record<string, unknown>;
const EMPTY: ConfigRuleDetail = {
  ...NIGHTS,
  id: '6',
  ruleName: 'Nobody left',
  customers: [],
  deviceCount: 0,
  devices: [],
  gaps: ['devices'],
};

let asked: { path: string; body: Body }[] = [];
let refusal: { code: number; msg: string; data: unknown } | null = null;
const sent = (end: string): Body[] => asked.filter(({ path }) => path.endsWith(end)).map(({ body }) => body);
const page = (records: readonly unknown[]) => ({ records, total: records.length, size: 10, current: 1 });

const answerOf = (path: string): unknown => {
  if (path.endsWith('/config/rule/page')) return page([NIGHTS, EMPTY]);
  if (path.endsWith('/customizeAlarm/list')) return page([{ id: '1', alarmName: 'Cold chain' }]);
  if (path.endsWith('/user/page')) return page([{ id: '8', userName: 'Grace' }]);
  if (path.endsWith('/label/list')) return [{ id: '3', labelName: 'Frozen', customerName: 'Alpenblick' }];
  return NIGHTS;
};

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
beforeEach(() => {
  asked = [];
  refusal = null;
  sessionStorage.clear();
  enterSession({ user: { timezone: 'Europe/Berlin' } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ path: url, body: JSON.parse(String(init.body)) as Body });
    const refused = refusal !== null && /\/(add|update\/info)$/.test(url);
    return new Response(JSON.stringify(refused ? refusal : { code: 0, msg: '', data: answerOf(url) }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const choose = async (label: string, option: string): Promise<void> => {
  const field = screen.getByRole('combobox', { name: label });
  fireEvent.mouseDown(field);
  // Of a long list only what is in sight is drawn.
  fireEvent.change(field, { target: { value: option } });
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }));
};
const typeTime = (label: string, text: string): void => {
  const field = screen.getByRole('textbox', { name: label });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

it('says what rules do, and which one has lost its devices', async () => {
  renderPage(<Page />);
  expect((await screen.findAllByText(/^Cold chain or SOS on all devices of Alpenblick and 2 devices, Mon–Fri/)).length).toBe(1);
  expect(screen.getByText('No devices')).toBeTruthy();
  expect(screen.getByText(/It will be applied once the platform evaluates rules/)).toBeTruthy();
});

it('a new rule says what is missing, then goes out as the contract has it', async () => {
  renderPage(<Page />, '/?open=add');
  await dialogTitled('New rule');
  fireEvent.click(screen.getByRole('switch', { name: 'Tell users' }));
  save();
  await screen.findByText('Name is required');
  await screen.findByText('Alarms is required');
  await screen.findByText('Choose customers, tags or devices');
  await screen.findByText(/^Choose something to do/);
  expect(sent('/rule/rule/add')).toEqual([]);

  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Nights' } });
  await choose('Alarms', 'SOS');
  await choose('Alarms', 'Cold chain');
  fireEvent.click(screen.getByRole('checkbox', { name: 'All devices of Alpenblick, with everything below' }));
  for (const day of ['Sat', 'Sun']) fireEvent.click(screen.getByRole('checkbox', { name: day }));
  fireEvent.click(screen.getByRole('button', { name: 'Add a time' }));
  typeTime('Time 1: from', '2200');
  typeTime('Time 1: until', '6');
  await screen.findByText('until the next day');
  fireEvent.click(screen.getByRole('switch', { name: 'Tell users' }));
  await choose('Who is told', 'Grace');
  fireEvent.click(screen.getByRole('switch', { name: 'Take a clip' }));
  save();
  await waitFor(() => expect(sent('/rule/rule/add')).toHaveLength(1));
  expect(sent('/rule/rule/add')[0]).toEqual({
    ruleName: 'Nights',
    note: '',
    enabled: true,
    customerIds: '1',
    labelIds: '',
    deviceIds: '',
    alarmTypes: 'sos',
    customizeAlarmIds: '1',
    weekdays: [1, 2, 3, 4, 5],
    spans: [{ from: '22:00', to: '06:00' }],
    timezone: 'Europe/Berlin',
    minSpeedKph: null,
    maxSpeedKph: null,
    notice: { noticeLevel: 2, noticeSound: 0 },
    userIds: '7,8',
    emails: [],
    pictures: null,
    clip: { channelIds: [1], beforeS: 10, afterS: 20 },
  });
});

it('keeps what it does not change, and stands with everything typed when it is refused', async () => {
  refusal = { code: 20007, msg: '', data: null };
  renderPage(<Page />, '/?open=edit:5');
  await dialogTitled('Edit Nights');
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Late nights' } });
  save();
  await screen.findByText('The device was not found');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Late nights');
  expect(sent('/update/info')[0]).toEqual({
    ruleId: '5',
    ruleName: 'Late nights',
    note: '',
    enabled: true,
    customerIds: '1',
    labelIds: '',
    deviceIds: '100000000001,100000000002',
    alarmTypes: 'sos',
    customizeAlarmIds: '1',
    weekdays: NIGHTS.weekdays,
    spans: NIGHTS.spans,
    timezone: 'Europe/Berlin',
    minSpeedKph: 30,
    maxSpeedKph: 90,
    notice: NIGHTS.notice,
    userIds: '7',
    emails: NIGHTS.emails,
    pictures: NIGHTS.pictures,
    clip: NIGHTS.clip,
  });
});

it('spans that overlap and clips that are too short are told beside their fields', async () => {
  renderPage(<Page />, '/?open=edit:5');
  await dialogTitled('Edit Nights');
  fireEvent.click(screen.getByRole('button', { name: 'Add a time' }));
  typeTime('Time 2: from', '05:00');
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Before the alarm' }), { target: { value: '0' } });
  fireEvent.change(screen.getByRole('spinbutton', { name: 'After the alarm' }), { target: { value: '3' } });
  save();
  await screen.findByText('Times 1 and 2 overlap');
  expect((await screen.findAllByText('Together 5 to 600 s')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Remove time 2' }));
  await waitFor(() => expect(screen.queryByText('Times 1 and 2 overlap')).toBeNull());
  expect(sent('/update/info')).toEqual([]);
});

it('who may take no clips is not offered them, and sees why a rule that has one cannot be changed', async () => {
  enterSession({ permissions: PERMISSION_IDS.filter((id) => !id.startsWith('5102') && !id.includes('snapshot')) });
  const { unmount } = renderPage(<Page />, '/?open=add');
  await dialogTitled('New rule');
  expect(screen.queryByRole('switch', { name: 'Take a clip' })).toBeNull();
  expect(screen.queryByRole('switch', { name: 'Take pictures' })).toBeNull();
  unmount();
  renderPage(<Page />, '/?open=edit:5');
  await dialogTitled('Edit Nights');
  expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Take a clip' }).disabled).toBe(true);
  expect(screen.getAllByText(/You may not take these/).length).toBe(2);
});

it('a demo account reads what rules do and is offered no change', async () => {
  enterSession({ user: { demo: true } });
  renderPage(<Page />, '/?open=edit:5');
  const facts = await screen.findByRole('dialog');
  await within(facts).findByText(/^Tells Ada; e-mail to/);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a rule' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit: Nights' })).toBeNull();
});

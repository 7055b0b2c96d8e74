import { ALARM_SETTINGS } from '@sightline/domain';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Form } from 'antd';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { fillBrowserGaps } from '../../testing/signed-in.tsx';
import { SettingControl } from './setting-control.tsx';

fillBrowserGaps();
beforeAll(async () => await initI18n('en_US'));
afterEach(cleanup);

it('a switch is on, off, or left to the unit again', () => {
  const field = ALARM_SETTINGS.adas.fields.find(({ kind }) => kind === 'flag')!;
  let saved: Record<string, unknown> = {};
  const Fields = () => {
    const [form] = Form.useForm();
    return (
      <Form form={form} onValuesChange={(_, all: Record<string, unknown>) => void (saved = all)}>
        <Form.Item name="flag" valuePropName="checked">
          <SettingControl field={field} label="Warns" />
        </Form.Item>
      </Form>
    );
  };
  render(<Fields />);
  const control = screen.getByRole('switch', { name: 'Warns' });
  const leave = () => screen.queryByRole('button', { name: /leave it as the unit has it/ });
  expect(screen.getByText('as the unit has it')).toBeTruthy();
  expect(leave()).toBeNull();
  fireEvent.click(control);
  expect(saved['flag']).toBe(true);
  fireEvent.click(control);
  expect(saved['flag']).toBe(false);
  fireEvent.click(leave()!);
  expect(saved['flag']).toBeUndefined();
  expect(screen.getByText('as the unit has it')).toBeTruthy();
  expect(document.activeElement).toBe(control);
});

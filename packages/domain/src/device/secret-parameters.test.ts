import { expect, it } from 'vitest';
import { maskSecretText } from './secret-parameters.ts';

it.each([
  ['setparam 2001:net;2003:geheim;2004:host', 'setparam 2001:net;2003:***;2004:host'],
  ['setparam 02003:geheim', 'setparam 02003:***'],
  ['Param ID:2003 Val:a b c; Param ID:2004 Val:host', 'Param ID:2003 Val:***; Param ID:2004 Val:host'],
  ['Param ID:2003 Value: geheim', 'Param ID:2003 Value: ***'],
  ['New value 3004:geheim;2005:1', 'New value 3004:***;2005:1'],
  ['New value 2003:', 'New value 2003:'],
  ['setparam 12003:word', 'setparam 12003:word'],
  ['RTC:2026/1/1 12:7:33 2003:x', 'RTC:2026/1/1 12:7:33 2003:x'],
])('hides passwords in texts of Teltonika: %s', (text, masked) => {
  expect(maskSecretText('teltonika', text)).toBe(masked);
  const stars = maskSecretText('teltonika', text, true);
  expect(stars).toHaveLength(text.length);
  expect(stars).not.toContain('geheim');
});

it('leaves other protocols alone', () => {
  expect(maskSecretText('gt06', 'PARAM 2003:x')).toBe('PARAM 2003:x');
});

import { describe, expect, it } from 'vitest';
import { DEVICE_PARAMETERS, isSecretParameter } from './parameters.ts';
import { maskedParams } from './secrets.ts';

describe('passwords among the parameters of a command', () => {
  it.each(['mainPassword', '0x12', '0x00000012', '18', '018', ' mainPassword '])(
    'are hidden however the parameter is named: %s',
    (name) => {
      const params = {
        parameters: [
          { name: 'mainApn', value: 'net' },
          { name, value: 'geheim' },
        ],
      };
      expect(maskedParams('jt808', params)).toEqual({
        parameters: [
          { name: 'mainApn', value: 'net' },
          { name, value: '***' },
        ],
      });
    },
  );

  it('are hidden in texts and in messages that are sent as they are', () => {
    expect(maskedParams('teltonika', { parameters: [{ name: '02003', value: 'geheim' }] })).toEqual({
      parameters: [{ name: '02003', value: '***' }],
    });
    expect(maskedParams('teltonika', { text: 'setparam 2003:geheim' })).toEqual({ text: 'setparam 2003:***' });
    expect(maskedParams('jt808', { messageId: '8103', body: '0100000012' })).toEqual({ messageId: '8103', body: '***' });
  });

  it('make a question a secret one where the answer is a text', () => {
    expect(maskedParams('teltonika', { parameters: ['2001', '2003'] })).toEqual({ parameters: ['2001', '2003'] });
    expect(maskedParams('teltonika', { parameters: ['2001'] })).toBeNull();
  });

  it('leave everything else as it is', () => {
    expect(maskedParams('jt808', { parameters: [{ name: 'defaultIntervalS', value: 18 }] })).toBeNull();
    expect(maskedParams('jt808', { messageId: '8104', body: '' })).toBeNull();
    expect(maskedParams('gt06', { form: 'auto' })).toBeNull();
  });

  it('are all those of the table that are called so', () => {
    for (const p of DEVICE_PARAMETERS) expect(isSecretParameter(p.name), p.name).toBe(/password/i.test(p.name));
  });
});

import { afterEach, expect, it, vi } from 'vitest';
import { initI18n } from '../i18n/i18n.ts';
import { describeError } from '../api/describe-error.ts';
import { passkeyPlace, PasskeyError, showPasskey } from './passkey.ts';

const REQUEST = { challenge: 'AAAA', rpId: 'localhost', timeout: 1000, allowCredentials: [], userVerification: 'required' } as const;
const at = (hostname: string, isSecureContext = true): void => {
  vi.stubGlobal('isSecureContext', isSecureContext);
  vi.stubGlobal('location', { hostname });
};
afterEach(() => vi.unstubAllGlobals());

it('says what is in the way of passkeys', () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  at('fleet.example.com');
  expect(passkeyPlace()).toBe('ready');
  at('fleet.example.com', false);
  expect(passkeyPlace()).toBe('insecure');
  at('127.0.0.1');
  expect(passkeyPlace()).toBe('address');
  at('[::1]');
  expect(passkeyPlace()).toBe('address');
  vi.stubGlobal('PublicKeyCredential', undefined);
  at('localhost');
  expect(passkeyPlace()).toBe('unsupported');
});

it('tells a person who changed his mind from a browser that failed', async () => {
  await initI18n('en_US');
  vi.stubGlobal('PublicKeyCredential', class {});
  const answers: unknown[] = [new DOMException('no', 'NotAllowedError'), new DOMException('no', 'NotSupportedError'), null];
  vi.stubGlobal('navigator', {
    credentials: {
      get: async () => {
        const answer = answers.shift();
        if (answer !== null) throw answer;
        return null;
      },
    },
  });
  const texts: string[] = [];
  for (let i = 0; i < 3; i++) {
    const error: unknown = await showPasskey(REQUEST).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PasskeyError);
    texts.push(describeError(error).text);
  }
  expect(texts[0]).toBe('No passkey was chosen, or it took too long.');
  expect(texts[1]).toBe('The browser could not use a passkey.');
  expect(texts[2]).toBe(texts[1]);
});

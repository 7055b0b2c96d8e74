import { ApiError, codeWords, ERROR_CODE } from '@sightline/contract';
import { currentLanguage, i18n } from '../i18n/i18n.ts';
import { PasskeyError } from '../session/passkey.ts';
import { traceOf } from './client.ts';

export interface ErrorDescription {
  readonly text: string;
  readonly traceId: string | null;
}

const reasonOf = ({ data }: ApiError): unknown => (typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined);

/** Where the reason in the data says more than the code. */
const TEXTS_OF_REASONS: Readonly<Record<string, string>> = { noMailServer: 'ui.noMailServer', passkey: 'ui.passkey.refused' };

/** What a code of the catalogue means, in the language on screen. */
export const codeText = (code: number): string => codeWords(code, currentLanguage() === 'zh_CN' ? 'zh' : 'en');

/** What to tell a person: the catalogue's text of a code, the server's own words for -1, else that the network failed. */
export const describeError = (error: unknown): ErrorDescription => {
  const traceId = traceOf(error);
  if (error instanceof PasskeyError) return { text: i18n.t(`ui.passkey.${error.trouble}`), traceId };
  if (!(error instanceof ApiError)) return { text: i18n.t('ui.networkFailed'), traceId };
  if (error.code === ERROR_CODE.serverMessage) return { text: error.message, traceId };
  const text = TEXTS_OF_REASONS[String(reasonOf(error))];
  return { text: text === undefined ? codeText(error.code) : i18n.t(text), traceId };
};

import { isSecretParameterId, maskSecretEntries, maskSecretText, SECRET_MASK } from '@sightline/domain';
import { isSecretParameter } from './parameters.ts';

type Params = Readonly<Record<string, unknown>>;

/** Number of the message that writes parameters. */
const SET_PARAMETERS = '8103';

const isSecretName = (protocolId: string, name: unknown): boolean => {
  if (typeof name !== 'string' && typeof name !== 'number') return false;
  return protocolId === 'jt808' ? isSecretParameter(name) : isSecretParameterId(protocolId, Number(name));
};

/**
 * What people may see of a command's parameters when they, or the answer to them, tell a password; null when they do not. Questions
 * to devices that answer in text come back as they are: there the answer as a whole is the secret.
 */
export function maskedParams(protocolId: string, params: Params): Params | null {
  const { value, found } = maskSecretEntries(params, (entry) => isSecretName(protocolId, entry['name']));
  const out: Record<string, unknown> = { ...value };
  let secret = found;
  const { text, messageId, parameters } = params;
  if (typeof text === 'string' && maskSecretText(protocolId, text) !== text) {
    out['text'] = maskSecretText(protocolId, text);
    secret = true;
  }
  if (protocolId === 'jt808' && messageId === SET_PARAMETERS) {
    out['body'] = SECRET_MASK;
    secret = true;
  }
  const asksInText = protocolId === 'teltonika' && Array.isArray(parameters) && parameters.some((p) => isSecretName(protocolId, p));
  return secret || asksInText ? out : null;
}

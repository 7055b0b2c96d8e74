import { toHex } from '@sightline/codec';
import { isSecretParameterId, maskSecretEntries, maskSecretText, SECRET_MASK } from '@sightline/domain';
import type { ClaimedCommand, CommandOutcome } from '@sightline/db';
import { readCommandAnswer } from '@sightline/protocols';
import type { CommandAnswer } from '../services/gateway/command-queue.ts';

/** What is kept of an answer: passwords in it are masked, and a frame that tells one is left out. */
export function outcomeOf(protocolId: string, claim: Pick<ClaimedCommand, 'secret'>, answer: CommandAnswer): CommandOutcome {
  // A unit that was told a password, or asked for one, repeats it in a text of no fixed form.
  const text = answer.text === null ? null : claim.secret && answer.text !== '' ? SECRET_MASK : maskSecretText(protocolId, answer.text);
  const { value, found } = maskSecretEntries(
    readCommandAnswer(protocolId, { ...answer, text }),
    (entry) => typeof entry['id'] === 'number' && isSecretParameterId(protocolId, entry['id']),
  );
  return {
    state: answer.ok ? 'executed' : 'rejected',
    reason: answer.ok ? null : 'refused',
    text,
    answer: value,
    answerHex: found || claim.secret || text !== answer.text ? null : toHex(answer.frame),
  };
}

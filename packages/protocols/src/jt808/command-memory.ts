import type { Fact } from '../protocol.ts';

/** Commands whose answers may still come. */
const MAX_REMEMBERED = 64;

/** Messages that are answered by one of their own, and which. JT/T 808-2013 §8. */
const ANSWERED_BY: ReadonlyMap<number, number> = new Map([
  [0x8104, 0x0104],
  [0x8106, 0x0104],
  [0x8107, 0x0107],
  [0x8108, 0x0108],
  [0x8201, 0x0201],
  [0x8500, 0x0500],
  [0x8608, 0x0608],
  [0x8700, 0x0700],
  [0x8801, 0x0805],
  [0x8802, 0x0802],
  // JT/T 1078-2016
  [0x9003, 0x1003],
  [0x9205, 0x1205],
]);
const GENERAL_ANSWER = 0x0001;
/** Texts may come by themselves: they answer only what was sent as a text. */
const TEXT_MESSAGES: ReadonlySet<number> = new Set([0x8300, 0x8900]);
const FREE_TEXTS: ReadonlySet<number> = new Set([0x0701, 0x6006, 0x1300]);

interface Sent {
  readonly firstSerial: number;
  readonly pieces: number;
  readonly id: number;
}

/**
 * Which command a message from the device answers. A general answer to a command that has an answer of its own only says
 * that it has arrived; a refusal ends it. Answers to what this session has not sent are no answers.
 */
export class CommandMemory {
  private readonly sent: Sent[] = [];

  add(firstSerial: number, pieces: number, id: number): void {
    this.sent.push({ firstSerial, pieces, id });
    if (this.sent.length > MAX_REMEMBERED) this.sent.shift();
  }

  /** `messageId` null: a sentence in plain text. */
  recognise(facts: readonly Fact[], messageId: number | null): readonly Fact[] {
    if (!facts.some((fact) => fact.kind === 'commandAnswer')) return facts;
    return facts.flatMap((fact): readonly Fact[] => {
      if (fact.kind !== 'commandAnswer') return [fact];
      const at = fact.correlation === null ? this.oldestFor(messageId) : this.indexOf(Number(fact.correlation));
      const command = this.sent[at];
      if (!command) return [];
      const correlation = String(command.firstSerial);
      if (messageId === GENERAL_ANSWER && fact.ok && ANSWERED_BY.has(command.id)) return [{ ...fact, correlation, interim: true }];
      this.sent.splice(at, 1);
      return [{ ...fact, correlation }];
    });
  }

  /** Some answers (attributes, areas, upgrades) carry no number: they belong to the oldest command of their kind. */
  private oldestFor(messageId: number | null): number {
    const own = this.sent.findIndex((command) => messageId !== null && ANSWERED_BY.get(command.id) === messageId);
    if (own >= 0 || (messageId !== null && !FREE_TEXTS.has(messageId))) return own;
    return this.sent.findIndex((command) => TEXT_MESSAGES.has(command.id));
  }

  /** A long command has a number for each of its pieces; units answer with the first or with the last. */
  private indexOf(serial: number): number {
    return this.sent.findLastIndex((command) => ((serial - command.firstSerial) & 0xffff) < command.pieces);
  }
}

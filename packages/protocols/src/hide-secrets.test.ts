import { fromHex, toHex } from '@sightline/codec';
import { describe, expect, it } from 'vitest';
import { deviceCommandOf } from './commands/index.ts';
import { jt808, teltonika, wrapFrame } from './index.ts';

const SECRET = 'geheim~}7';
const hexOfText = (text: string): string => toHex(new TextEncoder().encode(text));
const STARS = hexOfText('*'.repeat(SECRET.length));

/** A session that has heard of its device. */
function session(protocol: typeof jt808 | typeof teltonika) {
  const made = protocol.createSession();
  const first =
    protocol.id === 'jt808'
      ? wrapFrame(fromHex('000200000138001380000001'))
      : Uint8Array.of(0, 15, ...new TextEncoder().encode('356307042441013'));
  for (const event of protocol.createFramer().push(first)) if (event.kind === 'frame') made.receive(event.frame, 0);
  return made;
}
const sent = (protocol: typeof jt808 | typeof teltonika, id: string, params: object): Uint8Array =>
  session(protocol).encodeCommand(deviceCommandOf(protocol.id, id, params as never)).frames[0]!;

describe('JT/T 808', () => {
  const parameters = [
    { name: 'mainApn', value: 'net' },
    { name: 'mainPassword', value: SECRET },
    { name: 'mainUser', value: 'me' },
  ];

  it('covers the password that is written and leaves a frame that reads as before', () => {
    const frame = sent(jt808, 'parametersSet', { parameters });
    const hidden = jt808.hideSecrets!(frame);
    const [event] = jt808.createFramer().push(hidden);
    expect(event?.kind).toBe('frame');
    const { bytes } = jt808.annotate(hidden, 'down');
    expect(toHex(bytes)).toContain(STARS);
    expect(toHex(bytes)).toContain(hexOfText('net'));
    expect(toHex(bytes)).toContain(hexOfText('me'));
    expect(JSON.stringify(jt808.annotate(hidden, 'down'))).not.toContain('geheim');
  });

  const entry = (id: string, text: string): string => `${id}${text.length.toString(16).padStart(2, '0')}${hexOfText(text)}`;
  const message = (head: string, body: string): Uint8Array => wrapFrame(fromHex(`${head}${body}`));
  const answerBody = `000102${entry('00000010', 'net')}${entry('00000016', SECRET)}`;
  const attributes = (body: string, bits = 0): string => (bits | (body.length / 2)).toString(16).padStart(4, '0');

  it('covers the password in an answer, of 2013 and of 2019', () => {
    for (const head of [
      `0104${attributes(answerBody)}0138001380000007`,
      `0104${attributes(answerBody, 0x4000)}01000000000138001380000007`,
    ]) {
      const hidden = toHex(jt808.annotate(jt808.hideSecrets!(message(head, answerBody)), 'up').bytes);
      expect(hidden).toContain(STARS);
      expect(hidden).toContain(hexOfText('net'));
    }
  });

  it('hides what it cannot read: a part of a message, a frame that was cut, a damaged one, a list that does not fit', () => {
    const whole = message(`0104${attributes(answerBody)}0138001380000007`, answerBody);
    const part = message(`0104${attributes(answerBody, 0x2000)}013800138000000700020001`, answerBody);
    const damaged = whole.slice();
    damaged[20]! ^= 1;
    const wrongCount = answerBody.replace(/^000102/, '000109');
    for (const frame of [part, whole.slice(0, -4), damaged, message(`0104${attributes(wrongCount)}0138001380000007`, wrongCount)]) {
      const hidden = jt808.hideSecrets!(frame);
      expect(toHex(hidden)).not.toContain(hexOfText('geheim'));
      expect(toHex(hidden).slice(2, 6)).toBe('0104');
    }
  });

  it('covers the password of the server that recordings go to', () => {
    const frame = fromHex(
      '7E9206003A013912345678001D0C3230332E302E3131332E31300015046D64767206736563726574052F75702F3101251118090000251118091000000000000000000000010107B97E',
    );
    const hidden = jt808.hideSecrets!(frame);
    expect(toHex(hidden)).not.toContain(hexOfText('secret'));
    expect(toHex(hidden)).toContain(`046d647672062a2a2a2a2a2a05${hexOfText('/up/1')}`);
    expect(jt808.annotate(hidden, 'down').fields.some((field) => 'error' in field && field.error)).toBe(false);
    // A length that leads behind the end tells nothing.
    const wrong = message('920600080138001380000007', '013100151fff0673');
    expect(toHex(jt808.hideSecrets!(wrong))).toContain('2a2a2a2a2a2a2a2a');
  });

  it('gives back every other frame as it is', () => {
    const location = message('0200000501380013800000070000', '0102030405');
    expect(jt808.hideSecrets!(location)).toBe(location);
    for (const octets of [[], [0x7e], [0x7e, 0x81], [0x7e, 0x81, 0x03, 0x7e], [0x7e, 0x81, 0x03]]) {
      expect(jt808.hideSecrets!(Uint8Array.from(octets))).toHaveLength(octets.length);
    }
  });
});

describe('Teltonika', () => {
  it('covers the password in a text, and the packet checks as before', () => {
    const params = {
      parameters: [
        { name: '2001', value: 'net' },
        { name: '2003', value: 'geheim~}7' },
      ],
    };
    const hidden = teltonika.hideSecrets!(sent(teltonika, 'parametersSet', params));
    expect(toHex(hidden)).toContain(hexOfText(`setparam 2001:net;2003:${'*'.repeat(SECRET.length)}`));
    expect(teltonika.annotate(hidden, 'down').fields.some((field) => 'error' in field && field.error)).toBe(false);
    expect(session(teltonika).receive(hidden, 0).error).toBeUndefined();
  });

  it('gives back every other packet as it is', () => {
    const frame = sent(teltonika, 'reboot', {});
    expect(teltonika.hideSecrets!(frame)).toBe(frame);
    expect(teltonika.hideSecrets!(Uint8Array.of(0xff))).toHaveLength(1);
  });
});

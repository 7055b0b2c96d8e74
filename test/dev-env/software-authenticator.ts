import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { PasskeyAssertion, PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '@sightline/contract';

/** CBOR (RFC 8949, 3) of what attestations consist of. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256 ? Buffer.from([(major << 5) | 24, value]) : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const coordinate = (key: KeyObject, name: 'x' | 'y'): Buffer => Buffer.from(key.export({ format: 'jwk' })[name]!, 'base64url');

/** What a browser or an authenticator may do wrongly. */
export interface Misdeeds {
  /** Of the page, in place of the one that asked. */
  readonly origin?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly host?: string;
  /** Nobody has shown a finger or a PIN. */
  readonly unverified?: boolean;
  readonly userHandle?: string | null;
  readonly format?: string;
}

/** Flags of authenticator data (WebAuthn, 6.1): somebody was there, has shown who he is, and a new key follows. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW_KEY = 0x40;

/** An authenticator with one P-256 key, and the browser around it. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  /** Of signatures (WebAuthn, 6.1.1); one that does not count says 0 for ever. */
  counter = 0;
  counts = true;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';

  constructor(readonly origin: string) {}

  /** Makes the key that a server asks for. */
  register(asked: PasskeyCreation, misdeeds: Misdeeds = {}): PasskeyRegistration {
    this.userHandle = asked.user.id;
    const { publicKey } = this.keys;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    // RFC 9053, 7.1: EC2, ES256, P-256.
    const key = cbor(new Map<number, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, coordinate(publicKey, 'x')], [-3, coordinate(publicKey, 'y')]])); // prettier-ignore
    const authData = Buffer.concat([this.authData(asked.rp.id, NEW_KEY, misdeeds), Buffer.alloc(16), length, this.id, key]);
    const attestation = cbor(new Map<string, Cbor>([['fmt', misdeeds.format ?? 'none'], ['attStmt', new Map()], ['authData', authData]])); // prettier-ignore
    return {
      ...this.named(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', asked.challenge, misdeeds).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs what a server asks for. */
  sign(asked: PasskeyRequest, misdeeds: Misdeeds = {}): PasskeyAssertion {
    if (this.counts) this.counter++;
    const authData = this.authData(asked.rpId, 0, misdeeds);
    const clientData = this.clientData('webauthn.get', asked.challenge, misdeeds);
    const signature = createSign('sha256').update(authData).update(sha256(clientData)).sign(this.keys.privateKey);
    return {
      ...this.named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: misdeeds.userHandle === undefined ? this.userHandle : misdeeds.userHandle,
      },
    };
  }

  private named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const };
  }

  private authData(host: string, flags: number, { host: otherHost, unverified }: Misdeeds): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(otherHost ?? host), Buffer.from([flags | PRESENT | (unverified ? 0 : VERIFIED)]), counter]);
  }

  private clientData(type: string, challenge: string, misdeeds: Misdeeds): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false, ...pick(misdeeds) }));
  }
}

const pick = ({ origin, challenge, type }: Misdeeds) =>
  Object.fromEntries(Object.entries({ origin, challenge, type }).filter(([, value]) => value !== undefined));

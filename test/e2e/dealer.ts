import { createClient, type Client } from '@sightline/contract';
import type { BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import { DeviceSocket } from '../dev-env/gateway-client.ts';
import { jt808Location } from '../dev-env/gateway-frames.ts';
import { PASSWORD } from './console.ts';

const clientOf = (token: string | null): Client => createClient({ baseUrl: inject('baseUrl'), getToken: () => token });

/** Somebody signed in: to the API, and with the token in pages. */
export interface SignedIn extends Client {
  readonly token: string;
  readonly userId: string;
}

/** Signs in without a page. */
export async function clientAs(account: string, password = PASSWORD): Promise<SignedIn> {
  const { token, userId } = await clientOf(null).call('system.login', { account, password });
  return { ...clientOf(token), token, userId };
}

/** Pages of the context are opened as this person, who has read all notices until now. */
export async function signInPages(context: BrowserContext, { token, userId }: SignedIn): Promise<void> {
  const read = JSON.stringify({ state: { mutedUntilMs: 0, bell: null, read: { userId, atMs: Date.now() } }, version: 1 });
  await context.addInitScript(`if (localStorage.getItem('sightline.token') === null) {
    localStorage.setItem('sightline.token', '${token}');
    localStorage.setItem('sightline.notices', '${read}');
  }`);
}

/** A device on a connection of its own, which reports when the test says so. */
export class Reporter {
  private serial = 0;

  private constructor(
    readonly deviceId: string,
    private readonly socket: DeviceSocket,
  ) {}

  static async open(deviceId: string): Promise<Reporter> {
    return new Reporter(deviceId, await DeviceSocket.open(inject('jt808Port')));
  }

  /** Says where it is, with bits of JT/T 808-2013 table 24 that are alarms. */
  report(...bits: readonly number[]): void {
    const alarms = bits.reduce((sum, bit) => sum + 2 ** bit, 0);
    this.socket.send(jt808Location(this.deviceId, this.serial++, { timeMs: Date.now(), lat: 48.1374, lon: 11.5755, speedKph: 50, alarms }));
  }

  close(): void {
    this.socket.close();
  }
}

/** A new dealer below one of the demonstration, by its main account: nobody else works with what belongs to it. Its password is that of everybody. */
export async function newMainAccount(): Promise<SignedIn & { readonly account: string; readonly customerId: string }> {
  const stamp = Date.now().toString(36);
  const above = await clientAs('alpenblick');
  const account = { account: `dealer.${stamp}`, password: PASSWORD, userName: 'Dora Dealer' };
  const { id } = await above.call('customer.info.add', { customerName: `Dealer ${stamp}`, customerType: 1, ...account });
  const dealer = await clientAs(account.account);
  await dealer.call('user.base.experience.monitor', { experience: true });
  return { ...dealer, account: account.account, customerId: id };
}

/** A new dealer with devices that nobody else reports for: what it is told comes from the test alone. */
export async function newDealer(count: number): Promise<{ dealer: SignedIn; devices: readonly Reporter[] }> {
  const dealer = await newMainAccount();
  const ids = Array.from({ length: count }, (_, i) => `6${String(Date.now()).slice(-8)}${String(i).padStart(3, '0')}`);
  const devices = ids.map((deviceId, i) => ({ deviceId, deviceName: `Van ${i + 1}` }));
  await dealer.call('device.add.batch', { deviceType: 'JT808-GPS', devices });
  return { dealer, devices: await Promise.all(ids.map((id) => Reporter.open(id))) };
}

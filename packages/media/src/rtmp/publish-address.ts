import type { PublishRequest } from './rtmp-session.ts';

/** The application that cameras publish to. */
export const RTMP_APP = 'live';

/** Whose picture a camera wants to publish, and what proves it. */
export interface PublishAddress {
  readonly deviceId: string;
  readonly channel: number;
  readonly key: string;
}

/** What a camera is told to publish to: `rtmp://host:port/live/<device>/<channel>?key=...`. */
export const publishUrl = (server: string, { deviceId, channel, key }: PublishAddress): string =>
  `${server}/${RTMP_APP}/${deviceId}/${channel}?key=${key}`;

const PATH = /^live\/([0-9A-Za-z]{1,32})\/([0-9]{1,3})$/;

/**
 * The address in what an encoder says. Where it cuts the path between application and name, and whether the query goes with the one or the
 * other, is not the same with all of them. Null: it is no such address.
 */
export function publishAddressOf({ app, name }: PublishRequest): PublishAddress | null {
  const [appPath, appQuery] = halves(app);
  const [namePath, nameQuery] = halves(name);
  const path = [appPath, namePath].flatMap((part) => part.split('/')).filter((part) => part !== '');
  const [, deviceId, channel] = PATH.exec(path.join('/')) ?? [];
  const key = new URLSearchParams(nameQuery).get('key') ?? new URLSearchParams(appQuery).get('key');
  if (deviceId === undefined || key === null || key === '') return null;
  return Number(channel) >= 1 && Number(channel) <= 255 ? { deviceId, channel: Number(channel), key } : null;
}

function halves(text: string): [string, string] {
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

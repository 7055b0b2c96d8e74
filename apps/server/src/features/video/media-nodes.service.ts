import { randomBytes } from 'node:crypto';
import { apiError } from '@sightline/contract';
import { announceMediaNode, forgetMediaNodes, listMediaNodes, withdrawMediaNode, type MediaNodeRecord } from '@sightline/db';
import { MEDIA_USES, type MediaUse } from '@sightline/domain';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../principal.ts';
import { chooseNode, usableNodes, type MediaNode } from './choose-node.ts';

export interface MediaNodeTimes {
  /** Between two words of a node. */
  readonly beatMs: number;
  /** A node that was silent for longer is not chosen. */
  readonly awayMs: number;
}

const TIMES: MediaNodeTimes = { beatMs: 5_000, awayMs: 15_000 };

/** Of this process: where cameras send to, and what it carries at the moment. */
export interface OwnMedia {
  readonly device: MediaNode['deviceAddress'];
  readonly load: () => Pick<MediaNode, 'streams' | 'viewers' | 'publishing'>;
}

interface Known extends Omit<MediaNode, 'alive'> {
  readonly silentMs: number;
}

/** As nodes tell of what cameras publish. */
export const publishedName = (deviceId: string, channel: number): string => `${deviceId}/${channel}`;

const isUse = (text: string): text is MediaUse => (MEDIA_USES as readonly string[]).includes(text);

const knownNode = (r: MediaNodeRecord & { readonly silent_ms: number }): Known => ({
  name: r.name,
  url: r.public_url,
  deviceAddress: { host: r.device_host, port: r.device_port, playbackPort: r.playback_port },
  abilities: r.abilities.filter(isUse),
  publishing: r.publishing,
  streams: r.streams,
  viewers: r.viewers,
  silentMs: r.silent_ms,
});

/** The processes that carry video: tells of this one, knows the others, and chooses for people. */
export class MediaNodes implements Service {
  readonly name = 'media nodes';
  /** What this process is called. */
  readonly own: string;
  private readonly instance = randomBytes(9).toString('base64url');
  private readonly times: MediaNodeTimes;
  private media: OwnMedia | null = null;
  private known: readonly Known[] = [];
  private readAtMs = 0;
  /** Given out since the loads were read: many who ask at once shall not all be sent to the same node. */
  private readonly pending = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  private unsubscribe: () => void = () => undefined;
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: AppContext,
    times: Partial<MediaNodeTimes> = {},
  ) {
    this.own = context.config.mediaNodeName;
    this.times = { ...TIMES, ...times };
  }

  /** Tells the others of this process, and goes on telling. @throws when the database cannot be reached. */
  async start(media: OwnMedia): Promise<void> {
    this.media = media;
    this.unsubscribe = this.context.bus.subscribe('media.nodes', ({ name }) => void (name === this.own || this.refresh()));
    await forgetMediaNodes(this.context.database.system);
    await this.read();
    if (this.known.some(({ name, silentMs }) => name === this.own && silentMs < this.times.awayMs))
      this.context.logger.warn({ name: this.own }, 'a media node of this name was heard of just now; each wants its own --media-node-name');
    await this.announce();
    await this.read();
    this.context.bus.publish('media.nodes', { name: this.own });
    this.timer = setInterval(() => void this.beat(), this.times.beatMs);
  }

  /** Takes this process out: nobody is sent here from now on. */
  async stop(): Promise<void> {
    this.unsubscribe();
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.media = null;
    await this.working;
    try {
      await withdrawMediaNode(this.context.database.system, this.own, this.instance);
      this.context.bus.publish('media.nodes', { name: this.own });
    } catch (error) {
      this.context.logger.warn({ err: error }, 'a media node could not be taken out; it counts as gone some seconds later');
    }
  }

  /** This process first, then all others that were heard of within a day, by name. */
  all(): MediaNode[] {
    const sinceMs = performance.now() - this.readAtMs;
    const others = this.known.flatMap(({ silentMs, ...node }) =>
      node.name === this.own ? [] : [{ ...node, alive: silentMs + sinceMs < this.times.awayMs }],
    );
    // This process need not ask the database whether it is there.
    const own = this.media && {
      name: this.own,
      url: this.context.config.mediaPublicUrl,
      deviceAddress: this.media.device,
      abilities: this.context.config.mediaAbilities.filter(isUse),
      ...this.media.load(),
      alive: true,
    };
    return own ? [own, ...others] : others;
  }

  /** The other nodes that are alive. */
  others(): readonly MediaNode[] {
    return this.all().filter((node) => node.alive && node.name !== this.own);
  }

  isOther(name: string): boolean {
    return this.others().some((node) => node.name === name);
  }

  usable(use: MediaUse): readonly MediaNode[] {
    return usableNodes(this.all(), use, this.own);
  }

  /** The node that a camera publishes a channel at, which nobody else has then; null: it has to be asked. */
  publisherOf(deviceId: string, channel: number): string | null {
    const name = publishedName(deviceId, channel);
    return this.usable('live').find(({ publishing }) => publishing.includes(name))?.name ?? null;
  }

  /** Which one somebody gets without naming one; null: none is there. */
  byDefault(principal: Principal, use: MediaUse): MediaNode | null {
    return chooseNode(this.usable(use), { defaults: principal.mediaNodes[use], pending: this.pending });
  }

  /**
   * The node for somebody. `asked` is what the call names; `running` is asked for only when there is a choice.
   *
   * @throws 9002 when the named one is none, or is not there; or none is.
   */
  async choose(
    principal: Principal,
    use: MediaUse,
    asked: string | undefined,
    running: () => Promise<readonly string[]> = () => Promise.resolve([]),
  ): Promise<MediaNode> {
    const usable = this.usable(use);
    const wanted = asked === undefined || asked === '' ? null : asked;
    const wishes = { defaults: principal.mediaNodes[use], pending: this.pending };
    const node =
      wanted !== null
        ? (usable.find(({ name }) => name === wanted) ?? null)
        : chooseNode(usable, usable.length > 1 ? { ...wishes, running: await running() } : wishes);
    if (node === null) throw apiError('dataNotFound', { nodeValue: wanted ?? '' });
    this.pending.set(node.name, (this.pending.get(node.name) ?? 0) + 1);
    return node;
  }

  /** An address of a node: relative to the page for this process, else with its origin. `http`: for players, which know no ws: scheme. */
  address(node: MediaNode, route: string, ticket: string, scheme: 'ws' | 'http' = 'ws'): string {
    const origin = node.name === this.own ? '' : scheme === 'http' ? node.url.replace(/^ws/, 'http') : node.url;
    return `${origin}${route}?ticket=${ticket}`;
  }

  /** Origins of the other nodes that browsers connect to. */
  origins(): readonly string[] {
    return [...new Set(this.known.filter(({ name, url }) => name !== this.own && url !== '').map(({ url }) => url))];
  }

  /** Another process began or ends. */
  private refresh(): void {
    this.working = this.working.then(() => this.read()).catch((error: unknown) => this.failed(error));
  }

  private beat(): Promise<void> {
    this.working = this.working
      .then(async () => {
        await this.announce();
        await this.read();
      })
      .catch((error: unknown) => this.failed(error));
    return this.working;
  }

  private failed(error: unknown): void {
    this.context.logger.warn({ err: error }, 'media nodes could not be read; trying again');
  }

  private async announce(): Promise<void> {
    const { media, context } = this;
    if (media === null) return;
    const record: MediaNodeRecord = {
      name: this.own,
      public_url: context.config.mediaPublicUrl,
      device_host: media.device.host,
      device_port: media.device.port,
      playback_port: media.device.playbackPort,
      abilities: context.config.mediaAbilities,
      ...media.load(),
    };
    await announceMediaNode(context.database.system, record, this.instance);
  }

  private async read(): Promise<void> {
    const atMs = performance.now();
    this.known = (await listMediaNodes(this.context.database.system)).map(knownNode);
    this.readAtMs = atMs;
    this.pending.clear();
  }
}

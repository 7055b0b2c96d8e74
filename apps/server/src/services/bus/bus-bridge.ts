import { randomBytes } from 'node:crypto';
import { listenForNotices, MAX_NOTICE_BYTES, NOTICE_CHANNELS, sendNotice, type PositionStore } from '@sightline/db';
import { BUS_CARRIAGE, type BusTopics, type Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';

/** Between two notices of changed states: half of what a browser is updated in. */
const STATE_INTERVAL_MS = 250;
/** Keys in one notice: 36-based, comma-separated, with room for the head. */
const MAX_KEYS_BYTES = MAX_NOTICE_BYTES - 64;

interface Notice {
  /** The process that sent it: it has told its own parts already. */
  readonly from: string;
  readonly topic: keyof BusTopics;
  readonly payload: unknown;
}

/**
 * Joins the buses of the processes of a split platform by notices of the database. Of the devices only the keys travel, those that changed
 * in a quarter of a second together; who shows them reads the newest states at once, by key. Nothing waits for a
 * notice: what is lost with a connection is read again by who needs it when the connection is back.
 */
export async function startBusBridge(context: AppContext, store: PositionStore, wantsStates: boolean): Promise<Service> {
  const { bus, database } = context;
  const logger = context.logger.child({ service: 'bus' });
  const self = randomBytes(6).toString('base64url');
  const failed = (error: unknown): void => logger.warn({ err: error }, 'other processes could not be told');
  /** True while a notice of another process is given to the own parts. */
  let relaying = false;
  const relay = <K extends keyof BusTopics>(topic: K, payload: BusTopics[K]): void => {
    relaying = true;
    try {
      bus.publish(topic, payload);
    } finally {
      relaying = false;
    }
  };
  const send = (topic: keyof BusTopics, payload: unknown): void => {
    sendNotice(database, NOTICE_CHANNELS.bus, JSON.stringify({ from: self, topic, payload } satisfies Notice)).catch(failed);
  };

  const changed = new Set<number>();
  const carried = (Object.keys(BUS_CARRIAGE) as (keyof BusTopics)[]).filter((topic) => BUS_CARRIAGE[topic] === 'carried');
  const unsubscribe = [
    ...carried.map((topic) => bus.subscribe(topic, (payload) => void (relaying || send(topic, payload)))),
    bus.subscribe('device.state', ({ deviceKey }) => void (relaying || changed.add(deviceKey))),
  ];
  const sendStates = (): void => {
    for (const keys of keyTexts(changed)) send('device.state', keys);
    changed.clear();
  };

  const wanted = new Set<number>();
  let reading = false;
  const readStates = async (): Promise<void> => {
    if (reading || wanted.size === 0) return;
    reading = true;
    const keys = [...wanted];
    wanted.clear();
    try {
      for (const state of (await store.systemReader().states(keys)).values()) relay('device.state', state);
    } catch (error) {
      for (const key of keys) wanted.add(key);
      logger.warn({ err: error }, 'states of devices could not be read; trying again');
    } finally {
      reading = false;
    }
  };
  const hear = (text: string): void => {
    const notice = JSON.parse(text) as Notice;
    if (notice.from === self) return;
    if (notice.topic !== 'device.state') relay(notice.topic, notice.payload as never);
    else if (wantsStates) for (const key of String(notice.payload).split(',')) wanted.add(Number.parseInt(key, 36));
  };
  const stopListening = await listenForNotices(database, {
    channels: { [NOTICE_CHANNELS.bus]: hear },
    // A principal may have changed unheard; states are read again by who shows them.
    reconnected: () => relay('principal.changed', { userId: null }),
    broken: (error) => logger.warn({ err: error }, 'not hearing the other processes; trying again'),
  });
  const timer = setInterval(() => {
    sendStates();
    void readStates();
  }, STATE_INTERVAL_MS);

  return {
    name: 'bus',
    stop: async () => {
      clearInterval(timer);
      for (const end of unsubscribe) end();
      sendStates();
      await stopListening();
    },
  };
}

/** Keys as texts that fit into a notice each. */
function* keyTexts(keys: Iterable<number>): Generator<string> {
  let text = '';
  for (const key of keys) {
    const next = key.toString(36);
    if (text.length + next.length + 1 > MAX_KEYS_BYTES) {
      yield text;
      text = '';
    }
    text += text === '' ? next : `,${next}`;
  }
  if (text !== '') yield text;
}

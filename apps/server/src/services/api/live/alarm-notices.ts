import type { PushedNotice } from '@sightline/contract';
import { alarmsByIds, listenForNotices, NOTICE_CHANNELS, noticeChoices } from '@sightline/db';
import { isWithin } from '@sightline/domain';
import type { AppContext } from '../../../context.ts';
import { mayHearOfAlarms, noticeFor } from '../../../features/alarms/alarm-notice.service.ts';
import { NoticePace } from '../../../features/alarms/notice-pace.ts';
import type { Principal } from '../../../features/principal.ts';

/** Alarms within this time go out as one message. */
const DELAY_MS = 200;
const MAX_READ = 500;
/** So many alarms may wait to be read; with more, everybody is told to ask. */
const MAX_WAITING = 10_000;

/** A browser of a user. */
export interface NoticeListener {
  readonly principal: Principal;
  isBehind(): boolean;
  sendNotices(notices: readonly PushedNotice[]): void;
  /** Alarms were left out: it has to ask for them. */
  sendMissed(): void;
}

/**
 * Tells the browsers of those who may see a device of its alarms, as each user wants to be told, whichever process has written them. Who
 * does not keep up is told, once he does, that he has missed some. The returned function ends it.
 */
export async function startAlarmNotices(context: AppContext, listeners: () => Iterable<NoticeListener>): Promise<() => Promise<void>> {
  const logger = context.logger.child({ service: 'alarm-notices' });
  const raised = new Set<string>();
  const paces = new Map<string, NoticePace>();
  const owed = new WeakSet<NoticeListener>();
  const oweAll = (): void => {
    raised.clear();
    for (const listener of listeners()) owed.add(listener);
  };
  const send = (listener: NoticeListener, notices: readonly PushedNotice[]): void => {
    if (notices.length === 0) return;
    if (listener.isBehind() || owed.has(listener)) owed.add(listener);
    else listener.sendNotices(notices);
  };
  const flush = async (): Promise<void> => {
    const byUser = new Map<string, NoticeListener[]>();
    for (const listener of listeners()) {
      if (!mayHearOfAlarms(listener.principal.permissions)) continue;
      byUser.set(listener.principal.userId, [...(byUser.get(listener.principal.userId) ?? []), listener]);
    }
    for (const userId of paces.keys()) if (!byUser.has(userId)) paces.delete(userId);
    const ids = [...raised].slice(0, MAX_READ);
    for (const id of ids) raised.delete(id);
    if (byUser.size === 0 || ids.length === 0) return;
    // A locked device is told of to nobody: the list says the same.
    const alarms = (await alarmsByIds(context.database.system, ids, false)).toSorted((a, b) => Number(a.id) - Number(b.id));
    const chosen = await noticeChoices(context.database.system, [...byUser.keys()], [...new Set(alarms.map((a) => a.kind))]);
    const nowMs = Date.now();
    for (const [userId, own] of byUser) {
      const choices = chosen.get(userId);
      const { principal } = own[0]!;
      if (!choices) continue;
      let pace = paces.get(userId);
      if (!pace) paces.set(userId, (pace = new NoticePace()));
      const notices: PushedNotice[] = [];
      for (const alarm of alarms) {
        // The same questions that row-level security answers for rows.
        const seen =
          isWithin(principal.customerPath, alarm.customer_path) &&
          (principal.customerPaths === null || principal.customerPaths.some((path) => isWithin(path, alarm.customer_path))) &&
          (principal.deviceKeys === null || principal.deviceKeys.has(Number(alarm.device_key)));
        const notice = seen ? noticeFor(alarm, choices, pace, nowMs) : null;
        if (notice !== null) notices.push(notice);
      }
      for (const listener of own) send(listener, notices);
    }
  };
  const stop = await listenForNotices(context.database, {
    channels: {
      [NOTICE_CHANNELS.alarmRaised]: (id) => {
        raised.add(id);
        if (raised.size > MAX_WAITING) oweAll();
      },
    },
    reconnected: oweAll,
    broken: (error) => logger.warn({ err: error }, 'not listening for alarms; trying again'),
  });
  let flushing: Promise<void> | null = null;
  const timer = setInterval(() => {
    for (const listener of listeners()) {
      if (!owed.has(listener) || listener.isBehind()) continue;
      owed.delete(listener);
      listener.sendMissed();
    }
    if (raised.size === 0 || flushing !== null) return;
    flushing = flush()
      .catch((error: unknown) => {
        logger.error({ err: error }, 'alarms could not be told');
        oweAll();
      })
      .finally(() => (flushing = null));
  }, DELAY_MS);
  return async () => {
    clearInterval(timer);
    await stop();
    await flushing;
  };
}

import { NOTICE_LIMITS } from '@sightline/contract';
import { alarmsCameSince, noticeChoices } from '@sightline/db';
import { defineHandlers } from '../handlers.ts';
import { isoTime } from '../times.ts';
import { noticeFor } from './alarm-notice.service.ts';
import { NoticePace } from './notice-pace.ts';

const HOUR_MS = 3_600_000;
/** Alarms so long before the asked instant are looked at as well: what was told then is not told again within its interval. */
const BEFORE_MS = HOUR_MS;
const MAX_READ = 2_000;

/** What somebody was not told of because he was away. */
export const alarmNoticeHandlers = () =>
  defineHandlers({
    'user.notice.missed': async ({ input, principal, trx }) => {
      const nowMs = Date.now();
      const serverTime = isoTime(nowMs);
      if (input.since === undefined) return { notices: [], more: false, serverTime };
      const sinceMs = Math.max(Date.parse(input.since), nowMs - NOTICE_LIMITS.missedHours * HOUR_MS);
      const alarms = await alarmsCameSince(trx, new Date(sinceMs - BEFORE_MS), MAX_READ);
      const chosen = (await noticeChoices(trx, [principal.userId], [...new Set(alarms.map((a) => a.kind))])).get(principal.userId);
      if (!chosen) return { notices: [], more: false, serverTime };
      const pace = new NoticePace();
      const notices = alarms.flatMap((alarm) => {
        const cameMs = alarm.created_at.getTime();
        const notice = noticeFor(alarm, chosen, pace, cameMs);
        return notice === null || cameMs < sinceMs ? [] : [notice];
      });
      return {
        notices: notices.slice(-NOTICE_LIMITS.missed),
        more: notices.length > NOTICE_LIMITS.missed || alarms.length === MAX_READ,
        serverTime,
      };
    },
  });

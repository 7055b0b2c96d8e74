import { alarmLevelOf, type AlarmLevel } from './alarm-kinds.ts';

/** 1 a dialog, 2 a message that goes by itself, 3 the list behind the bell. */
export type NoticeLevel = 1 | 2 | 3;

/** How a person is told of a kind of alarm. */
export interface AlarmNotice {
  readonly enabled: boolean;
  readonly level: NoticeLevel;
  readonly sound: boolean;
  readonly pushWeb: boolean;
  readonly pushApp: boolean;
  /** The same alarm of the same device is told once within so many seconds; 0 = each time. */
  readonly intervalS: number;
}

const BY_LEVEL: Readonly<Record<AlarmLevel, AlarmNotice>> = {
  emergency: { enabled: true, level: 1, sound: true, pushWeb: true, pushApp: true, intervalS: 0 },
  alarm: { enabled: true, level: 3, sound: false, pushWeb: true, pushApp: false, intervalS: 300 },
  notice: { enabled: false, level: 3, sound: false, pushWeb: false, pushApp: false, intervalS: 300 },
};

/** How people are told of a kind of alarm unless they chose otherwise; one that nobody knows is told like any alarm. */
export const defaultNoticeOf = (kind: string): AlarmNotice => BY_LEVEL[alarmLevelOf(kind)];

import type { Generated } from 'kysely';

export interface UserAlarmSettingTable {
  user_id: string;
  alarm_kind: string;
  enabled: boolean | null;
  sound: boolean | null;
  level: number | null;
  sound_type: number | null;
  push_web: boolean | null;
  push_app: boolean | null;
  interval_s: number | null;
}

export interface UserEmailTable {
  id: Generated<string>;
  user_id: string;
  email: string;
  verified_at: Generated<Date>;
}

export interface UserAlarmEmailTable {
  user_id: string;
  alarm_kind: string;
  email_id: string;
}

export interface UserEmailCodeTable {
  id: Generated<string>;
  user_id: string;
  email: string;
  code_hash: Buffer;
  sent_at: Generated<Date>;
  tries: Generated<number>;
  used: Generated<boolean>;
}

export interface NoticeTables {
  user_alarm_setting: UserAlarmSettingTable;
  user_email: UserEmailTable;
  user_alarm_email: UserAlarmEmailTable;
  user_email_code: UserEmailCodeTable;
}

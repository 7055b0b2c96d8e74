import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Stamp = ColumnType<Date, Date | undefined, Date>;
/** Filled by a trigger. */
type Path = ColumnType<string, string | undefined, never>;

export interface CustomizeAlarmTable {
  id: Generated<string>;
  customer_id: string;
  customer_path: Path;
  name: string;
  note: string;
  notice_level: number;
  /** 0: none. */
  notice_sound: number;
  match: string;
  conditions: JSONColumnType<readonly unknown[], string, string>;
  hold_s: number;
  enabled: boolean;
  created_at: Stamp;
  updated_at: Stamp;
}

export interface ConfigRuleTable {
  id: Generated<string>;
  customer_id: string;
  customer_path: Path;
  user_id: string | null;
  name: string;
  note: string;
  enabled: boolean;
  alarm_kinds: string[];
  weekdays: number[];
  spans: JSONColumnType<readonly unknown[], string, string>;
  timezone: string;
  min_speed_kph: number | null;
  max_speed_kph: number | null;
  notice: JSONColumnType<object | null, string | null, string | null>;
  pictures: JSONColumnType<object | null, string | null, string | null>;
  clip: JSONColumnType<object | null, string | null, string | null>;
  emails: string[];
  created_at: Stamp;
  updated_at: Stamp;
}

/** Alerts and rules that companies have made. */
export interface CustomizationTables {
  customize_alarm: CustomizeAlarmTable;
  config_rule: ConfigRuleTable;
  config_rule_customer: { rule_id: string; customer_id: string };
  config_rule_label: { rule_id: string; label_id: string };
  config_rule_device: { rule_id: string; device_key: string };
  config_rule_user: { rule_id: string; user_id: string };
  config_rule_alarm: { rule_id: string; customize_alarm_id: string };
}

import { CONFIG_RULE_LIMITS } from '@sightline/contract';
import { ALARM_GROUPS, ALARM_KINDS, alarmGroupOf } from '@sightline/domain';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import { alarmGroupName, alarmOptions } from './alarm-options.ts';

/** Alerts of a company's own stand among the kinds of alarms under their ids. */
const OWN = 'own:';
export const ownKey = (id: string): string => `${OWN}${id}`;

/** What was chosen, as the contract takes it: two comma lists. */
export const alarmsInput = (chosen: readonly string[]): { readonly alarmTypes: string; readonly customizeAlarmIds: string } => ({
  alarmTypes: chosen.filter((key) => !key.startsWith(OWN)).join(','),
  customizeAlarmIds: chosen
    .filter((key) => key.startsWith(OWN))
    .map((key) => key.slice(OWN.length))
    .join(','),
});

/** As many as one answer holds; a company and those above it have fewer. */
const ALL = 200;

interface RuleAlarmsFieldProps extends ControlProps<readonly string[]> {
  /** Whose rule it is: its own alerts and those of customers above it are offered. */
  readonly customerId: string;
  /** Names of alerts that the rule has. */
  readonly known: readonly { readonly id: string; readonly name: string }[];
}

/** Kinds of alarms and customized alerts, of which one is enough. */
export const RuleAlarmsField = ({ value = [], customerId, known, ...rest }: RuleAlarmsFieldProps) => {
  const { t } = useTranslation();
  const own = useCall('config.customizeAlarm.list', { usableBy: customerId, pageSize: ALL });
  const listed = own.data?.records.map(({ id, alarmName }) => ({ id, name: alarmName })) ?? known;
  const options = [
    ...(listed.length === 0
      ? []
      : [{ label: t('customization.rules.ownAlerts'), options: listed.map(({ id, name }) => ({ value: ownKey(id), label: name })) }]),
    ...ALARM_GROUPS.map((group) => ({
      label: alarmGroupName(group),
      options: alarmOptions(ALARM_KINDS.filter((kind) => alarmGroupOf(kind) === group)),
    })),
  ];
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      allowClear
      maxCount={CONFIG_RULE_LIMITS.alarms}
      loading={own.isPending}
      value={[...value]}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('customization.conditions.choose')}
    />
  );
};

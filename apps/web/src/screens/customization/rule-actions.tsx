import { CONFIG_RULE_LIMITS } from '@sightline/contract';
import { DEVICE_LIMITS } from '@sightline/domain';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { channelName } from '../../ui/channel-name.ts';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface RuleUsersFieldProps extends ControlProps<readonly string[]> {
  /** Whose rule it is: its users and those below can be told. */
  readonly customerId: string;
  /** Names of users that the rule has. */
  readonly known: readonly Named[];
}

const PAGE = 200;

/** Who is told: oneself, and whom one sees as a user of the customer. */
export const RuleUsersField = ({ value = [], customerId, known, ...rest }: RuleUsersFieldProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const maySee = useMayCall('user.page');
  const users = useCall('user.page', { customerId, pageSize: PAGE }, { enabled: maySee });
  const self: readonly Named[] = customerId === user.customerId ? [{ id: user.id, name: user.userName }] : [];
  const others = users.data?.records.map(({ id, userName }) => ({ id, name: userName })) ?? [];
  const byId = new Map([...known, ...others, ...self].map((one) => [one.id, one]));
  const options = [...byId.values()]
    .map(({ id, name }) => ({ value: id, label: id === user.id ? t('customization.rules.myself', { name }) : name }))
    .toSorted((a, b) => Number(b.value === user.id) - Number(a.value === user.id) || a.label.localeCompare(b.label));
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      allowClear
      maxCount={CONFIG_RULE_LIMITS.users}
      loading={maySee && users.isPending}
      value={[...value]}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('customization.conditions.choose')}
    />
  );
};

/** Addresses, typed one after the other. */
export const EmailsField = ({ value = [], ...rest }: ControlProps<readonly string[]>) => {
  const { t } = useTranslation();
  return (
    <Select<string[]>
      {...rest}
      mode="tags"
      open={false}
      suffixIcon={null}
      maxCount={CONFIG_RULE_LIMITS.emails}
      tokenSeparators={[',', ';', ' ']}
      value={[...value]}
      placeholder={t('customization.rules.emailsHint')}
    />
  );
};

const CHANNELS = Array.from({ length: DEVICE_LIMITS.channels }, (_, at) => ({ value: at + 1, label: channelName(at + 1) }));

/** Cameras of a device by their numbers. */
export const ChannelsField = ({ value = [], onChange, ...rest }: ControlProps<readonly number[]>) => {
  const { t } = useTranslation();
  return (
    <Select<number[]>
      {...rest}
      mode="multiple"
      maxCount={CONFIG_RULE_LIMITS.channels}
      value={[...value]}
      options={CHANNELS}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('customization.conditions.choose')}
      onChange={(channels) => onChange?.(channels.toSorted((a, b) => a - b))}
    />
  );
};

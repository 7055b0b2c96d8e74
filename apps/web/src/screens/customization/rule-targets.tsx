import { CONFIG_RULE_LIMITS } from '@sightline/contract';
import { isDealer } from '@sightline/domain';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import type { PickedDevice } from '../../ui/device-picker/device-picker.tsx';
import { DeviceField } from '../../ui/form-dialog/fields/device-field.tsx';
import { LabelField } from '../../ui/form-dialog/fields/label-field.tsx';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import { CustomerSetField, type NamedCustomer } from '../user/customer-set-field.tsx';
import css from './customization.module.css';

/** What a rule is about. */
export interface RuleTargets {
  readonly customers: readonly NamedCustomer[];
  readonly labels: readonly string[];
  readonly devices: readonly PickedDevice[];
}
export const NO_TARGETS: RuleTargets = { customers: [], labels: [], devices: [] };
export const hasTargets = ({ customers, labels, devices }: RuleTargets): boolean => customers.length + labels.length + devices.length > 0;

interface RuleTargetsFieldProps extends ControlProps<RuleTargets> {
  /** Whose rule it is: devices and tags are its own and those below. */
  readonly owner: NamedCustomer;
}

/** Whole customers, tags, single devices; each may be left empty, not all of them. */
export const RuleTargetsField = ({ id, value = NO_TARGETS, onChange, owner }: RuleTargetsFieldProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const change = (part: Partial<RuleTargets>): void => onChange?.({ ...value, ...part });
  const others = value.customers.filter((customer) => customer.id !== owner.id);
  const hasOwner = others.length < value.customers.length;
  // Those of a customer below are changed one by one from above: the tree begins at the person's own.
  const isOwn = owner.id === user.customerId;
  return (
    <div id={id} className={css.targets} role="group" tabIndex={-1} aria-label={t('customization.rules.about')}>
      <Checkbox checked={hasOwner} onChange={({ target }) => change({ customers: target.checked ? [owner, ...others] : others })}>
        {t('customization.rules.allOf', { name: owner.name })}
      </Checkbox>
      {isDealer(user) && isOwn && !hasOwner && (
        <div role="group" aria-label={t('customization.rules.customers')}>
          <span className={css.part}>{t('customization.rules.customers')}</span>
          <CustomerSetField
            value={value.customers}
            onChange={(customers) => change({ customers: customers as readonly NamedCustomer[] })}
          />
        </div>
      )}
      <label className={css.labelled}>
        <span className={css.part}>{t('customization.rules.labels')}</span>
        <LabelField customerId={owner.id} value={value.labels} onChange={(labels) => change({ labels })} />
      </label>
      <div role="group" aria-label={t('customization.rules.devices')}>
        <span className={css.part}>{t('customization.rules.devices')}</span>
        <DeviceField
          value={value.devices}
          maxCount={CONFIG_RULE_LIMITS.devices}
          {...(isOwn ? {} : { customerId: owner.id })}
          onChange={(devices) => change({ devices })}
        />
      </div>
    </div>
  );
};

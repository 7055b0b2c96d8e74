import type { AlarmSettings } from '@sightline/contract';
import { ALARM_SETTINGS, askedIn, hasAlarmSetting, type AlarmSettingField, type AlarmSettingGroup } from '@sightline/domain';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { inLanguage } from '../commands/command-text.ts';
import { useUnits } from '../../units/user-units.ts';
import css from './warnings.module.css';
import { SettingControl } from './setting-control.tsx';
import { bySection, isAttachment, sectionText, valueText } from './setting-text.ts';

export type GroupSettings = AlarmSettings['groups'][AlarmSettingGroup];

/** Fields that the unit has a place for; before it has told anything, those of the usual layout. */
export const fieldsOf = (group: AlarmSettingGroup, { length }: GroupSettings): AlarmSettingField[] => {
  const { fields, length: usual } = ALARM_SETTINGS[group];
  return fields.filter((field) => hasAlarmSetting(group, field, length ?? usual));
};

/** The settings of a group by kinds of alarm; pictures and clips stand elsewhere. */
export const GroupFields = ({ group, settings }: { group: AlarmSettingGroup; settings: GroupSettings }) => (
  <>
    {bySection(fieldsOf(group, settings).filter((field) => !isAttachment(field))).map(([section, fields]) => (
      <fieldset key={section} className={css.section}>
        <legend>{sectionText(section)}</legend>
        <div className={css.grid}>
          {fields.map((field) => (
            <SettingItem key={field.key} group={group} field={field} settings={settings} />
          ))}
        </div>
      </fieldset>
    ))}
  </>
);

/** A field and, where the unit has something else, what it has. Draws itself alone when its value changes. */
const SettingItem = ({ group, field, settings }: { group: AlarmSettingGroup; field: AlarmSettingField; settings: GroupSettings }) => {
  const name = [group, field.key];
  const rules = useRules(field);
  return (
    <div className={css.item}>
      <Form.Item name={name} label={inLanguage(field.text)} valuePropName={field.kind === 'flag' ? 'checked' : 'value'} rules={rules}>
        <SettingControl field={field} />
      </Form.Item>
      <OnUnit group={group} field={field} settings={settings} />
    </div>
  );
};

/** What the unit has, where the form says something else. */
export const OnUnit = ({ group, field, settings }: { group: AlarmSettingGroup; field: AlarmSettingField; settings: GroupSettings }) => {
  const { t } = useTranslation();
  const { beside } = useUnits();
  const form = Form.useFormInstance();
  const name = [group, field.key];
  const value: unknown = Form.useWatch(name);
  const told = settings.told?.[field.key];
  // Nothing in the field before a person has emptied it: the values are not there yet.
  const isEmpty = (value === undefined || value === null) && !form.isFieldTouched(name);
  if (told === undefined || isEmpty || value === told) return null;
  return (
    <span className={css.told}>
      {t('warnings.onUnit', { value: valueText(field, told, { on: t('warnings.on'), off: t('warnings.off'), beside }) })}
    </span>
  );
};

/** The limits of the definition in words. */
export function useRules(field: AlarmSettingField) {
  const { t } = useTranslation();
  const { conversion } = useUnits();
  if (field.kind === 'number') {
    const divisor = field.divisor ?? 1;
    const [min, max] = [field.min / divisor, field.max / divisor];
    const found = conversion(field.unit ?? '');
    const asked = found === null || found.isSame ? { min, max } : askedIn(found, { min, max, step: 1 / divisor });
    const message = t('warnings.range', { min: asked.min, max: asked.max });
    return [{ type: 'number' as const, min: field.min, max: field.max, message }];
  }
  if (field.kind === 'choice') return [{ type: 'enum' as const, enum: field.choices.map((c) => c.value), message: t('warnings.choose') }];
  if (field.kind === 'text') return [{ pattern: /^[\x20-\x7e]*$/, max: field.size, message: t('warnings.ascii', { count: field.size }) }];
  return [];
}

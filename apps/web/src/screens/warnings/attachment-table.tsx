import type { AlarmSettings } from '@sightline/contract';
import { ALARM_SETTINGS, ATTACHMENT_GROUPS, type AlarmSettingField, type AlarmSettingGroup, type SettingRole } from '@sightline/domain';
import { Button, Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inLanguage } from '../commands/command-text.ts';
import css from './warnings.module.css';
import { fieldsOf, OnUnit, useRules, type GroupSettings } from './group-fields.tsx';
import { SettingControl } from './setting-control.tsx';
import { bySection, groupName, isAttachment, sectionText } from './setting-text.ts';

const ROLES = ['photos', 'photoInterval100Ms', 'videoS'] as const satisfies readonly SettingRole[];

interface AttachmentTableProps {
  readonly form: FormInstance;
  readonly settings: AlarmSettings;
  readonly mayEdit: boolean;
  /** Values were set by a program, which the form does not tell. */
  readonly onSet: (groups: readonly AlarmSettingGroup[]) => void;
}

/** Pictures and clips of every alarm, one line each, and one line for all of them. */
export const AttachmentTable = ({ form, settings, mayEdit, onSet }: AttachmentTableProps) => {
  const { t } = useTranslation();
  const [all, setAll] = useState<Partial<Record<SettingRole, number | null>>>({});
  const groups = ATTACHMENT_GROUPS.filter((group) => settings.groups[group].state !== 'absent');
  const heads = ROLES.map((role) => ALARM_SETTINGS.adas.fields.find((field) => field.role === role)!);
  const apply = (): void => {
    for (const group of groups)
      for (const { key, role } of fieldsOf(group, settings.groups[group]))
        if (role !== undefined && typeof all[role] === 'number') form.setFieldValue([group, key], all[role]);
    onSet(groups);
  };
  return (
    <table className={css.attachments}>
      <thead>
        <tr>
          <th scope="col">{t('warnings.alarm')}</th>
          {heads.map((field) => (
            <th key={field.key} scope="col">
              {inLanguage(field.text)}
            </th>
          ))}
        </tr>
      </thead>
      {mayEdit && (
        <tbody>
          <tr className={css.all}>
            <th scope="row">
              {t('warnings.allAlarms')}
              <Button size="small" onClick={apply} disabled={Object.values(all).every((v) => typeof v !== 'number')}>
                {t('warnings.apply')}
              </Button>
            </th>
            {heads.map((field) => (
              <td key={field.key}>
                <SettingControl
                  field={field}
                  label={`${t('warnings.allAlarms')}: ${inLanguage(field.text)}`}
                  placeholder=""
                  value={(all[field.role!] ?? null) as never}
                  onChange={(next) => setAll({ ...all, [field.role!]: next })}
                />
              </td>
            ))}
          </tr>
        </tbody>
      )}
      {groups.map((group) => (
        <tbody key={group}>
          {bySection(fieldsOf(group, settings.groups[group]).filter(isAttachment)).map(([section, fields]) => (
            <tr key={section}>
              <th scope="row">
                {sectionText(section)} <span className={css.muted}>{groupName(group)}</span>
              </th>
              {ROLES.map((role) => (
                <td key={role}>
                  <Cell group={group} field={fields.find((f) => f.role === role)} section={section} settings={settings.groups[group]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
};

interface CellProps {
  readonly group: AlarmSettingGroup;
  readonly field: AlarmSettingField | undefined;
  readonly section: string;
  readonly settings: GroupSettings;
}

/** Some alarms have pictures and no clip. */
const Cell = ({ field, ...props }: CellProps) => (field ? <Item {...props} field={field} /> : null);

const Item = ({ group, field, section, settings }: CellProps & { readonly field: AlarmSettingField }) => (
  <div className={css.item}>
    <Form.Item name={[group, field.key]} rules={useRules(field)}>
      <SettingControl field={field} label={`${sectionText(section)}: ${inLanguage(field.text)}`} />
    </Form.Item>
    <OnUnit group={group} field={field} settings={settings} />
  </div>
);

import { PlusOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicePicker, type PickedDevice } from '../../device-picker/device-picker.tsx';
import type { ControlProps } from '../form-definition.ts';
import css from './device-field.module.css';

interface DeviceFieldProps extends ControlProps<readonly PickedDevice[]> {
  readonly single?: boolean;
  readonly customerId?: string;
  readonly deviceBasicType?: 1 | 2;
  readonly maxCount?: number;
}

/** The first chosen device and how many more; a button opens the picker. */
export const DeviceField = ({ id, value = [], onChange, onBlur, disabled, ...picker }: DeviceFieldProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [first] = value;
  return (
    <div className={css.field} onBlur={onBlur}>
      <span className={css.chosen}>
        {first === undefined ? (
          <span className={css.none}>{t('ui.devices.none')}</span>
        ) : (
          <>
            <Tag variant="filled">{first.deviceName}</Tag>
            {value.length > 1 && <Tag variant="filled">+{value.length - 1}</Tag>}
          </>
        )}
      </span>
      <Button id={id} icon={<PlusOutlined aria-hidden />} disabled={disabled} onClick={() => setOpen(true)}>
        {t('ui.devices.choose')}
      </Button>
      {open && (
        <DevicePicker
          {...picker}
          value={value}
          onConfirm={(devices) => {
            onChange?.(devices);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
};

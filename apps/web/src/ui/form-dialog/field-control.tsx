import { Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { CustomerPicker } from '../customer-picker/customer-picker.tsx';
import type { PickedDevice } from '../device-picker/device-picker.tsx';
import { DeviceField } from './fields/device-field.tsx';
import { FileField } from './fields/file-field.tsx';
import { LabelField } from './fields/label-field.tsx';
import { MapPointField, type MapPoint } from './fields/map-point-field.tsx';
import { PermissionField } from './fields/permission-field.tsx';
import { RemoteSelect } from './fields/remote-select.tsx';
import { TimeZoneField } from './fields/time-zone-field.tsx';
import type { ControlProps, FieldDefinition, FieldOption } from './form-definition.ts';
import type { PermissionChoice } from './permission-choice.ts';

interface FieldControlProps extends ControlProps {
  readonly field: FieldDefinition;
}

/**
 * The control of a field. The form hands over `unknown`: which type a kind holds is said here, once.
 */
export const FieldControl = ({ field, ...given }: FieldControlProps) => {
  const { t } = useTranslation();
  const props = { ...given, disabled: field.disabled };
  const placeholder = field.placeholder === undefined ? undefined : t(field.placeholder);
  const as = <T,>(): ControlProps<T> => props as ControlProps<T>;
  switch (field.kind) {
    case 'text':
      return <Input {...text(props)} autoComplete={field.autoComplete ?? 'off'} placeholder={placeholder} />;
    case 'textarea':
      return <Input.TextArea {...text(props)} rows={field.rows ?? 3} maxLength={field.maxLength} showCount placeholder={placeholder} />;
    case 'number':
      return (
        <InputNumber<number>
          {...as<number | null>()}
          min={field.min}
          max={field.max}
          step={field.step}
          suffix={field.unit}
          placeholder={placeholder}
          style={{ inlineSize: '100%' }}
        />
      );
    case 'select':
      return (
        <Select
          {...as<FieldOption['value']>()}
          mode={field.multiple ? 'multiple' : undefined}
          options={[...field.options]}
          placeholder={placeholder}
          showSearch={{ optionFilterProp: 'label' }}
        />
      );
    case 'choice':
      return <Segmented<FieldOption['value']> {...as<FieldOption['value']>()} aria-label={t(field.label)} options={[...field.options]} />;
    case 'remoteSelect':
      return (
        <RemoteSelect
          {...as<FieldOption['value'] | null>()}
          source={field.name}
          load={field.load}
          chosen={field.chosen}
          placeholder={placeholder}
        />
      );
    case 'customer':
      return (
        <CustomerPicker
          {...as<string | null>()}
          name={field.chosenName}
          withOwn={field.withOwn}
          allowClear={false}
          placeholder={placeholder}
        />
      );
    case 'devices':
      return (
        <DeviceField
          {...as<readonly PickedDevice[]>()}
          single={field.single}
          customerId={field.customerId}
          deviceBasicType={field.deviceBasicType}
          maxCount={field.maxCount}
        />
      );
    case 'labels':
      return <LabelField {...as<readonly string[]>()} customerId={field.customerId} />;
    case 'timezone':
      return <TimeZoneField {...as<string>()} />;
    case 'switch':
      return <Switch {...as<boolean>()} checked={given.value === true} />;
    case 'password':
      return (
        <Input.Password
          {...text(props)}
          maxLength={field.maxLength ?? 30}
          autoComplete={field.isNew === false ? 'current-password' : 'new-password'}
          placeholder={placeholder}
        />
      );
    case 'mapPoint':
      return <MapPointField {...as<MapPoint | null>()} />;
    case 'permissions':
      return <PermissionField {...as<PermissionChoice>()} granted={field.granted} />;
    case 'file':
      return <FileField {...as<File | null>()} accept={field.accept} maxMb={field.maxMb} />;
    case 'custom':
      return field.render(props);
  }
};

const text = ({ value, onChange, ...rest }: ControlProps) => ({
  ...rest,
  value: typeof value === 'string' ? value : '',
  onChange: (event: { readonly target: { readonly value: string } }) => onChange?.(event.target.value),
});

import type { CommandField } from '@sightline/contract';
import { deviceParameter } from '@sightline/contract';
import { Button, Form, Input, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { UnitNumber } from '../../units/unit-number.tsx';
import { useUnits } from '../../units/user-units.ts';
import { inLanguage } from './command-text.ts';

/** The parameters of a command as form fields, made from its definition. */
export const CommandFields = ({ fields }: { fields: readonly CommandField[] }) => (
  <>
    {fields.map((field) =>
      field.kind === 'pairs' ? (
        <Pairs key={field.name} field={field} />
      ) : (
        <Form.Item
          key={field.name}
          name={field.name}
          label={inLanguage(field.label)}
          valuePropName={field.kind === 'boolean' ? 'checked' : 'value'}
          rules={[{ required: field.required }]}
        >
          <Control field={field} />
        </Form.Item>
      ),
    )}
  </>
);

/** Ant hands value, change handler and id to the control. */
const Control = ({ field, ...given }: { field: CommandField }) => {
  switch (field.kind) {
    case 'number':
      return <UnitNumber {...given} unit={field.unit ?? ''} min={field.min} max={field.max} step={field.step} tellsSent />;
    case 'choice':
      return <Select {...given} options={field.choices.map((c) => ({ value: c.value, label: inLanguage(c.label) }))} />;
    case 'boolean':
      return <Switch {...given} />;
    case 'texts':
      return <Select {...given} mode="tags" tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />;
    case 'numbers':
      return <Select {...given} mode="multiple" options={[1, 2, 3, 4, 5].map((value) => ({ value, label: value }))} />;
    case 'text':
      return <Input {...given} maxLength={field.maxLength} showCount={field.maxLength <= 500} />;
    case 'pairs':
      return null;
  }
};

/** In which unit the device takes a parameter, and what the typed number is in the person's. */
const PairMeaning = ({ field, row }: { field: string; row: number }) => {
  const units = useUnits();
  const pair: { name?: unknown; value?: unknown } | undefined = Form.useWatch([field, row]);
  const unit = deviceParameter(String(pair?.name ?? '').trim())?.unit;
  if (unit === undefined) return null;
  const text = String(pair?.value ?? '').trim();
  const value = Number(text);
  return <bdi dir="ltr">{text === '' || !Number.isFinite(value) ? unit : units.beside(value, unit)}</bdi>;
};

/** Names and values, line by line. */
const Pairs = ({ field }: { field: CommandField }) => {
  const { t } = useTranslation();
  return (
    <Form.List name={field.name} initialValue={[{}]}>
      {(rows, { add, remove }) => (
        <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
          <legend style={{ padding: 0, marginBottom: 4 }}>{inLanguage(field.label)}</legend>
          {rows.map(({ key, name }) => (
            <div key={key} style={{ display: 'flex', gap: 8, alignItems: 'flex-start' }}>
              <Form.Item name={[name, 'name']} rules={[{ required: true }]} style={{ flex: 1 }}>
                <Input aria-label={t('commands.parameterName')} placeholder={t('commands.parameterName')} maxLength={40} />
              </Form.Item>
              <Form.Item
                name={[name, 'value']}
                rules={[{ required: true }]}
                style={{ flex: 1 }}
                extra={<PairMeaning field={field.name} row={name} />}
              >
                <Input aria-label={t('commands.parameterValue')} placeholder={t('commands.parameterValue')} maxLength={200} />
              </Form.Item>
              <Button onClick={() => remove(name)} disabled={rows.length === 1}>
                {t('commands.removeParameter')}
              </Button>
            </div>
          ))}
          <Button onClick={() => add({})} disabled={rows.length >= 20} style={{ marginBottom: 16 }}>
            {t('commands.addParameter')}
          </Button>
        </fieldset>
      )}
    </Form.List>
  );
};

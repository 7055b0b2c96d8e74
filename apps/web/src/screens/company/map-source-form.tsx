import { MAP_SOURCE_GRIDS, MAP_SOURCE_LIMITS, mapTemplateHost, takesKey, type MapSource } from '@sightline/contract';
import { Input } from 'antd';
import { i18n } from '../../i18n/i18n.ts';
import { isEmpty } from '../../ui/form-dialog/field-rules.ts';
import type { ControlProps, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';

const SHOWN_OF_KEY = 4;
const TILE_ZOOM = 19;

const textOf = (values: FormValues, name: string): string => (typeof values[name] === 'string' ? values[name].trim() : '');

/** That a key is known, and by which end; nothing of a short one is told. */
const wordsOfKey = (key: string): string =>
  key.length > SHOWN_OF_KEY * 2
    ? i18n.t('company.map.source.keyKnown', { end: key.slice(-SHOWN_OF_KEY) })
    : i18n.t('company.map.source.keyKnownShort');

/** The key that counts while one types: the one typed, else the known one where the template has a place for it. */
export const keyOf = (values: FormValues, known: string | null): string | null => {
  if (!takesKey(textOf(values, 'urlTemplate'))) return null;
  return textOf(values, 'key') || known;
};

/** The source as the form has it, as far as tiles need it; null while it is none. */
export const sourceOf = (values: FormValues, known: string | null): Pick<MapSource, 'urlTemplate' | 'key' | 'grid' | 'maxZoom'> | null => {
  const urlTemplate = textOf(values, 'urlTemplate');
  const key = keyOf(values, known);
  if (mapTemplateHost(urlTemplate) === null || (takesKey(urlTemplate) && key === null)) return null;
  return { urlTemplate, key, grid: values['grid'] === 'gcj02' ? 'gcj02' : 'web', maxZoom: TILE_ZOOM };
};

/** What the form begins with: the own source without its key. */
export const sourceValues = (source: MapSource | null): FormValues => {
  if (source === null) return { maxZoom: TILE_ZOOM, grid: 'web', imagery: false };
  const { key: _key, ...values } = source;
  return values;
};

const KeyInput = ({ known, value, onChange, ...control }: ControlProps & { known: string | null }) => (
  <Input.Password
    {...control}
    value={typeof value === 'string' ? value : ''}
    onChange={({ target }) => onChange?.(target.value)}
    maxLength={MAP_SOURCE_LIMITS.key}
    autoComplete="off"
    placeholder={known === null ? undefined : wordsOfKey(known)}
  />
);

/** Where the tiles of the own map come from. `known`: the key that has been saved; it stays when none is typed. */
export const mapSourceForm = (known: string | null): FormDefinition<'customer.set.map.source'> => ({
  id: 'customer.mapSource',
  operation: 'customer.set.map.source',
  groups: [
    {
      fields: [
        { kind: 'text', name: 'name', label: 'company.map.source.name', hint: 'company.map.source.nameHint' },
        {
          kind: 'text',
          name: 'urlTemplate',
          label: 'company.map.source.urlTemplate',
          hint: 'company.map.source.urlHint',
          placeholder: 'company.map.source.urlExample',
          check: (value, values) =>
            typeof value === 'string' && !isEmpty(values['key']) && !takesKey(value) ? i18n.t('company.map.source.noPlace') : null,
        },
        {
          kind: 'custom',
          name: 'key',
          label: 'company.map.source.key',
          hint: 'company.map.source.keyHint',
          ...(known === null && { required: true as const }),
          isFor: (values) => !isEmpty(values['key']) || takesKey(textOf(values, 'urlTemplate')),
          render: (control) => <KeyInput {...control} known={known} />,
        },
        { kind: 'text', name: 'attribution', label: 'company.map.source.attribution', hint: 'company.map.source.attributionHint' },
        {
          kind: 'number',
          name: 'maxZoom',
          label: 'company.map.source.maxZoom',
          hint: 'company.map.source.maxZoomHint',
          min: 1,
          max: MAP_SOURCE_LIMITS.maxZoom,
        },
        {
          kind: 'select',
          name: 'grid',
          label: 'company.map.source.grid',
          required: true,
          options: MAP_SOURCE_GRIDS.map((value) => ({ value, label: i18n.t(`company.map.source.grids.${value}`) })),
        },
        { kind: 'switch', name: 'imagery', label: 'company.map.source.imagery', hint: 'company.map.source.imageryHint' },
      ],
    },
  ],
});

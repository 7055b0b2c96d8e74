import type { Branding } from '@sightline/contract';
import type { TFunction } from 'i18next';
import { LANGUAGES } from '../../i18n/i18n.ts';
import type { ControlProps, FieldDefinition, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { ColourField } from './colour-field.tsx';
import { PictureField } from './picture-field.tsx';
import { ICON, LOGO, SIGN_IN_PICTURE, type PictureLimit } from './shrink-picture.ts';

const PICTURES: readonly (readonly [name: string, limit: PictureLimit, ground: 'light' | 'dark'])[] = [
  ['logoLight', LOGO, 'light'],
  ['logoDark', LOGO, 'dark'],
  ['icon', ICON, 'light'],
  ['loginPageImage', SIGN_IN_PICTURE, 'light'],
];

const NAMES = [
  'title',
  'hostName',
  'logoLight',
  'logoDark',
  'icon',
  'loginPageImage',
  'defaultThemeColor',
  'defaultLanguage',
  'menuBarPosition',
  'menuColor',
] as const satisfies readonly (keyof Branding)[];

/** What the form begins with. */
export const brandValues = (brand: Branding): FormValues => Object.fromEntries(NAMES.map((name) => [name, brand[name]]));

/** What a host looks like. */
export const brandingForm = (t: TFunction): FormDefinition<'customer.branding.save'> => ({
  id: 'customer.branding',
  operation: 'customer.branding.save',
  sendsChanges: true,
  errorFields: { nameExists: 'hostName' },
  groups: [
    {
      title: 'company.brand.site',
      fields: [
        { kind: 'text', name: 'title', label: 'company.brand.title' },
        {
          kind: 'text',
          name: 'hostName',
          label: 'company.brand.hostName',
          hint: 'company.brand.hostHint',
          placeholder: 'company.brand.hostExample',
        },
      ],
    },
    {
      title: 'company.brand.pictures',
      fields: PICTURES.map(([name, limit, ground]): FieldDefinition => ({
        kind: 'custom',
        name,
        label: `company.brand.${name}`,
        hint: `company.brand.hint.${name}`,
        render: (control: ControlProps) => (
          <PictureField {...(control as ControlProps<string>)} label={t(`company.brand.${name}`)} limit={limit} ground={ground} />
        ),
      })),
    },
    {
      title: 'company.brand.defaults',
      fields: [
        {
          kind: 'custom',
          name: 'defaultThemeColor',
          label: 'company.brand.defaultThemeColor',
          render: (control) => <ColourField {...(control as ControlProps<string>)} />,
        },
        {
          kind: 'choice',
          name: 'defaultLanguage',
          label: 'company.brand.defaultLanguage',
          options: Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
        },
        {
          kind: 'choice',
          name: 'menuBarPosition',
          label: 'company.brand.menuBarPosition',
          options: [
            { value: 'Top', label: t('layout.top') },
            { value: 'Left', label: t('layout.side') },
          ],
        },
        {
          kind: 'choice',
          name: 'menuColor',
          label: 'company.brand.menuColor',
          options: [
            { value: 'Light', label: t('layout.light') },
            { value: 'Dark', label: t('layout.dark') },
          ],
        },
      ],
    },
  ],
});

import type { CompanyLook } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { i18n } from '../../i18n/i18n.ts';
import { MAP_TYPE_IDS } from '../../map/map-types.ts';
import { renewLook } from '../../session/session.ts';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { SettingsForm } from '../../ui/form-dialog/settings-form.tsx';
import { About, SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import css from './company.module.css';

const isOwn = (values: Readonly<Record<string, unknown>>): boolean => values['own'] === true;
const namesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Which map types the own people are offered. */
const mapTypesForm = (): FormDefinition<'customer.set.map.types'> => {
  const types = MAP_TYPE_IDS.map((value) => ({ value, label: i18n.t(`map.types.${value}`) }));
  return {
    id: 'customer.mapTypes',
    operation: 'customer.set.map.types',
    toInput: (values) => ({
      mapTypes: isOwn(values) ? namesOf(values['mapTypes']) : null,
      defaultMapType: isOwn(values) ? (values['defaultMapType'] ?? null) : null,
    }),
    groups: [
      {
        fields: [
          { kind: 'switch', name: 'own', label: 'company.map.own', hint: 'company.map.ownAbout' },
          { kind: 'select', name: 'mapTypes', label: 'company.map.mapTypes', multiple: true, required: true, options: types, isFor: isOwn },
          {
            kind: 'select',
            name: 'defaultMapType',
            label: 'company.map.defaultMapType',
            placeholder: 'company.map.none',
            options: types,
            isFor: isOwn,
          },
        ],
      },
    ],
  };
};

/** Map types as the own customer has them. */
export const Page = () => {
  const { t, i18n: texts } = useTranslation();
  const query = useCall('customer.look.info', {});
  const { language } = texts;
  // The names of the options are in the language of the page.
  const definition = useMemo(() => (language === '' ? null : mapTypesForm()), [language]);
  const valuesOf = ({ ownMapTypes, mapTypes, defaultMapType }: CompanyLook) => ({
    own: ownMapTypes,
    mapTypes,
    defaultMapType: ownMapTypes ? defaultMapType : null,
  });
  return (
    <SettingsPage title={t('routes.mapSettings.title')} about={t('company.map.about')} wide>
      <div className={css.narrow}>
        <QueryView query={query} rows={6}>
          {(look) =>
            definition !== null && (
              <SettingsForm definition={definition} initial={valuesOf(look)} done={t('company.map.saved')} onDone={renewLook} />
            )
          }
        </QueryView>
      </div>
      <About>{t('company.map.keys')}</About>
    </SettingsPage>
  );
};

import { OWN_MAP_TYPE, type CompanyLook } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { MAP_TYPE_IDS, type MapTypeId } from '../../map/map-types.ts';
import { useMapTypeNames } from '../../session/map-choice.ts';
import { renewLook } from '../../session/session.ts';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { SettingsForm } from '../../ui/form-dialog/settings-form.tsx';
import { About, SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import css from './company.module.css';
import { MapSourceSection } from './map-source-section.tsx';

const isOwn = (values: Readonly<Record<string, unknown>>): boolean => values['own'] === true;
const namesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Which map types the own people are offered. */
const mapTypesForm = (ids: readonly MapTypeId[], nameOf: (type: MapTypeId) => string): FormDefinition<'customer.set.map.types'> => {
  const types = ids.map((value) => ({ value, label: nameOf(value) }));
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
  const { t } = useTranslation();
  const query = useCall('customer.look.info', {});
  return (
    <SettingsPage title={t('routes.mapSettings.title')} about={t('company.map.about')} wide>
      <QueryView query={query} rows={6}>
        {(look) => (
          <>
            {/* Another source offers another type: what stood in the form is of the types before. */}
            <TypesForm key={look.mapSource?.name} look={look} />
            <About>{t('company.map.keys')}</About>
            <MapSourceSection look={look} />
          </>
        )}
      </QueryView>
    </SettingsPage>
  );
};

const TypesForm = ({ look: { ownMapTypes, mapTypes, defaultMapType, mapSource } }: { look: CompanyLook }) => {
  const { t } = useTranslation();
  const nameOf = useMapTypeNames();
  const hasSource = mapSource !== null;
  // The names of the options are in the language of the page.
  const definition = useMemo(() => mapTypesForm(hasSource ? [...MAP_TYPE_IDS, OWN_MAP_TYPE] : MAP_TYPE_IDS, nameOf), [hasSource, nameOf]);
  return (
    <div className={css.narrow}>
      <SettingsForm
        definition={definition}
        initial={{ own: ownMapTypes, mapTypes, defaultMapType: ownMapTypes ? defaultMapType : null }}
        done={t('company.map.saved')}
        onDone={renewLook}
      />
    </div>
  );
};

import type { CustomerInfo } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { SettingsForm } from '../../ui/form-dialog/settings-form.tsx';
import { About, SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { DotTag } from '../commands/dot-tag.tsx';
import { companyForm, mapPointForm } from './basic-information-forms.tsx';
import css from './company.module.css';
import { SwitchLine } from './switch-line.tsx';

/** What the platform knows of the own company, and what its main account decides for it. */
export const Page = () => {
  const { t } = useTranslation();
  const query = useCall('customer.info', {});
  return (
    <SettingsPage title={t('routes.basicInformation.title')} wide>
      <QueryView query={query} rows={10}>
        {(company) => (
          <>
            <Details company={company} />
            <Modules modules={company.modules} />
            <Decisions company={company} />
            <MapStart company={company} />
          </>
        )}
      </QueryView>
    </SettingsPage>
  );
};

const Details = ({ company }: { company: CustomerInfo }) => {
  const { t } = useTranslation();
  const { id, customerName, contact, phone, email, address, timezone } = company;
  const definition = useMemo(() => companyForm(id), [id]);
  return (
    <Section title={t('company.info.details')}>
      <div className={css.narrow}>
        <SettingsForm
          definition={definition}
          initial={{ customerName, contact, phone, email, address, timezone }}
          done={t('company.info.saved')}
        />
      </div>
    </Section>
  );
};

/** They are switched by the customer above, so here they are only told. */
const Modules = ({ modules }: { modules: CustomerInfo['modules'] }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('company.info.modules')}>
      <About>{t('company.info.modulesAbout')}</About>
      <FactList
        facts={(['fleet', 'developer', 'personalDevice'] as const).map((name) => [
          t(`company.info.module.${name}`),
          <DotTag key={name} tone={modules[name] ? 'good' : 'quiet'}>
            {t(modules[name] ? 'company.info.on' : 'company.info.off')}
          </DotTag>,
        ])}
      />
    </Section>
  );
};

const Decisions = ({ company }: { company: CustomerInfo }) => {
  const { t } = useTranslation();
  return (
    <Section title={t('company.info.decisions')}>
      <SwitchLine
        operation="customer.set.superior.watch"
        input={(superiorMayWatch) => ({ superiorMayWatch })}
        checked={company.superiorMayWatch}
        label={t('company.info.superiorMayWatch')}
        about={t('company.info.superiorAbout')}
      />
      <SwitchLine
        operation="customer.set.map.analyze"
        input={(enabled) => ({ enabled })}
        checked={company.addressAnalysis}
        label={t('company.info.addressAnalysis')}
        about={t('company.info.addressAbout')}
      />
    </Section>
  );
};

const MapStart = ({ company: { defaultLat: lat, defaultLon: lon } }: { company: CustomerInfo }) => {
  const { t } = useTranslation();
  const definition = useMemo(() => mapPointForm(), []);
  return (
    <Section title={t('company.info.mapPoint')}>
      <About>{t('company.info.mapPointAbout')}</About>
      <SettingsForm
        definition={definition}
        initial={{ point: lat === null || lon === null ? null : { lat, lon } }}
        done={t('company.info.mapPointSaved')}
      />
    </Section>
  );
};

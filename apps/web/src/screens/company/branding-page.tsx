import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { loadBranding } from '../../session/branding.ts';
import { SettingsForm } from '../../ui/form-dialog/settings-form.tsx';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { brandingForm, brandValues } from './branding-form.tsx';

/** What the host of the own customer looks like, with a picture of it beside the form. */
export const Page = () => {
  const { t } = useTranslation();
  const query = useCall('customer.branding', {});
  const definition = useMemo(() => brandingForm(t), [t]);
  return (
    <SettingsPage title={t('routes.branding.title')} about={t('company.brand.about')} wide>
      <QueryView query={query} rows={10}>
        {(brand) => (
          <SettingsForm
            definition={definition}
            initial={brandValues(brand)}
            done={t('company.brand.saved')}
            // Whoever is on that host sees it at once.
            onDone={() => void loadBranding()}
            beside={(values) => <BrandPreview values={values} />}
          />
        )}
      </QueryView>
    </SettingsPage>
  );
};

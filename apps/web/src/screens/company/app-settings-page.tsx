import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import type { FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { SettingsForm } from '../../ui/form-dialog/settings-form.tsx';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { ClientLinks } from '../login/clients.tsx';
import { StoreCodes } from '../login/store-codes.tsx';
import { storeLinks } from '../login/store-links.ts';
import css from './company.module.css';

/** Where the app of the own host is downloaded. */
const FORM: FormDefinition<'customer.branding.save'> = {
  id: 'customer.app',
  operation: 'customer.branding.save',
  sendsChanges: true,
  groups: [
    {
      fields: [
        { kind: 'text', name: 'appName', label: 'company.app.appName' },
        { kind: 'text', name: 'appIos', label: 'company.app.appIos', hint: 'company.app.https', placeholder: 'company.app.iosExample' },
        {
          kind: 'text',
          name: 'appAndroid',
          label: 'company.app.appAndroid',
          hint: 'company.app.https',
          placeholder: 'company.app.androidExample',
        },
        { kind: 'text', name: 'app', label: 'company.app.app', hint: 'company.app.https' },
      ],
    },
  ],
};

/** The apps that the sign-in page of the own host offers. */
export const Page = () => {
  const { t } = useTranslation();
  const query = useCall('customer.branding', {});
  return (
    <SettingsPage title={t('routes.appSettings.title')} about={t('company.app.about')} wide>
      <QueryView query={query} rows={6}>
        {({ hostName, appName, appIos, appAndroid, app }) => (
          <>
            {hostName === '' && (
              <Alert
                className={css.notice}
                type="info"
                showIcon
                title={
                  <>
                    {t('company.app.noHost')} <Link to="/personalCenter/customerSettings/branding">{t('company.app.toBranding')}</Link>
                  </>
                }
              />
            )}
            <SettingsForm
              definition={FORM}
              initial={{ appName, appIos, appAndroid, app }}
              done={t('company.app.saved')}
              beside={(values) => <Preview values={values} />}
            />
          </>
        )}
      </QueryView>
    </SettingsPage>
  );
};

/** What people will see once it is saved. */
const Preview = ({ values }: { values: FormValues }) => {
  const { t } = useTranslation();
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name].trim() : '');
  const apps = { appName: text('appName'), appIos: text('appIos'), appAndroid: text('appAndroid'), app: text('app') };
  const links = storeLinks(apps);
  return (
    <section aria-label={t('company.app.preview')}>
      <h2>{t('company.app.preview')}</h2>
      <ClientLinks apps={apps} />
      {links.length > 0 && <StoreCodes links={links} />}
    </section>
  );
};

import { OWN_MAP_TYPE, type CompanyLook } from '@sightline/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query.ts';
import { sourceLayer } from '../../map/map-types.ts';
import { tryTile } from '../../map/tiles/tile-request.ts';
import { useMayCall } from '../../session/may-call.ts';
import { renewLook } from '../../session/session.ts';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { Section } from '../../ui/detail/section.tsx';
import type { FormValues } from '../../ui/form-dialog/form-definition.ts';
import { SettingsForm } from '../../ui/form-dialog/settings-form.tsx';
import { About } from '../../ui/settings-page/settings-page.tsx';
import css from './company.module.css';
import { mapSourceForm, sourceOf, sourceValues } from './map-source-form.tsx';

/** The map of the company's own: where its tiles come from, tried out, taken away. */
export const MapSourceSection = ({ look: { mapSource, ownMapSource, mapTypes } }: { look: CompanyLook }) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const mayRemove = useMayCall('customer.set.map.source.remove');
  const [dialog, ask] = useConfirm();
  const own = ownMapSource ? mapSource : null;
  const known = own?.key ?? null;
  const { language } = i18n;
  // The words of its choices are in the language of the page.
  const definition = useMemo(() => (language === '' ? null : mapSourceForm(known)), [known, language]);
  const remove = (name: string): void =>
    ask(
      {
        title: t('company.map.source.removeTitle', { name }),
        lines: [t('company.map.source.removeAbout')],
        ok: t('company.remove'),
        danger: true,
      },
      async () => {
        await call('customer.set.map.source.remove', {});
        await renewLook();
        await queryClient.invalidateQueries();
        message.success(t('company.map.source.removed'));
      },
    );
  return (
    <Section
      title={t('company.map.source.title')}
      action={
        own !== null &&
        mayRemove && (
          <Button size="small" danger onClick={() => remove(own.name)}>
            {t('company.remove')}
          </Button>
        )
      }
    >
      <About>{t('company.map.source.about')}</About>
      {own === null && mapSource !== null && (
        <Alert className={css.notice} type="info" showIcon title={t('company.map.source.fromAbove', { name: mapSource.name })} />
      )}
      {own !== null && !mapTypes.includes(OWN_MAP_TYPE) && (
        <Alert className={css.notice} type="warning" showIcon title={t('company.map.source.notOffered', { name: own.name })} />
      )}
      {definition !== null && (
        // A key that was saved is not shown: the form begins anew.
        <SettingsForm
          key={JSON.stringify(own)}
          definition={definition}
          initial={sourceValues(own)}
          done={t('company.map.source.saved')}
          onDone={renewLook}
          beside={(values) => <Trial values={values} known={known} />}
        />
      )}
      {dialog}
    </Section>
  );
};

const TONES = { works: 'success', refused: 'error', unreachable: 'error', notAllowed: 'error' } as const;

/** Loads one tile of what stands in the form, here in the browser of the person, as a map would. */
const Trial = ({ values, known }: { values: FormValues; known: string | null }) => {
  const { t } = useTranslation();
  const source = sourceOf(values, known);
  // What came of one address says nothing about the next.
  return <TrialOf key={JSON.stringify(source)} source={source} words={t('company.map.source.tryAbout')} />;
};

const TrialOf = ({ source, words }: { source: ReturnType<typeof sourceOf>; words: string }) => {
  const { t } = useTranslation();
  const trial = useMutation({
    mutationFn: async (tried: NonNullable<typeof source>) => await tryTile(sourceLayer(tried), new AbortController().signal),
    // Without a network it says so, instead of waiting for one.
    networkMode: 'always',
  });
  return (
    <section aria-label={t('company.map.source.try')}>
      <About>{words}</About>
      <Button
        htmlType="button"
        loading={trial.isPending}
        disabled={source === null}
        onClick={() => source !== null && trial.mutate(source)}
      >
        {t('company.map.source.try')}
      </Button>
      <div role="status" aria-live="polite" className={css.space}>
        {trial.isPending && <span className="visually-hidden">{t('company.map.source.trying')}</span>}
        {trial.data !== undefined && <Alert showIcon type={TONES[trial.data]} title={t(`company.map.source.result.${trial.data}`)} />}
      </div>
    </section>
  );
};

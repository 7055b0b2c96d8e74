import type { InputOf, OperationId, UserSettings } from '@sightline/contract';
import { FORMAT_LOCALES, formatLocaleOf, type FormatLocaleId } from '@sightline/domain/locale/format-locales';
import { SoundOutlined } from '@ant-design/icons';
import { App, Button, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { queryClient, useCall } from '../../api/query.ts';
import { isLanguage, LANGUAGES, pickLanguage, changeLanguage, type Language } from '../../i18n/i18n.ts';
import { SOUND_TYPES, soundPlayer, type SoundType } from '../../notice/sounds.ts';
import { useMapTypeNames, useMapTypeOfPerson, useOfferedMapTypes } from '../../session/map-choice.ts';
import { useMayCall } from '../../session/may-call.ts';
import { changeSettings, changeUser, useSession } from '../../session/session.ts';
import { setPreference } from '../../theme/preferences.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { useNow } from '../../ui/clock.ts';
import { Section } from '../../ui/detail/section.tsx';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { useUnits } from '../../units/user-units.ts';
import css from './personal.module.css';
import { SettingRow } from './setting-row.tsx';
import { ZoneRow } from './zone-row.tsx';

/** Time, language and manner of writing, map, sound and video nodes of the signed-in person. */
export const Page = () => {
  const { t } = useTranslation();
  return (
    <SettingsPage title={t('routes.basicSettings.title')} about={t('personal.savedAtOnce')}>
      <Section title={t('personal.basic.timeAndLanguage')}>
        <ZoneRow />
        <LanguageRow />
        <FormatRow />
      </Section>
      <Section title={t('personal.basic.mapAndSound')}>
        <MapRow />
        <SoundRow />
      </Section>
      <Section title={t('personal.basic.nodes')}>
        {NODES.map((node) => (
          <NodeRow key={node.field} node={node} />
        ))}
      </Section>
    </SettingsPage>
  );
};

/** Saves one field of the settings, and shows it at once. */
const saveField = async <K extends OperationId>(operation: K, change: InputOf<K> & Partial<UserSettings>): Promise<void> => {
  await call(operation, change);
  changeSettings(change);
};

const LanguageRow = () => {
  const { t, i18n } = useTranslation();
  const may = useMayCall('user.setting.language');
  const save = async (language: Language): Promise<void> => {
    await call('user.setting.language', { language });
    await changeLanguage(language);
    setPreference('language', language);
    changeUser({ language });
    // Names that the server words come anew.
    await queryClient.invalidateQueries();
  };
  return (
    <SettingRow<Language> label={t('personal.basic.language')} value={pickLanguage([i18n.language])} save={save} disabled={!may}>
      {({ onChange, ...control }) => (
        <Select<string>
          {...control}
          options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          onChange={(value) => isLanguage(value) && onChange(value)}
        />
      )}
    </SettingRow>
  );
};

const EXAMPLE_METRES = 12_345_678;

const FormatRow = () => {
  const { t, i18n } = useTranslation();
  const { settings } = useSession();
  const units = useUnits();
  const format = useFormatInstant();
  const now = useNow();
  const may = useMayCall('user.setting.formatlocale');
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
    const locales = FORMAT_LOCALES.map(({ id, tag }) => ({ value: id as FormatLocaleId | '', label: names.of(tag) ?? tag }));
    return [
      { value: '' as const, label: t('personal.basic.iso') },
      ...locales.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language)),
    ];
  }, [t, i18n.language]);
  const turns = formatLocaleOf(settings.formatLocale)?.rightToLeft === true;
  return (
    <SettingRow<FormatLocaleId | ''>
      label={t('personal.basic.format')}
      hint={
        <>
          <bdi className="tabular">{format(now, 'minutes')}</bdi> · <bdi className="tabular">{units.distance(EXAMPLE_METRES)}</bdi>
          {turns && ` · ${t('personal.basic.rightToLeft')}`}
        </>
      }
      value={settings.formatLocale}
      save={(formatLocale) => saveField('user.setting.formatlocale', { formatLocale })}
      disabled={!may}
    >
      {(control) => <Select {...control} options={options} showSearch={{ optionFilterProp: 'label' }} />}
    </SettingRow>
  );
};

const MapRow = () => {
  const { t } = useTranslation();
  // What the company does not offer cannot be chosen, and is not what maps show.
  const offered = useOfferedMapTypes();
  const shown = useMapTypeOfPerson();
  const nameOf = useMapTypeNames();
  const may = useMayCall('user.setting.map');
  return (
    <SettingRow label={t('personal.basic.map')} value={shown} save={(map) => saveField('user.setting.map', { map })} disabled={!may}>
      {(control) => <Select {...control} options={offered.map((value) => ({ value, label: nameOf(value) }))} />}
    </SettingRow>
  );
};

const SoundRow = () => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { settings } = useSession();
  const may = useMayCall('user.setting.sound');
  const value = (SOUND_TYPES.find((type) => type === settings.soundType) ?? 3) satisfies SoundType;
  const listen = async (type: SoundType): Promise<void> => {
    if (!(await soundPlayer.listen(type))) message.warning(t('personal.basic.noSound'));
  };
  return (
    <SettingRow<SoundType>
      label={t('personal.basic.sound')}
      hint={t('personal.basic.soundHint')}
      value={value}
      save={(soundType) => saveField('user.setting.sound', { soundType })}
      disabled={!may}
    >
      {(control) => (
        <div className={css.pair}>
          <Select<SoundType>
            {...control}
            style={{ flex: 1 }}
            options={SOUND_TYPES.map((type) => ({ value: type, label: t(`personal.basic.sounds.${type}`) }))}
          />
          <Button icon={<SoundOutlined aria-hidden />} onClick={() => void listen(control.value)}>
            {t('personal.basic.listen')}
          </Button>
        </div>
      )}
    </SettingRow>
  );
};

const NODES = [
  { field: 'defaultMediaNode', operation: 'user.setting.node.media', list: 'video.nodes', label: 'personal.basic.nodeLive' },
  { field: 'defaultTalkNode', operation: 'user.setting.node.talk', list: 'audio.nodes', label: 'personal.basic.nodeTalk' },
  { field: 'defaultReplayNode', operation: 'user.setting.node.replay', list: 'video.history.nodes', label: 'personal.basic.nodeReplay' },
] as const;

const NodeRow = ({ node: { field, operation, list, label } }: { node: (typeof NODES)[number] }) => {
  const { t } = useTranslation();
  const { settings } = useSession();
  const may = useMayCall(operation);
  const mayList = useMayCall(list);
  const nodes = useCall(list, {}, { enabled: mayList });
  const chosen = settings[field];
  const known = nodes.data ?? [];
  const now = known.find((node) => node.default)?.name;
  const save = async (name: string): Promise<void> => {
    const change = { [field]: name };
    await call(operation, change as InputOf<typeof operation>);
    changeSettings(change);
    await queryClient.invalidateQueries({ queryKey: [list] });
  };
  return (
    <SettingRow
      label={t(label)}
      hint={now === undefined ? undefined : t('nodes.now', { name: now })}
      value={chosen}
      save={save}
      disabled={!may || !mayList}
    >
      {(control) => (
        <Select<string>
          {...control}
          options={[
            { value: '', label: t('nodes.asCustomer') },
            ...known.map(({ nodeValue, name }) => ({ value: nodeValue, label: name })),
            ...(chosen === '' || known.some(({ nodeValue }) => nodeValue === chosen)
              ? []
              : [{ value: chosen, label: t('nodes.gone', { name: chosen }) }]),
          ]}
        />
      )}
    </SettingRow>
  );
};

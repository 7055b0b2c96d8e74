import { COMPANY_LIMITS, type LanguageText } from '@sightline/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Segmented, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { currentLanguage, i18n, LANGUAGES, loadCatalogue, type Language } from '../../i18n/i18n.ts';
import { flatTexts, keepsPlaceholders, placeholdersOf } from '../../i18n/own-texts.ts';
import { useMayCall } from '../../session/may-call.ts';
import { renewLook } from '../../session/session.ts';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { Muted, SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import css from './company.module.css';

interface Row extends LanguageText {
  readonly own: string;
}
/** More than that nobody reads; who types more of a text finds it. */
const MAX_ROWS = 50;

const formOf = ({ key, text }: LanguageText, languageCode: Language): FormDefinition<'language.text.save'> => ({
  id: 'language.text',
  operation: 'language.text.save',
  fixed: { key, languageCode },
  groups: [
    {
      fields: [
        {
          kind: 'textarea',
          name: 'text',
          label: 'company.texts.ownText',
          hint: 'company.texts.hint',
          maxLength: COMPANY_LIMITS.textLength,
          check: (value) => {
            if (typeof value !== 'string' || keepsPlaceholders(value, text)) return null;
            const names = placeholdersOf(text).map((name) => `{{${name}}}`);
            return names.length === 0
              ? i18n.t('company.texts.noPlaceholders')
              : i18n.t('company.texts.placeholders', { names: names.join(' ') });
          },
        },
      ],
    },
  ],
});

/** Own words in the place of built-in texts, found by what is shown. */
export const Page = () => {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const own = useCall('language.text.list', { languageCode: language });
  const builtIn = useQuery({
    queryKey: ['built-in texts', language],
    queryFn: async () => flatTexts(await loadCatalogue(language)),
    staleTime: Infinity,
  });
  return (
    <SettingsPage title={t('routes.languageTexts.title')} about={t('company.texts.about')} wide>
      <Segmented<Language>
        className={css.notice}
        name="text-language"
        aria-label={t('company.texts.language')}
        value={language}
        options={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
        onChange={setLanguage}
      />
      <QueryView query={own} rows={8}>
        {(changed) => (
          <QueryView query={builtIn} rows={8}>
            {(texts) => <Texts key={language} language={language} texts={texts} changed={changed} />}
          </QueryView>
        )}
      </QueryView>
    </SettingsPage>
  );
};

interface TextsProps {
  readonly language: Language;
  readonly texts: readonly LanguageText[];
  readonly changed: readonly LanguageText[];
}

const Texts = ({ language, texts, changed }: TextsProps) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('language.text.save');
  const [search, setSearch] = useState('');
  const [onlyOwn, setOnlyOwn] = useState(false);
  const [edited, setEdited] = useState<Row | null>(null);
  const rows = useMemo(() => {
    const own = new Map(changed.map(({ key, text }) => [key, text]));
    const wanted = search.trim().toLowerCase();
    return texts
      .map((row): Row => ({ ...row, own: own.get(row.key) ?? '' }))
      .filter((row) => (!onlyOwn || row.own !== '') && `${row.text}\n${row.own}\n${row.key}`.toLowerCase().includes(wanted));
  }, [texts, changed, search, onlyOwn]);
  const definition = useMemo(() => (edited === null ? null : formOf(edited, language)), [edited, language]);
  return (
    <>
      <div className={css.filters}>
        <Input
          type="search"
          allowClear
          aria-label={t('company.texts.search')}
          placeholder={t('company.texts.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Checkbox checked={onlyOwn} onChange={({ target }) => setOnlyOwn(target.checked)}>
          {t('company.texts.onlyOwn')}
        </Checkbox>
      </div>
      <Table<Row>
        size="small"
        rowKey="key"
        dataSource={rows.slice(0, MAX_ROWS)}
        pagination={false}
        locale={{ emptyText: t('company.texts.none') }}
        columns={[
          { title: t('company.texts.builtIn'), dataIndex: 'text' },
          { title: t('company.texts.own'), dataIndex: 'own', render: (text: string) => text || '–' },
          {
            title: t('company.texts.key'),
            dataIndex: 'key',
            responsive: ['lg'],
            render: (key: string) => <Muted as="span">{key}</Muted>,
          },
          {
            title: t('company.texts.actions'),
            key: 'actions',
            hidden: !mayEdit,
            render: (_value, row) => (
              <Button size="small" aria-label={t('company.texts.editOf', { text: row.text })} onClick={() => setEdited(row)}>
                {t('company.texts.edit')}
              </Button>
            ),
          },
        ]}
      />
      {rows.length > MAX_ROWS && <Muted>{t('company.texts.more', { count: rows.length - MAX_ROWS })}</Muted>}
      {edited !== null && definition !== null && (
        <FormDialog
          key={edited.key}
          definition={definition}
          as="dialog"
          title={t('company.texts.title')}
          objectId={`${language}.${edited.key}`}
          initial={{ text: edited.own }}
          intro={edited.text}
          done={t('company.texts.saved')}
          onDone={renewLook}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
};

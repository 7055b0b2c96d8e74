import { Collapse, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { Section } from '../../ui/detail/section.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import css from './help.module.css';

/** More than that are looked through by their words. */
const SEARCHED_FROM = 6;

/** Questions that many have; all of them are here, and looked through here. */
export const CommonQuestions = () => {
  const { t } = useTranslation();
  const query = useCall('faq.public', {}, { staleTime: 60_000 });
  const [text, setText] = useState('');
  if (query.data?.length === 0) return null;
  const wanted = text.trim().toLowerCase();
  return (
    <Section title={t('help.common')}>
      <QueryView query={query} rows={4}>
        {(entries) => {
          const found = entries.filter(({ question, answer }) => `${question}\n${answer}`.toLowerCase().includes(wanted));
          return (
            <>
              {entries.length >= SEARCHED_FROM && (
                <Input.Search
                  className={css.search}
                  allowClear
                  aria-label={t('help.search')}
                  placeholder={t('help.search')}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
              {found.length === 0 ? (
                <Empty text={t('help.nothingFound')} />
              ) : (
                <Collapse
                  ghost
                  size="small"
                  className={css.common}
                  items={found.map(({ id, question, answer }) => ({
                    key: id,
                    label: question,
                    children: <p className={css.words}>{answer}</p>,
                  }))}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
};

import type { FaqItem } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Pagination, Tag } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { Section } from '../../ui/detail/section.tsx';
import { Muted } from '../../ui/settings-page/settings-page.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { AskForm } from './ask-form.tsx';
import css from './help.module.css';

const PAGE_SIZE = 5;

const isUnread = ({ answer, readingTime }: FaqItem): boolean => answer !== null && readingTime === null;

/** Asking, and what one has asked: an answer that is on screen has been read. */
export const MyQuestions = () => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayAsk = useMayCall('faq.add');
  const [page, setPage] = useState(1);
  const [text, setText] = useState('');
  const query = useCall('faq.query', { pageIndex: page, pageSize: PAGE_SIZE, content: text }, { keepPrevious: true, staleTime: 0 });
  const unread = mayAsk ? (query.data?.records ?? []).filter(isUnread) : [];
  const ids = unread.map(({ id }) => id).join(',');
  useEffect(() => {
    if (ids === '') return;
    // It keeps its mark until the list is read anew; the bell goes out.
    call('faq.updateReadTime', { ids }).then(
      () => void queries.invalidateQueries({ queryKey: ['common.checkUpdate'] }),
      () => undefined,
    );
  }, [ids, queries]);
  const hasAsked = text !== '' || (query.data?.total ?? 0) > 0;
  return (
    <>
      {mayAsk && (
        <Section title={t('help.ask')}>
          <AskForm />
        </Section>
      )}
      <Section title={t('help.mine')}>
        {hasAsked && (
          <Input.Search
            className={css.search}
            allowClear
            aria-label={t('help.searchMine')}
            placeholder={t('help.searchMine')}
            maxLength={100}
            onSearch={(wanted) => {
              setText(wanted.trim());
              setPage(1);
            }}
          />
        )}
        <QueryView
          query={query}
          rows={5}
          isEmpty={({ total }) => total === 0}
          empty={<Empty text={t(text === '' ? 'help.noneAsked' : 'help.nothingFound')} />}
        >
          {({ records, total }) => (
            <>
              <ul className={css.questions}>
                {records.map((item) => (
                  <Question key={item.id} item={item} />
                ))}
              </ul>
              {total > PAGE_SIZE && (
                <Pagination
                  size="small"
                  align="end"
                  current={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  showSizeChanger={false}
                  onChange={setPage}
                />
              )}
            </>
          )}
        </QueryView>
      </Section>
    </>
  );
};

const Question = ({ item }: { item: FaqItem }) => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  return (
    <li>
      <p className={css.words}>
        <Tag variant="filled">{t(`help.types.${item.type}`)}</Tag> {item.question}
      </p>
      <Muted>{format(Date.parse(item.createTime), 'minutes')}</Muted>
      {item.answer === null ? (
        <Muted>{t('help.waiting')}</Muted>
      ) : (
        <div className={css.answer}>
          <p className={css.words}>
            {isUnread(item) && <Tag variant="filled">{t('help.new')}</Tag>} {item.answer}
          </p>
          {item.answerTime !== null && <Muted>{t('help.answered', { time: format(Date.parse(item.answerTime), 'minutes') })}</Muted>}
        </div>
      )}
    </li>
  );
};

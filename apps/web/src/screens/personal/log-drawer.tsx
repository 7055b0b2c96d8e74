import type { LogEntry } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { Muted } from '../../ui/settings-page/settings-page.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { changedThings, valueText } from './log-detail.ts';
import { LogResult } from './log-result.tsx';
import css from './personal.module.css';

/** One entry of a log with everything that it says. */
export const LogDrawer = ({ entry, onClose }: { entry: LogEntry; onClose: () => void }) => {
  const { t } = useTranslation();
  const values = Object.entries(entry.detail);
  return (
    <SideDrawer size={560} title={entry.operationName} onClose={onClose}>
      <Section title={t('personal.log.entry')}>
        <FactList
          facts={[
            [t('personal.log.time'), <ZonedTime key="time" ms={Date.parse(entry.time)} />],
            [t('personal.log.result'), <LogResult key="result" code={entry.code} />],
            [t('personal.log.account'), entry.account],
            [t('personal.log.customer'), entry.customerName],
            [t('personal.log.remote'), entry.remote],
            [t('personal.log.operation'), entry.operation],
          ]}
        />
      </Section>
      {entry.changes.length > 0 && (
        <Section title={t('personal.log.changes')}>
          {changedThings(entry.changes).map(({ title, changes }) => (
            <Changes key={title} title={title} changes={changes} />
          ))}
        </Section>
      )}
      <Section title={t('personal.log.values')}>
        {values.length === 0 ? (
          <Muted>{t('personal.log.noValues')}</Muted>
        ) : (
          <FactList facts={values.map(([name, value]) => [name, valueText(value)])} />
        )}
      </Section>
    </SideDrawer>
  );
};

/** What one thing was, and what it became. */
const Changes = ({ title, changes }: { title: string; changes: LogEntry['changes'] }) => {
  const { t } = useTranslation();
  return (
    <table className={css.changes}>
      {title !== '' && <caption>{title}</caption>}
      <thead>
        <tr>
          <th scope="col">{t('personal.log.field')}</th>
          <th scope="col">{t('personal.log.before')}</th>
          <th scope="col">{t('personal.log.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ of, field, before, after }) => (
          <tr key={`${of} ${field}`}>
            <th scope="row">{field}</th>
            <td>{valueText(before)}</td>
            <td>{valueText(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

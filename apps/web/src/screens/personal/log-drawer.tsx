import type { LogEntry } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { valueText } from './log-detail.ts';
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
            [t('personal.log.account'), entry.account],
            [t('personal.log.customer'), entry.customerName],
            [t('personal.log.remote'), entry.remote],
            [t('personal.log.operation'), entry.operation],
          ]}
        />
      </Section>
      <Section title={t('personal.log.values')}>
        {values.length === 0 ? (
          <p className={css.muted}>{t('personal.log.noValues')}</p>
        ) : (
          <FactList facts={values.map(([name, value]) => [name, valueText(value)])} />
        )}
      </Section>
    </SideDrawer>
  );
};

import { CheckCircleOutlined, CloseCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/query.ts';
import { QueryView } from '../../../../ui/view-state.tsx';
import css from './messages.module.css';

const ICONS = { error: CloseCircleOutlined, warning: WarningOutlined, info: InfoCircleOutlined } as const;
const REFRESH_MS = 15_000;

/** What seems to be wrong with the device, in words, and what to do about it. */
export const Findings = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation();
  const report = useCall('device.raw.findings', { deviceId }, { refetchInterval: REFRESH_MS });
  return (
    <section aria-label={t('detail.findings')} className={css.findings}>
      <QueryView query={report} rows={1}>
        {({ findings, frameCount }) =>
          findings.length === 0 ? (
            <p className={css.fine}>
              <CheckCircleOutlined aria-hidden /> {t(frameCount === 0 ? 'detail.noFrames' : 'detail.noFindings', { count: frameCount })}
            </p>
          ) : (
            <ul>
              {findings.map((finding) => {
                const Icon = ICONS[finding.severity];
                return (
                  <li key={finding.id} data-severity={finding.severity}>
                    <Icon aria-hidden />
                    <div>
                      <p>
                        <strong>{t(`detail.severity.${finding.severity}`)}:</strong> {finding.text}
                      </p>
                      <p className={css.muted}>{t(`detail.advice.${finding.id}`)}</p>
                    </div>
                  </li>
                );
              })}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
};

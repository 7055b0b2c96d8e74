import { Alert, App, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useBranding } from '../../session/branding.ts';
import { copyText } from '../../ui/copy-text.ts';
import { saveText } from '../../ui/save-text.ts';
import css from './security.module.css';

/** The codes for when the phone is lost: they are shown this once. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const { t } = useTranslation();
  const { title } = useBranding();
  const { message } = App.useApp();
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'))) message.success(t('security.copied'));
    else message.error(t('security.notCopied'));
  };
  return (
    <div className={css.step}>
      <Alert type="warning" showIcon title={t('security.codesOnce')} />
      <p>{t('security.codesText')}</p>
      <ul className={css.codes} aria-label={t('security.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <bdi dir="ltr">{code}</bdi>
          </li>
        ))}
      </ul>
      <Space wrap>
        <Button onClick={() => void copy()}>{t('security.copy')}</Button>
        <Button onClick={() => saveText('recovery-codes.txt', [`${title}\n\n`, codes.join('\n'), '\n'])}>{t('security.saveFile')}</Button>
        <Button type="primary" onClick={onKept}>
          {t('security.kept')}
        </Button>
      </Space>
    </div>
  );
};

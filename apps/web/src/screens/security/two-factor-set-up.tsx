import type { OutputOf } from '@sightline/contract';
import { Alert, Button, Form, Input, QRCode } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { Failure, Skeleton } from '../../ui/view-state.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './security.module.css';

type Key = OutputOf<'user.twoFactor.begin'>;

interface SetUpProps {
  /** Said a moment ago. */
  readonly password: string;
  readonly onDone: () => void;
}

/** A key for the app, its first code, and the codes for when it is lost. */
export const TwoFactorSetUp = ({ password, onDone }: SetUpProps) => {
  const [key, setKey] = useState<Key | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let live = true;
    call('user.twoFactor.begin', { password }).then(
      (made) => live && setKey(made),
      (error: unknown) => live && setFailure(error),
    );
    return () => {
      live = false;
    };
  }, [password, attempt]);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (failure !== null) {
    const again = (): void => {
      setFailure(null);
      setAttempt(attempt + 1);
    };
    return <Failure error={failure} onRetry={again} />;
  }
  return key === null ? <Skeleton rows={6} /> : <FirstCode made={key} onConfirmed={setCodes} />;
};

const inFours = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? key;

const FirstCode = ({ made, onConfirmed }: { made: Key; onConfirmed: (codes: readonly string[]) => void }) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async ({ code }: { code: string }): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      onConfirmed((await call('user.twoFactor.confirm', { code })).recoveryCodes);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.step}>
      <p>{t('security.scan')}</p>
      <div className={css.key}>
        <div className={css.qr}>
          {/* Dark on white whatever the theme: not every app reads it the other way round. */}
          <QRCode aria-label={t('security.qr')} value={made.uri} size={168} bordered={false} color="#000000" bgColor="#ffffff" />
        </div>
        <p>
          {t('security.typeKey')}
          <br />
          <bdi dir="ltr" className={css.typed}>
            {inFours(made.key)}
          </bdi>
        </p>
      </div>
      {error !== null && <Alert type="error" title={describeError(error).text} showIcon />}
      <Form
        layout="vertical"
        requiredMark={false}
        validateTrigger={['onSubmit']}
        onFinish={(fields: { code: string }) => void submit(fields)}
      >
        <CodeField label={t('security.firstCode')} />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('security.turnOn')}
        </Button>
      </Form>
    </div>
  );
};

/** Six digits of the app; people and apps write them in two groups. */
export const CodeField = ({ label }: { label: string }) => {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="code"
      label={label}
      normalize={(text: string) => text.replaceAll(/\s/g, '')}
      rules={[{ required: true, pattern: /^[0-9]{6}$/, message: t('security.sixDigits') }]}
    >
      <Input autoComplete="one-time-code" inputMode="numeric" maxLength={7} autoFocus />
    </Form.Item>
  );
};

import type { InputOf } from '@sightline/contract';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { useMayCall } from '../../session/may-call.ts';
import { changeUser, useSession } from '../../session/session.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { About, SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { AvatarRow } from './avatar/avatar-row.tsx';
import { MailAddresses } from './mail-addresses.tsx';
import { PASSWORD_FORM } from './password-form.ts';
import css from './personal.module.css';
import { SettingRow, type RowControl } from './setting-row.tsx';

const SECURITY_PATH = '/personalCenter/userSettings/security';

/** Who the signed-in person is: picture, name, phone, addresses and password. */
export const Page = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <SettingsPage title={t('routes.personalData.title')} about={t('personal.savedAtOnce')}>
      <Section title={t('personal.data.person')}>
        <AvatarRow />
        <TextRow label={t('personal.data.name')} field="userName" value={user.userName} maxLength={60} required />
        <TextRow label={t('personal.data.phone')} field="phone" value={user.phone ?? ''} maxLength={40} />
        <FactList
          facts={[
            [t('personal.data.account'), user.account],
            [t('personal.data.customer'), user.customerName],
            [t('personal.data.kind'), t(`personal.data.kinds.${user.userType}`)],
            [t('personal.data.contactMail'), user.email],
          ]}
        />
      </Section>
      <MailAddresses />
      <SignIn />
    </SettingsPage>
  );
};

interface TextRowProps {
  readonly label: string;
  readonly field: 'userName' | 'phone';
  readonly value: string;
  readonly maxLength: number;
  readonly required?: boolean;
}

const TextRow = ({ label, field, value, maxLength, required = false }: TextRowProps) => {
  const may = useMayCall('user.base.self.update');
  const save = async (text: string): Promise<void> => {
    const change: InputOf<'user.base.self.update'> = { [field]: text };
    await call('user.base.self.update', change);
    changeUser(field === 'phone' ? { phone: text === '' ? null : text } : { userName: text });
  };
  return (
    <SettingRow<string> label={label} value={value} save={save} disabled={!may}>
      {(control) => <TextField {...control} maxLength={maxLength} required={required} />}
    </SettingRow>
  );
};

/** Saved when one leaves it or presses Enter; Escape, or a name left empty, brings back what was there. */
const TextField = ({ value, onChange, loading, required, ...rest }: RowControl<string> & { maxLength: number; required: boolean }) => {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const settle = (): void => {
    const trimmed = text.trim();
    if (required && trimmed === '') setText(value);
    else onChange(trimmed);
  };
  return (
    <Input
      {...rest}
      value={text}
      aria-busy={loading}
      aria-required={required}
      onChange={(event) => setText(event.target.value)}
      onBlur={settle}
      onPressEnter={settle}
      onKeyDown={(event) => event.key === 'Escape' && setText(value)}
    />
  );
};

/** The password; sessions and the second step have a page of their own. */
const SignIn = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const navigate = useNavigate();
  const may = useMayCall('user.base.user.updateUserPassword');
  const { panel, open, close } = usePanel();
  return (
    <Section title={t('personal.data.signIn')}>
      <About>{t('personal.data.signInAbout')}</About>
      <div className={css.pair}>
        {may && <Button onClick={() => open('password')}>{t('personal.data.changePassword')}</Button>}
        <Button onClick={() => void navigate(SECURITY_PATH)}>{t('routes.security.title')}</Button>
      </div>
      {panel?.name === 'password' && may && (
        <FormDialog
          as="dialog"
          definition={PASSWORD_FORM}
          title={t('personal.data.changePassword')}
          objectId={user.id}
          intro={t('personal.data.passwordTakes')}
          done={t('personal.data.passwordChanged')}
          onClose={close}
        />
      )}
    </Section>
  );
};

import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { isGoodPassword } from './field-rules.ts';

/** A new password, entered twice, by the product's rule: `password` and `confirmPassword` of the form. */
export const NewPasswordFields = ({ autoFocus = false }: { autoFocus?: boolean }) => {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="password"
        label={t('login.newPassword')}
        extra={t('login.passwordRule')}
        rules={[
          {
            validator: (_, value: string | undefined) =>
              isGoodPassword(value ?? '') ? Promise.resolve() : Promise.reject(new Error(t('login.passwordRule'))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={30} autoFocus={autoFocus} />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={t('login.confirmPassword')}
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t('login.passwordMatch'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={30} />
      </Form.Item>
    </>
  );
};

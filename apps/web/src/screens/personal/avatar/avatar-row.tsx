import { App, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { useMayCall } from '../../../session/may-call.ts';
import { changeUser, useSession } from '../../../session/session.ts';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import css from './avatar.module.css';
import { AvatarDialog } from './avatar-dialog.tsx';
import { openPicture, type PictureTrouble } from './picture-file.ts';

/** The picture that the person shows of himself: chosen, cut to a square, taken away. */
export const AvatarRow = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { message } = App.useApp();
  const may = useMayCall('user.avatar.save');
  const file = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [trouble, setTrouble] = useState<PictureTrouble | null>(null);
  const [dialog, ask] = useConfirm();
  const choose = async (chosen: Blob | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const opened = await openPicture(chosen);
    setTrouble(typeof opened === 'string' ? opened : null);
    if (typeof opened !== 'string') setPicture(opened);
  };
  const close = (): void => {
    picture?.close();
    setPicture(null);
  };
  const remove = (): void =>
    ask({ title: t('personal.avatar.removeTitle'), ok: t('personal.avatar.remove'), danger: true }, async () => {
      await call('user.avatar.remove', {});
      changeUser({ avatarUrl: null });
      message.success(t('personal.avatar.removed'));
    });
  return (
    <div className={css.row}>
      <Portrait url={user.avatarUrl} size={72} />
      <div className={css.words}>
        {may && (
          <div className={css.buttons}>
            <input
              ref={file}
              className={css.file}
              type="file"
              accept="image/jpeg"
              aria-label={t('personal.avatar.file')}
              onChange={({ target }) => {
                void choose(target.files?.[0]);
                // The same file may be chosen again.
                target.value = '';
              }}
            />
            <Button onClick={() => file.current?.click()}>
              {t(user.avatarUrl === null ? 'personal.avatar.choose' : 'personal.avatar.other')}
            </Button>
            {user.avatarUrl !== null && <Button onClick={remove}>{t('personal.avatar.remove')}</Button>}
          </div>
        )}
        {trouble === null ? (
          <p className={css.hint}>{t('personal.avatar.about')}</p>
        ) : (
          <p role="alert" className={css.problem}>
            {t(`personal.avatar.trouble.${trouble}`)}
          </p>
        )}
      </div>
      {picture !== null && <AvatarDialog picture={picture} onClose={close} />}
      {dialog}
    </div>
  );
};

import type { RawFrame } from '@sightline/contract';
import { CopyOutlined } from '@ant-design/icons';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ZonedTime } from '../../../../ui/zoned-time.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { FieldList } from './field-list.tsx';
import { spacedHex } from './frame-map.ts';
import { HexDump } from './hex-dump.tsx';
import css from './messages.module.css';
import { messageName } from './message-name.ts';

/** One frame: its octets and its fields side by side. */
export const FrameView = ({ frame, onClose }: { frame: RawFrame; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [active, setActive] = useState(-1);
  const copy = async (): Promise<void> => {
    if (await copyText(spacedHex(frame.hex))) message.success(t('monitor.shareCopied'));
    else message.error(t('detail.notCopied'));
  };
  const name = messageName(frame) ?? t('detail.unreadable');
  return (
    <section className={css.frame} aria-label={t('detail.frameOf', { name })}>
      <header className={css.frameHead}>
        <h2>
          <bdi dir="ltr">{name}</bdi>
        </h2>
        <span className={css.muted}>
          {t(frame.direction === 'up' ? 'detail.up' : 'detail.down')} · <ZonedTime ms={Date.parse(frame.time)} /> ·{' '}
          {t('detail.octets', { count: frame.size })} · <bdi dir="ltr">{frame.protocol}</bdi> · <bdi dir="ltr">{frame.remote}</bdi>
        </span>
        <span className={css.grow} />
        <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t('detail.copyHex')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('detail.closeFrame')}
        </Button>
      </header>
      {frame.error !== null && (
        <Alert
          type="warning"
          showIcon
          className={css.alert}
          title={t('detail.frameError', { code: frame.error.code, text: frame.error.text })}
        />
      )}
      {frame.truncated && <p className={css.muted}>{t('detail.truncated', { size: frame.size })}</p>}
      <div className={css.sides}>
        <HexDump frame={frame} active={active} onActive={setActive} />
        <FieldList frame={frame} active={active} onActive={setActive} />
      </div>
    </section>
  );
};

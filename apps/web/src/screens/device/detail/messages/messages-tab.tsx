import type { OutputOf, RawFrame } from '@sightline/contract';
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Switch } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/query.ts';
import { useLatest } from '../../../../ui/use-latest.ts';
import { Empty, QueryView } from '../../../../ui/view-state.tsx';
import { ZonedTime } from '../../../../ui/zoned-time.tsx';
import { Findings } from './findings.tsx';
import { FrameView } from './frame-view.tsx';
import { renewed, type HeldList } from './held-list.ts';
import { messageName } from './message-name.ts';
import css from './messages.module.css';

type Exchange = OutputOf<'device.raw.page'>['records'][number];

const REFRESH_MS = 4000;
const SIZE = 50;
const keyOf = (exchange: Exchange): string => exchange.id;
const NOTHING: HeldList<Exchange> = { shown: [], waiting: 0 };

/** What the device really said, newest first. What one looks at does not move: newer frames wait until they are asked for. */
export const MessagesTab = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation();
  const [live, setLive] = useState(true);
  const [open, setOpen] = useState<RawFrame | null>(null);
  const [list, setList] = useState(NOTHING);
  const held = useRef(false);
  const scroller = useRef<HTMLDivElement>(null);
  const frames = useCall('device.raw.page', { deviceId, pageSize: SIZE }, live ? { refetchInterval: REFRESH_MS } : {});
  const records = frames.data?.records;
  // Read when frames come: opening or closing one does not move the list by itself.
  const opened = useLatest(open);
  useEffect(() => {
    if (records === undefined) return;
    const isHeld = opened.current !== null || held.current || (scroller.current?.scrollTop ?? 0) > 0;
    setList((before) => renewed(before.shown, records, keyOf, isHeld));
  }, [records, opened]);
  const showNewest = (): void => {
    if (records !== undefined) setList({ shown: records, waiting: 0 });
    scroller.current?.scrollTo({ top: 0 });
  };
  return (
    <>
      <Findings deviceId={deviceId} />
      <div className={css.bar}>
        <label>
          <Switch size="small" checked={live} onChange={setLive} /> {t('detail.live')}
        </label>
        <span role="status">
          {list.waiting > 0 && (
            <Button size="small" type="primary" onClick={showNewest}>
              {t('detail.waiting', { count: list.waiting })}
            </Button>
          )}
        </span>
        <span className={css.grow} />
        <span className={css.muted}>{frames.data !== undefined && t('detail.kept', { count: frames.data.total })}</span>
      </div>
      <QueryView query={frames} rows={10} isEmpty={(page) => page.total === 0} empty={<Empty text={t('detail.noFrames')} />}>
        {() => (
          <div
            ref={scroller}
            className={css.list}
            data-open={open !== null || undefined}
            role="region"
            tabIndex={0}
            aria-label={t('detail.tabs.messages')}
            onPointerEnter={() => (held.current = true)}
            onPointerLeave={() => (held.current = false)}
            onFocus={() => (held.current = true)}
            onBlur={() => (held.current = false)}
          >
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('detail.direction')}</th>
                  <th scope="col">{t('detail.time')}</th>
                  <th scope="col">{t('detail.message')}</th>
                  <th scope="col" className={css.number}>
                    {t('detail.size')}
                  </th>
                  <th scope="col">{t('detail.answered')}</th>
                </tr>
              </thead>
              <tbody>
                {list.shown.map((exchange) => (
                  <Row key={exchange.id} exchange={exchange} openId={open?.id ?? null} onOpen={setOpen} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryView>
      {open !== null && <FrameView key={open.id} frame={open} onClose={() => setOpen(null)} />}
    </>
  );
};

const Row = ({ exchange, openId, onOpen }: { exchange: Exchange; openId: string | null; onOpen: (frame: RawFrame) => void }) => {
  const { t } = useTranslation();
  const isUp = exchange.direction === 'up';
  return (
    <tr data-open={openId === exchange.id || undefined}>
      <td>
        {isUp ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />} {t(isUp ? 'detail.up' : 'detail.down')}
      </td>
      <td className="tabular">
        <ZonedTime ms={Date.parse(exchange.time)} />
      </td>
      <td>
        <FrameButton frame={exchange} isOpen={openId === exchange.id} onOpen={onOpen} />
        {exchange.error !== null && <span className={css.fault}> {exchange.error.code}</span>}
      </td>
      <td className={`${css.number} tabular`}>{exchange.size}</td>
      <td>
        {exchange.answers.length === 0
          ? '–'
          : exchange.answers.map((answer) => <FrameButton key={answer.id} frame={answer} isOpen={openId === answer.id} onOpen={onOpen} />)}
      </td>
    </tr>
  );
};

const FrameButton = ({ frame, isOpen, onOpen }: { frame: RawFrame; isOpen: boolean; onOpen: (frame: RawFrame) => void }) => {
  const { t } = useTranslation();
  return (
    <button type="button" className={css.open} aria-pressed={isOpen} onClick={() => onOpen(frame)}>
      <bdi dir="ltr">{messageName(frame) ?? t('detail.unreadable')}</bdi>
    </button>
  );
};

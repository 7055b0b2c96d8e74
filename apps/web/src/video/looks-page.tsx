import type { CameraLook } from '@sightline/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channelName } from '../ui/channel-name.ts';
import type { ListDefinition } from '../ui/list-page/list-definition.ts';
import { ListPage } from '../ui/list-page/list-page.tsx';
import { WATCH_MINUTES } from './wall/use-live-tile.ts';

const RENEW_MS = 60_000;
const OCTETS_PER_MB = 1_000_000;

/** `m:ss`; nothing for a file, which is fetched at once. */
function lasted({ kind, startTime, endTime }: CameraLook): string {
  if (kind === 'picture') return '';
  const seconds = Math.max(0, Math.round((Date.parse(endTime) - Date.parse(startTime)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Why it ended; the words are those of the tiles and of talks. */
function endedText(t: TFunction, { kind, ended }: CameraLook): string {
  if (ended === null) return t('video.looks.lasts');
  if (ended === 'left') return t('video.looks.left');
  const reasons = kind === 'talk' || ended === 'noMicrophone' ? 'video.talk.reason' : 'video.reason';
  return t(`${reasons}.${ended}`, { minutes: WATCH_MINUTES });
}

/** Who looked at the cameras of a customer, talked to who is near them, or took something from them. */
export const Page = () => {
  const { t } = useTranslation();
  const definition = useMemo(
    (): ListDefinition<'video.look.page'> => ({
      id: 'video.looks',
      operation: 'video.look.page',
      rowKey: (row) => row.id,
      rowName: (row) => `${row.account}, ${row.deviceName}`,
      columns: [
        { key: 'account', title: 'video.looks.account', isName: true, width: 180 },
        { key: 'startTime', title: 'video.looks.at', type: 'time', width: 190 },
        { key: 'kind', title: 'video.looks.kindTitle', width: 150, value: (row) => t(`video.looks.kind.${row.kind}`) },
        { key: 'deviceName', title: 'video.looks.device', width: 180 },
        { key: 'channelId', title: 'video.looks.channel', width: 100, value: (row) => channelName(row.channelId) },
        {
          key: 'fromAbove',
          title: 'video.looks.from',
          width: 130,
          render: (row) => (row.fromAbove ? <strong>{t('video.looks.above')}</strong> : t('video.looks.own')),
        },
        { key: 'lasted', title: 'video.looks.lasted', width: 100, value: lasted },
        { key: 'ended', title: 'video.looks.ended', width: 220, value: (row) => endedText(t, row) },
        {
          key: 'octets',
          title: 'video.looks.shown',
          unit: 'video.looks.mb',
          type: 'number',
          width: 110,
          value: (row) => (row.octets / OCTETS_PER_MB).toFixed(1),
        },
        { key: 'customerName', title: 'video.looks.customer', width: 180 },
        { key: 'deviceId', title: 'video.looks.deviceId', width: 160, isHiddenAtFirst: true },
        { key: 'nodeValue', title: 'video.looks.node', width: 140, isHiddenAtFirst: true },
      ],
      filters: [
        { type: 'text', fields: ['account'], label: 'video.looks.account' },
        { type: 'text', fields: ['deviceIds'], label: 'video.looks.deviceId' },
        { type: 'dateRange', fields: ['start', 'end'], label: 'video.looks.at', days: 31 },
      ],
      treeFilter: 'customerId',
      empty: { text: 'video.looks.none' },
      refetchMs: RENEW_MS,
    }),
    [t],
  );
  return <ListPage definition={definition} title={t('routes.videoLooks.title')} />;
};

import type { CameraClip } from '@sightline/contract';
import { Progress } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { DotTag, type DotTone } from '../screens/commands/dot-tag.tsx';
import { useFormatInstant } from '../time/zone.ts';
import type { ListDefinition } from '../ui/list-page/list-definition.ts';
import { ListPage } from '../ui/list-page/list-page.tsx';
import { downloadAddress } from './clip-file.ts';
import { ClipPlayer } from './clip-player.tsx';
import { defaultChannelName } from './wall/cameras-of.ts';
import { WATCH_MINUTES } from './wall/use-live-tile.ts';

/** While the server cannot tell how the own clips come on. */
const AWAY_MS = 3_000;
/** Those of others are not told. It also renews the links to files before they end. */
const LOOK_MS = 20_000;
const STATUSES = [
  { value: 3, label: 'video.clips.state.waiting' },
  { value: 2, label: 'video.clips.state.running' },
  { value: 1, label: 'video.clips.state.done' },
  { value: 0, label: 'video.clips.state.failed' },
] as const;

/** Clips that were taken from recordings of cameras. */
export const Page = () => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  const [playing, setPlaying] = useState<CameraClip | null>(null);
  const definition = useMemo(
    (): ListDefinition<'video.history.page'> => ({
      id: 'video.clips',
      operation: 'video.history.page',
      rowKey: (row) => row.id,
      rowName: (row) => `${row.deviceName} · ${defaultChannelName(row.channelId)}`,
      columns: [
        { key: 'deviceName', title: 'video.clips.device', isName: true, width: 200 },
        { key: 'channelId', title: 'video.clips.channel', width: 90, value: (row) => defaultChannelName(row.channelId) },
        { key: 'fileStartTime', title: 'video.clips.from', width: 210, render: (row) => format(Date.parse(row.fileStartTime)) },
        { key: 'fileEndTime', title: 'video.clips.to', width: 210, render: (row) => format(Date.parse(row.fileEndTime)) },
        { key: 'state', title: 'video.clips.stateTitle', width: 220, render: (row) => <ClipState clip={row} /> },
        { key: 'way', title: 'video.clips.way.title', width: 130, value: (row) => wayText(t, row) },
        { key: 'fileUploadSize', title: 'video.clips.size', unit: 'video.clips.mb', type: 'number', width: 110 },
        { key: 'createTime', title: 'video.clips.created', type: 'time', width: 190 },
        { key: 'account', title: 'video.clips.account', width: 160 },
        { key: 'deviceId', title: 'video.clips.deviceId', width: 160, isHiddenAtFirst: true },
      ],
      filters: [
        { type: 'text', fields: ['deviceIds'], label: 'video.clips.deviceId' },
        { type: 'select', fields: ['status'], label: 'video.clips.stateTitle', options: STATUSES },
        { type: 'dateRange', fields: ['start', 'end'], label: 'video.clips.created', days: 30 },
      ],
      rowActions: [
        {
          key: 'play',
          label: 'video.clips.play',
          isFor: (row) => row.fileUrl !== null,
          run: ([row]) => setPlaying(row ?? null),
        },
        {
          key: 'download',
          label: 'video.clips.download',
          isFor: (row) => row.fileUrl !== null,
          run: ([row]) => {
            if (row?.fileUrl) window.location.assign(downloadAddress(row.fileUrl));
          },
        },
        {
          key: 'stop',
          label: 'video.clips.stop',
          needs: 'video.history.upload.stop',
          isFor: (row) => row.state === 'waiting' || row.state === 'running',
          run: ([row]) => row && call('video.history.upload.stop', { clipId: row.id }),
          done: 'video.clips.stopped',
        },
        {
          key: 'delete',
          label: 'video.clips.delete',
          needs: 'video.history.delete',
          danger: true,
          confirm: ([row]) => ({
            title: t('video.clips.deleteTitle', { name: row?.deviceName }),
            lines: [t('video.clips.deleteTakes')],
            ok: t('video.clips.delete'),
            danger: true,
          }),
          run: ([row]) => row && call('video.history.delete', { clipIds: row.id }),
          done: 'video.clips.deleted',
        },
      ],
      empty: { text: 'video.clips.none' },
      awayMs: AWAY_MS,
      refetchMs: LOOK_MS,
    }),
    [t, format],
  );
  return (
    <ListPage definition={definition} title={t('routes.downloadHistory.title')}>
      {playing !== null && <ClipPlayer clip={playing} onClose={() => setPlaying(null)} />}
    </ListPage>
  );
};

/** Colour of a state; the word stands beside it. */
const TONES: Readonly<Record<CameraClip['state'], DotTone>> = {
  waiting: 'quiet',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  stopped: 'quiet',
};

/** How it comes is known when it has begun. */
const wayText = (t: TFunction, { state, way }: CameraClip): string => (state === 'waiting' ? '' : t(`video.clips.way.${way}`));

const ClipState = ({ clip }: { clip: CameraClip }) => {
  const { t } = useTranslation();
  if (clip.state === 'running') return <Progress percent={clip.progress} size="small" aria-label={t('video.clips.state.running')} />;
  const why = clip.state === 'failed' && clip.failure !== null ? whyOf(t, clip.failure) : null;
  if (clip.state === 'done' && clip.way === 'handover') return <DotTag tone="good">{t('video.clips.handedOver')}</DotTag>;
  return (
    <span title={why ?? undefined}>
      <DotTag tone={TONES[clip.state]}>{t(`video.clips.state.${clip.state}`)}</DotTag> {why}
    </span>
  );
};

const OF_CLIPS = ['tooLarge', 'quota', 'uploadFailed', 'noFile', 'notRecording'] as const;
const isOfClips = (failure: string): failure is (typeof OF_CLIPS)[number] => (OF_CLIPS as readonly string[]).includes(failure);

const whyOf = (t: TFunction, failure: NonNullable<CameraClip['failure']>): string =>
  isOfClips(failure) ? t(`video.clips.failure.${failure}`) : t(`video.reason.${failure}`, { minutes: WATCH_MINUTES });

import { MEDIA_SOURCES } from '@sightline/domain';
import type { CapturedImage } from '@sightline/contract';
import { App, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useFormatInstant } from '../../time/zone.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { usePanel } from '../../ui/use-panel.ts';
import { TaskDrawer } from '../device/task-drawer.tsx';
import { channelName } from '../../ui/channel-name.ts';
import { LightBox } from './light-box.tsx';
import { Picture, PictureTile } from './picture-tile.tsx';

/** Pictures come by themselves: looked for this often. */
const LOOK_MS = 5_000;
/** Links to files last a quarter of an hour at least: they are renewed before. */
const LINKS_MS = 600_000;
const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8];
const OCTETS_PER_KB = 1000;

/** The pictures that cameras have taken: on request, by time, while driving and of alarms. */
export const Page = () => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const format = useFormatInstant();
  const [query, changeAddress] = useAddress();
  const asList = query.get('view') === 'list';
  const [shown, setShown] = useState<CapturedImage | null>(null);
  const { panel, open: openPanel, close: closePanel } = usePanel();
  const definition = useMemo(
    (): ListDefinition<'device.capture.page'> => ({
      id: 'device.capture',
      operation: 'device.capture.page',
      rowKey: (row) => row.id,
      rowName: (row) =>
        t('gallery.name', {
          device: row.deviceName,
          channel: channelName(row.channelId),
          time: format(Date.parse(row.captureTime), 'seconds'),
        }),
      columns: [
        { key: 'deviceName', title: 'gallery.device', isName: true, width: 200 },
        { key: 'picture', title: 'gallery.picture', width: 80, render: (row) => <Picture image={row} small /> },
        { key: 'captureTime', title: 'gallery.time', type: 'time', width: 190 },
        { key: 'channelId', title: 'gallery.channel', width: 90, value: (row) => channelName(row.channelId) },
        { key: 'source', title: 'gallery.source', width: 130, value: (row) => t(`gallery.sources.${row.source}`) },
        { key: 'deviceId', title: 'gallery.deviceId', width: 170 },
        { key: 'customerName', title: 'gallery.customer', width: 180 },
        { key: 'fileSize', title: 'gallery.size', type: 'number', width: 110, value: (row) => Math.ceil(row.fileSize / OCTETS_PER_KB) },
      ],
      filters: [
        { type: 'text', fields: ['deviceIdOrName'], label: 'gallery.device' },
        { type: 'customer', fields: ['customerId'], label: 'gallery.customer' },
        {
          type: 'select',
          fields: ['channelId'],
          label: 'gallery.channel',
          options: CHANNELS.map((channel) => ({ value: channel, label: '', text: () => channelName(channel) })),
        },
        {
          type: 'select',
          fields: ['sources'],
          label: 'gallery.source',
          multiple: true,
          options: MEDIA_SOURCES.map((source) => ({ value: source, label: `gallery.sources.${source}` })),
        },
        { type: 'dateRange', fields: ['start', 'end'], label: 'gallery.time', days: 366 },
      ],
      pageActions: [{ key: 'tasks', label: 'gallery.tasks', inMenu: true, run: () => openPanel('tasks') }],
      bulkActions: [
        {
          key: 'download',
          label: 'gallery.download',
          needs: 'device.capture.download',
          run: async (rows) => {
            await call('device.capture.download', { ids: rows.map((row) => row.id).join(',') });
            openPanel('tasks');
          },
          done: 'gallery.downloadStarted',
        },
        {
          key: 'delete',
          label: 'gallery.delete',
          needs: 'device.capture.delete',
          danger: true,
          confirm: (rows) => ({
            title: t('gallery.deleteTitle', { count: rows.length }),
            lines: [t('gallery.deleteLine')],
            ok: t('gallery.delete'),
            danger: true,
          }),
          run: async (rows) => call('device.capture.delete', { ids: rows.map((row) => row.id).join(',') }),
          done: 'gallery.deleted',
        },
      ],
      onOpen: setShown,
      ...(asList ? {} : { tile: (row: CapturedImage) => <PictureTile image={row} /> }),
      empty: { text: 'gallery.none' },
      awayMs: LOOK_MS,
      refetchMs: LINKS_MS,
    }),
    [t, format, asList, openPanel],
  );
  const view = (
    <Segmented
      size="small"
      aria-label={t('gallery.view')}
      value={asList ? 'list' : 'tiles'}
      options={[
        { value: 'tiles', label: t('gallery.asTiles') },
        { value: 'list', label: t('gallery.asList') },
      ]}
      onChange={(next) =>
        changeAddress((current) => {
          const changed = new URLSearchParams(current);
          if (next === 'list') changed.set('view', 'list');
          else changed.delete('view');
          return changed;
        })
      }
    />
  );
  return (
    <ListPage definition={definition} title={t('routes.videoGallery.title')} beside={view}>
      {shown && (
        <LightBox image={shown} onImage={setShown} onClose={() => setShown(null)} onFailed={() => message.error(t('gallery.failed'))} />
      )}
      {panel?.name === 'tasks' && <TaskDrawer title={t('gallery.tasks')} onClose={closePanel} />}
    </ListPage>
  );
};

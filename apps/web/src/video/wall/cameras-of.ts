import type { DeviceInfo } from '@sightline/contract';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query.ts';
import type { Camera } from './wall-tiles.ts';

/** Names of channels change seldom. */
export const INFO_STALE_MS = 300_000;

export interface NamedCamera extends Camera {
  readonly name: string;
}

/** The default name of a channel, as the product has it. */
export const defaultChannelName = (channelId: number): string => `CH${channelId}`;

/** The cameras of a device that are to be shown, by number. */
export const camerasOf = ({
  id,
  camCount,
  camView,
  channelNames,
}: Pick<DeviceInfo, 'id' | 'camCount' | 'camView' | 'channelNames'>): NamedCamera[] =>
  Array.from({ length: camCount }, (_, i) => i + 1)
    .filter((channelId) => camView === null || camView.includes(channelId))
    .map((channelId) => ({
      deviceId: id,
      channelId,
      name: channelNames.find((channel) => channel.id === channelId)?.name ?? defaultChannelName(channelId),
    }));

/** Asks once for what is known of a device. */
export const loadCameras = async (deviceId: string): Promise<NamedCamera[]> => {
  const info = await queryClient.fetchQuery({
    queryKey: ['device.info', { deviceId }],
    queryFn: ({ signal }) => call('device.info', { deviceId }, { signal }),
    staleTime: INFO_STALE_MS,
  });
  return camerasOf(info);
};

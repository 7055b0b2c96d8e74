import type { OutputOf } from '@sightline/contract';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/client.ts';
import { LiveStatus, statusOf } from '../../live/live-status.ts';

/** Camera among the basic types of devices. */
const CAMERA = 2;
/** The latest states can be asked for so many devices at once. */
const PAGE_SIZE = 100;
const STATUS_MS = 20_000;
const MOTIONS = ['moving', 'idle', 'stopped'];

export interface CameraDevice {
  readonly id: string;
  readonly name: string;
  /** A code of `LiveStatus`. */
  readonly status: number;
}

type Shadow = OutputOf<'device.data.shadow'>[number];

const statusOfShadow = ({ deviceData, expand }: Shadow): number =>
  statusOf(MOTIONS.indexOf(deviceData.motion), expand.status === 1, expand.status < 0 ? 0 : 1);

/** Devices with cameras of a customer and those below it, by name, page after page, with what they are doing now. */
export const useCameraDevices = (customerId: string | null, text: string, onlineOnly: boolean) => {
  const pages = useInfiniteQuery({
    queryKey: ['video.devices', customerId, text, onlineOnly],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        'device.pageByCustomerId',
        {
          ...(customerId === null ? {} : { customerId, subsumption: 1 }),
          ...(text === '' ? {} : { deviceIdOrName: text }),
          ...(onlineOnly ? { status: 1 } : {}),
          deviceBasicType: CAMERA,
          pageIndex: pageParam,
          pageSize: PAGE_SIZE,
          orderBy: 'deviceName',
          orderDirection: 'asc',
        },
        { signal },
      ),
    getNextPageParam: ({ total, current, size }) => (current * size < total ? current + 1 : undefined),
  });
  const loaded = pages.data?.pages;
  const states = useQueries({
    queries: (loaded ?? []).map(({ records }) => {
      const deviceIds = records.map(({ id }) => id).join(',');
      return {
        queryKey: ['device.data.shadow', { deviceIds }],
        queryFn: ({ signal }: { signal: AbortSignal }) => call('device.data.shadow', { deviceIds }, { signal }),
        refetchInterval: STATUS_MS,
        enabled: deviceIds !== '',
      };
    }),
    combine: (queries) =>
      new Map(queries.flatMap(({ data }) => data ?? []).map((shadow) => [shadow.deviceData.deviceId, statusOfShadow(shadow)])),
  });
  const devices = useMemo(
    () =>
      loaded?.flatMap(({ records }) =>
        records.map(({ id, deviceName }): CameraDevice => ({ id, name: deviceName, status: states.get(id) ?? LiveStatus.inactive })),
      ),
    [loaded, states],
  );
  return {
    query: { ...pages, data: devices },
    total: loaded?.[0]?.total ?? 0,
    more: pages.hasNextPage,
    loadMore: pages.fetchNextPage,
    loading: pages.isFetchingNextPage,
  };
};

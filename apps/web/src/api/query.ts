import { ApiError, type InputOf, type OperationId, type OutputOf } from '@sightline/contract';
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from './client.ts';

/** Business answers are final; only a lost connection is worth a second try. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // Without a network the words for that come at once, instead of a wait that nobody explains.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

export interface CallQueryOptions {
  readonly enabled?: boolean;
  readonly refetchInterval?: number;
  readonly staleTime?: number;
  /** Keeps the former answer on screen while another input loads. */
  readonly keepPrevious?: boolean;
}

/** An operation of the contract as a cached query; the key is the operation with its input. */
export const useCall = <K extends OperationId>(
  id: K,
  input: InputOf<K>,
  { keepPrevious, ...options }: CallQueryOptions = {},
): UseQueryResult<OutputOf<K>, Error> =>
  useQuery<OutputOf<K>, Error>({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, { signal }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...options,
  });

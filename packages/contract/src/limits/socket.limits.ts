/** Where the socket listens, below the server's host. The token goes into the query: `io(host, { path, query: { token } })`. */
export const SOCKET_PATH = '/gps/socket.io';

export const SOCKET_LIMITS = {
  heartbeatMs: 600_000,
  /** Fastest pace of live updates. */
  deltaIntervalMs: 250,
  /** How often the server asks again whether the token still stands. */
  recheckMs: 60_000,
  maxDevicesPerSubscription: 5000,
} as const;

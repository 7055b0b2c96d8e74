/** The command line of a platform beside others: it listens on this machine alone, on ports that are free, and says only what is wrong. */
export const BESIDE_OTHERS: readonly string[] = [
  'port',
  'port-jt808',
  'port-gt06',
  'port-teltonika',
  'port-media',
  'port-playback',
  'port-rtmp',
  'port-attachments',
  'port-ftp',
  'ftp-passive-ports',
]
  .flatMap((flag) => [`--${flag}`, '0'])
  .concat('--host', '127.0.0.1', '--log', 'warn');

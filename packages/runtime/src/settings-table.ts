import { MAIL_SETTINGS } from './mail-settings.ts';
import { setting, type SettingDefinition } from './setting-definition.ts';
import { address, boolean, integer, list, port, text } from './setting-values.ts';

/** Every setting of the server: one row each. `--help`, the README's table, the environment and the flags are made from it. */
export const SETTINGS = {
  port: setting({ env: 'PORT', flag: 'port', help: 'port of the web pages and the API', fallback: 8080, parse: port }),
  host: setting({
    env: 'SIGHTLINE_HOST',
    flag: 'host',
    help: 'address that web, API and device ports listen on; a demonstration, whose passwords are known, stays on this machine unless this is set',
    fallback: '',
    fallbackText: '127.0.0.1 with the demonstration, else 0.0.0.0',
    parse: text,
  }),
  data: setting({ env: 'SIGHTLINE_DATA', flag: 'data', help: 'data folder (database, files, secrets)', fallback: '.data', parse: text }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    flag: 'database-url',
    help: 'an external PostgreSQL (15 or newer) instead of the embedded one',
    fallback: '',
    fallbackText: 'embedded',
    parse: text,
    secret: true,
  }),
  services: setting({
    env: 'SIGHTLINE_SERVICES',
    flag: 'services',
    help: 'which services this process runs: api (with the media service), gateway, worker, or media alone',
    fallback: ['api', 'gateway', 'worker'] as readonly string[],
    parse: list,
  }),
  demo: setting({
    env: 'SIGHTLINE_DEMO',
    flag: 'demo',
    help: 'seed a demonstration world at the first start and drive its devices with the simulator (--no-demo: start empty)',
    fallback: true,
    parse: boolean,
  }),
  simulatedDevices: setting({
    env: 'SIGHTLINE_SIMULATED_DEVICES',
    flag: 'simulated-devices',
    help: 'so many devices of each protocol that `sightline simulate` speaks for are registered at the start, for load tests',
    fallback: 0,
    parse: integer(0, 20_000),
  }),
  ownerAccount: setting({
    env: 'SIGHTLINE_OWNER_ACCOUNT',
    flag: 'owner-account',
    help: 'login of the platform owner to create on an empty database (with --no-demo)',
    fallback: '',
    parse: text,
  }),
  ownerPassword: setting({
    env: 'SIGHTLINE_OWNER_PASSWORD',
    flag: 'owner-password',
    help: 'and its password',
    fallback: '',
    parse: text,
    secret: true,
  }),
  portJt808: setting({
    env: 'SIGHTLINE_PORT_JT808',
    flag: 'port-jt808',
    help: 'JT/T 808 devices, TCP and UDP (0 = any free port)',
    fallback: 5015,
    parse: port,
  }),
  portGt06: setting({ env: 'SIGHTLINE_PORT_GT06', flag: 'port-gt06', help: 'GT06/Concox devices, TCP', fallback: 5023, parse: port }),
  portTeltonika: setting({
    env: 'SIGHTLINE_PORT_TELTONIKA',
    flag: 'port-teltonika',
    help: 'Teltonika devices, TCP and UDP',
    fallback: 5027,
    parse: port,
  }),
  portMedia: setting({
    env: 'SIGHTLINE_PORT_MEDIA',
    flag: 'port-media',
    help: 'video and sound of JT/T 1078 cameras, TCP and UDP; opened by the process that runs the API',
    fallback: 5070,
    parse: port,
  }),
  portPlayback: setting({
    env: 'SIGHTLINE_PORT_PLAYBACK',
    flag: 'port-playback',
    help: 'recordings of the same cameras, which do not say in their packets that it is one',
    fallback: 5071,
    parse: port,
  }),
  portRtmp: setting({
    env: 'SIGHTLINE_PORT_RTMP',
    flag: 'port-rtmp',
    help: 'cameras that publish over RTMP; opened by the process that runs the API; 0 = none',
    fallback: 1935,
    parse: port,
  }),
  rtmpAddress: setting({
    env: 'SIGHTLINE_RTMP_ADDRESS',
    flag: 'rtmp-address',
    help: 'where those cameras reach that port from outside: a host name or IPv4 address, with `:port` where it is another one there',
    fallback: '',
    fallbackText: 'the host of the media address, else as there',
    parse: address,
  }),
  transcode: setting({
    env: 'SIGHTLINE_TRANSCODE',
    flag: 'transcode',
    help: 'so many H.265 streams at once are converted to H.264 for browsers that cannot play them; needs ffmpeg, and about a tenth of a core for a small picture, a whole one for a large one; 0 = none',
    fallback: 0,
    parse: integer(0, 64),
  }),
  ffmpeg: setting({
    env: 'SIGHTLINE_FFMPEG',
    flag: 'ffmpeg',
    help: 'the ffmpeg program that does it, as it is installed',
    fallback: 'ffmpeg',
    parse: text,
  }),
  portAttachments: setting({
    env: 'SIGHTLINE_PORT_ATTACHMENTS',
    flag: 'port-attachments',
    help: 'pictures and clips that belong to alarms (T/JSATL 12), TCP; opened by the process that runs the gateway',
    fallback: 5072,
    parse: port,
  }),
  portFtp: setting({
    env: 'SIGHTLINE_PORT_FTP',
    flag: 'port-ftp',
    help: 'recordings that cameras bring by FTP; opened by the process that runs the API',
    fallback: 5073,
    parse: port,
  }),
  ftpPassivePorts: setting({
    env: 'SIGHTLINE_FTP_PASSIVE_PORTS',
    flag: 'ftp-passive-ports',
    help: 'its ports for data connections, the same inside and outside; 0 = any free one',
    fallback: '5100-5199',
    parse: (t: string): string => {
      const match = /^(?:0|([0-9]{1,5})-([0-9]{1,5}))$/.exec(t);
      const [first, last] = [Number(match?.[1] ?? 1), Number(match?.[2] ?? 1)];
      if (!match || first < 1 || last > 65_535 || first > last) throw new Error('expected 0 or first-last');
      return t;
    },
  }),
  ftpAddress: setting({
    env: 'SIGHTLINE_FTP_ADDRESS',
    flag: 'ftp-address',
    help: 'where cameras reach that port from outside: a host name or IPv4 address, with `:port` where it is another one there',
    fallback: '',
    fallbackText: 'the host of the media address, else as there',
    parse: address,
  }),
  ftpPrivate: setting({
    env: 'SIGHTLINE_FTP_PRIVATE',
    flag: 'ftp-private',
    help: 'let customers name FTP servers in the private network of this machine, and try them',
    fallback: false,
    parse: boolean,
  }),
  attachmentAddress: setting({
    env: 'SIGHTLINE_ATTACHMENT_ADDRESS',
    flag: 'attachment-address',
    help: 'where devices reach that port from outside: a host name or IPv4 address, with `:port` where it is another one there',
    fallback: '',
    fallbackText: 'the host of the media address, else as there',
    parse: address,
  }),
  mediaAddress: setting({
    env: 'SIGHTLINE_MEDIA_ADDRESS',
    flag: 'media-address',
    help: 'where cameras reach these ports from outside: a host name or IPv4 address, with `:port` or `:port:port of recordings` where they are others there',
    fallback: '',
    fallbackText: 'the listening address, else the first one of this machine',
    parse: (t: string): string => {
      const match = /^[A-Za-z0-9.-]{1,253}(?::([0-9]{1,5}))?(?::([0-9]{1,5}))?$/.exec(t);
      const outside = (digits: string | undefined): boolean => Number(digits ?? 1) < 1 || Number(digits ?? 1) > 65_535;
      if (t !== '' && (!match || outside(match[1]) || outside(match[2]))) throw new Error('expected host, host:port or host:port:port');
      return t;
    },
  }),
  mediaNodeName: setting({
    env: 'SIGHTLINE_MEDIA_NODE_NAME',
    flag: 'media-node-name',
    help: 'name of this process among those that carry video; people choose by it where there are several',
    fallback: 'default',
    parse: (t: string): string => {
      if (/^[A-Za-z0-9._-]{1,64}$/.test(t)) return t;
      throw new Error('expected 1 to 64 letters, digits, dots, dashes');
    },
  }),
  mediaPublicUrl: setting({
    env: 'SIGHTLINE_MEDIA_PUBLIC_URL',
    flag: 'media-public-url',
    help: 'where browsers reach the video of this process, as https://host:port; without it only pages of this process itself do',
    fallback: '',
    parse: (t: string): string => {
      if (t === '') return t;
      const url = URL.canParse(t) ? new URL(t) : null;
      const scheme = { 'https:': 'wss:', 'wss:': 'wss:', 'http:': 'ws:', 'ws:': 'ws:' }[url?.protocol ?? ''];
      const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
      if (scheme === undefined || !isOrigin || !/^[A-Za-z0-9.:[\]-]+$/.test(url.host))
        throw new Error('expected https://host or https://host:port');
      return `${scheme}//${url.host}`;
    },
  }),
  mediaAbilities: setting({
    env: 'SIGHTLINE_MEDIA_ABILITIES',
    flag: 'media-abilities',
    help: 'what this process carries of video: live, talk, replay',
    fallback: ['live', 'talk', 'replay'] as readonly string[],
    parse: (t: string): readonly string[] => {
      const abilities = list(t);
      if (abilities.every((a) => ['live', 'talk', 'replay'].includes(a))) return abilities;
      throw new Error('expected some of live, talk, replay');
    },
  }),
  mediaTransport: setting({
    env: 'SIGHTLINE_MEDIA_TRANSPORT',
    flag: 'media-transport',
    help: 'what cameras are told to send over: tcp, udp (pictures may be lost), both (each camera takes what it likes)',
    fallback: 'tcp',
    parse: (t: string): string => {
      if (['tcp', 'udp', 'both'].includes(t)) return t;
      throw new Error('expected tcp, udp or both');
    },
  }),
  nominatimUrl: setting({
    env: 'SIGHTLINE_NOMINATIM_URL',
    flag: 'nominatim-url',
    help: 'base address of a Nominatim-compatible server for addresses',
    fallback: '',
    fallbackText: 'offline index',
    parse: text,
  }),
  ...MAIL_SETTINGS,
  hotDays: setting({
    env: 'SIGHTLINE_HOT_DAYS',
    flag: 'hot-days',
    help: 'days that positions stay as rows before they are sealed',
    fallback: 2,
    parse: integer(1, 30),
  }),
  retentionDays: setting({
    env: 'SIGHTLINE_RETENTION_DAYS',
    flag: 'retention-days',
    help: 'days that positions, alarms and the log of looks at cameras are kept; 0 = for ever',
    fallback: 365,
    parse: integer(0, 36_500),
  }),
  commandDays: setting({
    env: 'SIGHTLINE_COMMAND_DAYS',
    flag: 'command-days',
    help: 'days that commands to devices stay in the history; 0 = for ever',
    fallback: 365,
    parse: integer(0, 36_500),
  }),
  mediaDays: setting({
    env: 'SIGHTLINE_MEDIA_DAYS',
    flag: 'media-days',
    help: 'days that pictures and clips of devices are kept; 0 = until their room is needed',
    fallback: 90,
    parse: integer(0, 36_500),
  }),
  mediaQuotaMb: setting({
    env: 'SIGHTLINE_MEDIA_QUOTA',
    flag: 'media-quota',
    help: 'megabytes of pictures and clips of each customer; then the oldest make room, those of alarms last; 0 = without limit',
    fallback: 20_480,
    parse: integer(0, 1_000_000_000),
  }),
  onlineTimeoutS: setting({
    env: 'SIGHTLINE_ONLINE_TIMEOUT',
    flag: 'online-timeout',
    help: 'seconds without a message after which a device counts as offline',
    fallback: 600,
    parse: integer(30, 86_400),
  }),
  maxConnections: setting({
    env: 'SIGHTLINE_MAX_CONNECTIONS',
    flag: 'max-connections',
    help: 'device connections accepted at most',
    fallback: 50_000,
    parse: integer(1, 1_000_000),
  }),
  rawFrames: setting({
    env: 'SIGHTLINE_RAW_FRAMES',
    flag: 'raw-frames',
    help: 'raw frames kept of each device for the message inspector; 0 = none',
    fallback: 50,
    parse: integer(0, 500),
  }),
  logLevel: setting({
    env: 'SIGHTLINE_LOG',
    flag: 'log',
    help: 'log level: trace, debug, info, warn, error',
    fallback: 'info',
    parse: text,
  }),
  tls: setting({
    env: 'SIGHTLINE_TLS',
    flag: 'tls',
    help: 'serve https with a certificate that the server makes for itself (browsers ask once whether to trust it)',
    fallback: false,
    parse: boolean,
  }),
  tileHosts: setting({
    env: 'SIGHTLINE_TILE_HOSTS',
    flag: 'tile-hosts',
    help: "hosts from which pages may load tiles of companies' own maps, with commas; *.example.com for all below a name",
    fallback: [] as readonly string[],
    parse: (t: string): readonly string[] => {
      const hosts = list(t);
      if (hosts.some((host) => !/^(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?$/.test(host)))
        throw new Error('expected host names');
      return hosts;
    },
  }),
  tlsNames: setting({
    env: 'SIGHTLINE_TLS_NAMES',
    flag: 'tls-names',
    help: 'further host names and addresses that this certificate speaks for, with commas',
    fallback: [] as readonly string[],
    fallbackText: 'name and addresses of this machine',
    parse: (t: string): readonly string[] => {
      const names = list(t);
      if (names.some((name) => !/^[A-Za-z0-9.:-]{1,253}$/.test(name))) throw new Error('expected host names or addresses');
      return names;
    },
  }),
  tlsCertificate: setting({
    env: 'SIGHTLINE_TLS_CERTIFICATE',
    flag: 'tls-certificate',
    help: 'serve https with this certificate: a PEM file with those above it behind; read again when it is replaced',
    fallback: '',
    parse: text,
  }),
  tlsKey: setting({ env: 'SIGHTLINE_TLS_KEY', flag: 'tls-key', help: 'and its key: a PEM file', fallback: '', parse: text }),
  trustProxy: setting({
    env: 'SIGHTLINE_TRUST_PROXY',
    flag: 'trust-proxy',
    help: 'take the client address from X-Forwarded-For (only behind a proxy of your own)',
    fallback: false,
    parse: boolean,
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Config = {
  readonly [K in SettingName]: (typeof SETTINGS)[K]['fallback'] extends number
    ? number
    : (typeof SETTINGS)[K]['fallback'] extends boolean
      ? boolean
      : (typeof SETTINGS)[K]['fallback'] extends readonly string[]
        ? readonly string[]
        : string;
};

/** The default of a setting as people read it; '' where it has none. */
export const fallbackOf = ({ fallback, fallbackText }: SettingDefinition<unknown>): string =>
  fallbackText ?? (Array.isArray(fallback) ? fallback.join(',') : String(fallback));

import type { FastifyHelmetOptions } from '@fastify/helmet';

/** Hosts of the online map types. The offline map needs none of them. */
const TILE_HOSTS = [
  'https://*.tile.openstreetmap.org',
  'https://tile.openstreetmap.org',
  'https://*.google.com',
  'https://*.googleapis.com',
  'https://*.maps.2gis.com',
  'https://core-renderer-tiles.maps.yandex.net',
  'https://*.wikimapia.org',
  'https://maps.kosmosnimki.ru',
  'https://*.arcgisonline.com',
  'https://*.osrm.org',
] as const;

/**
 * Nothing is loaded from elsewhere but map tiles (`tileHosts`: those of companies' own maps that the operator has allowed), and the video of other media nodes (`mediaOrigins`, asked at each request). MapLibre starts its worker from a blob, antd writes its styles into
 * the page. Plain http stays possible (no upgrade to https): many run this inside their own network.
 */
export const securityHeaders = (mediaOrigins: () => readonly string[], tileHosts: readonly string[]): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'self'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      workerSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
      imgSrc: ["'self'", 'data:', 'blob:', ...TILE_HOSTS],
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ...TILE_HOSTS, ...tileHosts.map((host) => `https://${host}`), () => mediaOrigins().join(' ')],
    },
  },
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
});

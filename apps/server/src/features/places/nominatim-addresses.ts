import type { Logger } from '@sightline/runtime';
import { LRUCache } from 'lru-cache';
import type { AddressProvider } from './addresses.service.ts';

export interface NominatimOptions {
  readonly baseUrl: string;
  readonly logger: Logger;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  readonly concurrent?: number;
}

/** About 11 m: places closer than this share an answer. */
const DECIMALS = 4;
const CACHED = 50_000;
const MAX_WAITING = 200;
const ZOOM_BUILDING = 18;

/** Addresses from a Nominatim-compatible server (https://nominatim.org/release-docs/latest/api/Reverse/). Failures are not cached. */
export class NominatimAddresses implements AddressProvider {
  private readonly cache = new LRUCache<string, string>({ max: CACHED });
  private readonly asking = new Map<string, Promise<string | null>>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly options: NominatimOptions) {}

  async lookup(lat: number, lon: number, language: string): Promise<string | null> {
    const key = this.key(lat, lon, language);
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    let asking = this.asking.get(key);
    if (!asking) {
      asking = this.ask(lat, lon, language)
        .then((text) => {
          if (text !== null) this.cache.set(key, text);
          return text;
        })
        .finally(() => this.asking.delete(key));
      this.asking.set(key, asking);
    }
    return await asking;
  }

  quick(lat: number, lon: number, language: string): Promise<string | null> {
    return Promise.resolve(this.cache.get(this.key(lat, lon, language)) ?? null);
  }

  private key(lat: number, lon: number, language: string): string {
    return `${language} ${lat.toFixed(DECIMALS)} ${lon.toFixed(DECIMALS)}`;
  }

  private async ask(lat: number, lon: number, language: string): Promise<string | null> {
    if (this.running >= (this.options.concurrent ?? 4)) {
      if (this.waiting.length >= MAX_WAITING) return null;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      const url = new URL('reverse', this.options.baseUrl.endsWith('/') ? this.options.baseUrl : `${this.options.baseUrl}/`);
      url.search = new URLSearchParams({
        format: 'jsonv2',
        lat: lat.toFixed(DECIMALS),
        lon: lon.toFixed(DECIMALS),
        zoom: String(ZOOM_BUILDING),
        'accept-language': language.replace('_', '-'),
      }).toString();
      const response = await (this.options.fetch ?? globalThis.fetch)(url, {
        headers: { 'user-agent': 'Sightline' },
        signal: AbortSignal.timeout(this.options.timeoutMs ?? 4000),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const body = (await response.json()) as { display_name?: unknown };
      return typeof body.display_name === 'string' && body.display_name !== '' ? body.display_name : null;
    } catch (error) {
      this.options.logger.warn({ err: error }, 'address server did not answer');
      return null;
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

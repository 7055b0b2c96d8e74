import { Branding } from '@sightline/contract';
import { z } from 'zod';

/** The brand of a host, not of a person: it stays when a session ends. */
const KEY = 'sightline.brand';
const Kept = z.object({ hostName: z.string(), branding: Branding });

/** The brand that this browser was shown last by a host; null where there is none, or it is not whole. */
export const keptBrand = (hostName: string): Branding | null => {
  try {
    const kept = Kept.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return kept.success && kept.data.hostName === hostName ? kept.data.branding : null;
  } catch {
    return null;
  }
};

export const keepBrand = (hostName: string, branding: Branding): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ hostName, branding }));
  } catch {
    // Without room it is asked for again with the next visit.
    localStorage.removeItem(KEY);
  }
};

import { readFileSync } from 'node:fs';

/** The limits of open files of this process, or null where they cannot be told (not Linux). `hard` is as far as it can be raised. */
export function openFileLimit(): { readonly soft: number; readonly hard: number } | null {
  try {
    const match = /^Max open files\s+(\d+)\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return match ? { soft: Number(match[1]), hard: Number(match[2]) } : null;
  } catch {
    return null;
  }
}

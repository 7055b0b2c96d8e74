import { call } from '../api/client.ts';

/** The address from which a browser saves a file instead of showing it. */
export const downloadAddress = (fileUrl: string): string => `${fileUrl}&download=1`;

/** What became of the file of a clip: its link now, and whether the file can be had by it; null: there is none any more. */
export async function clipFile(clipId: string): Promise<string | null> {
  const { records } = await call('video.history.page', { clipIds: clipId });
  const fileUrl = records[0]?.fileUrl ?? null;
  // Its first octet alone.
  return fileUrl !== null && (await fetch(fileUrl, { headers: { range: 'bytes=0-0' } })).ok ? fileUrl : null;
}

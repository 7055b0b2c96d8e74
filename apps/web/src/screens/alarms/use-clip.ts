import type { AlarmFile } from '@sightline/contract';
import { mp4OfH264 } from '@sightline/media';
import { useEffect, useState } from 'react';

export type Clip = { readonly state: 'loading' | 'failed' } | { readonly state: 'ready'; readonly url: string };

const H264 = 'video/h264';

/** An address that a `<video>` plays: raw streams, as units send them, are put into a file here. */
export const useClip = ({ fileUrl, contentType }: Pick<AlarmFile, 'fileUrl' | 'contentType'>): Clip => {
  const isRaw = contentType === H264;
  const [clip, setClip] = useState<Clip>({ state: 'loading' });
  useEffect(() => {
    if (!isRaw) return;
    const abort = new AbortController();
    let url: string | null = null;
    const load = async (): Promise<void> => {
      const answer = await fetch(fileUrl, { signal: abort.signal });
      const mp4 = answer.ok ? mp4OfH264(new Uint8Array(await answer.arrayBuffer())) : null;
      if (abort.signal.aborted) return;
      if (mp4 === null) return setClip({ state: 'failed' });
      url = URL.createObjectURL(new Blob([mp4], { type: 'video/mp4' }));
      setClip({ state: 'ready', url });
    };
    load().catch(() => {
      if (!abort.signal.aborted) setClip({ state: 'failed' });
    });
    return () => {
      abort.abort();
      if (url !== null) URL.revokeObjectURL(url);
      setClip({ state: 'loading' });
    };
  }, [fileUrl, isRaw]);
  return isRaw ? clip : { state: 'ready', url: fileUrl };
};

/** Takes decoded pictures and closes them. */
export interface PictureSink {
  /** False: it came too fast and was left out. */
  show(picture: VideoFrame): boolean;
  close(): void;
}

/** The writer of a generated track. A track that does not take pictures fast enough loses them. */
export const trackSink = (writable: WritableStream<VideoFrame>): PictureSink => {
  const writer = writable.getWriter();
  // The element went away: what is written to it afterwards is nobody's trouble.
  const ignore = (): void => undefined;
  writer.closed.catch(ignore);
  return {
    show: (picture) => {
      const free = (writer.desiredSize ?? 0) > 0;
      if (free) writer.write(picture).catch(() => picture.close());
      else picture.close();
      return free;
    },
    // The track is not ended here: an ended one shows no picture, and the last one stays until another comes. The page stops it.
    close: () => writer.releaseLock(),
  };
};

/** A canvas that is drawn once per frame of the screen with the newest picture. */
export const canvasSink = (canvas: OffscreenCanvas): PictureSink => {
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true });
  let newest: VideoFrame | null = null;
  let scheduled = false;
  const draw = (): void => {
    scheduled = false;
    if (newest === null) return;
    const { displayWidth, displayHeight } = newest;
    if (canvas.width !== displayWidth || canvas.height !== displayHeight) {
      canvas.width = displayWidth;
      canvas.height = displayHeight;
    }
    context?.drawImage(newest, 0, 0);
    newest.close();
    newest = null;
  };
  return {
    show: (picture) => {
      const free = newest === null;
      newest?.close();
      newest = picture;
      if (!scheduled) requestAnimationFrame(draw);
      scheduled = true;
      return free;
    },
    close: () => {
      newest?.close();
      newest = null;
    },
  };
};

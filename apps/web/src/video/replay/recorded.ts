import type { CameraRecording } from '@sightline/contract';

/** Time that a channel was recorded, with or without an alarm; instants in ms. */
export interface RecordedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly alarm: boolean;
}

/** Files closer together than this are one: recorders lose a second between two. */
const JOIN_MS = 2_000;

/** What was recorded of each channel, in order of time; files of the same kind that follow each other are one span. */
export function spansByChannel(recordings: readonly CameraRecording[]): ReadonlyMap<number, readonly RecordedSpan[]> {
  const spans = new Map<number, RecordedSpan[]>();
  const ordered = recordings
    .map((r) => ({ channel: r.channelId, fromMs: Date.parse(r.startTime), toMs: Date.parse(r.endTime), alarm: r.alarm }))
    .sort((a, b) => a.fromMs - b.fromMs);
  for (const { channel, ...span } of ordered) {
    const own = spans.get(channel) ?? [];
    spans.set(channel, own);
    const last = own.at(-1);
    if (last && last.alarm === span.alarm && span.fromMs - last.toMs <= JOIN_MS)
      own[own.length - 1] = { ...last, toMs: Math.max(last.toMs, span.toMs) };
    else own.push(span);
  }
  return spans;
}

/** The first instant from `atMs` on at which one of the channels was recorded; null: none follows. */
export function nextRecorded(
  spans: ReadonlyMap<number, readonly RecordedSpan[]>,
  channels: readonly number[],
  atMs: number,
): number | null {
  const starts = channels.flatMap((channel) => {
    const span = spans.get(channel)?.find(({ toMs }) => toMs > atMs);
    return span ? [Math.max(atMs, span.fromMs)] : [];
  });
  return starts.length === 0 ? null : Math.min(...starts);
}

import { ALARMED, LIVE_STATUS_NAMES, type LiveStatusName } from '../../live/live-status.ts';
import { STATUS_COLOURS } from '../../theme/palettes.ts';

/** What devices are grouped by in a cluster: the live status, or that there is an alarm. The numbers extend those of LiveStatus. */
export type MarkerKind = LiveStatusName | 'alarm';
export const MARKER_KINDS: readonly MarkerKind[] = [...LIVE_STATUS_NAMES, 'alarm'];
export const ALARM_KIND = ALARMED;

/** Colour and outline differ for each status, so that neither is needed to read the other. An alarm is a ring and a mark around them. */
export type MarkerShape = 'arrow' | 'bars' | 'square' | 'slash' | 'ring';

export const MARKER_SHAPES: Readonly<Record<LiveStatusName, MarkerShape>> = {
  moving: 'arrow',
  idle: 'bars',
  stopped: 'square',
  offline: 'slash',
  inactive: 'ring',
};

export const kindColour = (kind: MarkerKind): string => STATUS_COLOURS[kind];

/** Drawn last = on top: what needs attention covers what does not. */
export const DRAW_ORDER: readonly number[] = [0, 1, 2, 3, 4, ALARM_KIND];

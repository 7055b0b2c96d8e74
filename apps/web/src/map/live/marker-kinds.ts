import { LIVE_STATUS_NAMES, type LiveStatusName } from '../../live/live-status.ts';
import { STATUS_COLOURS } from '../../theme/palettes.ts';

/** What a marker says: the live status, or that the device has an open alarm. The numbers extend those of LiveStatus. */
export type MarkerKind = LiveStatusName | 'alarm';
export const MARKER_KINDS: readonly MarkerKind[] = [...LIVE_STATUS_NAMES, 'alarm'];
export const ALARM_KIND = LIVE_STATUS_NAMES.length;

/** Colour and outline differ for each kind, so that neither is needed to read the other. */
export type MarkerShape = 'arrow' | 'bars' | 'square' | 'slash' | 'ring' | 'diamond';

export const MARKER_SHAPES: Readonly<Record<MarkerKind, MarkerShape>> = {
  moving: 'arrow',
  idle: 'bars',
  stopped: 'square',
  offline: 'slash',
  inactive: 'ring',
  alarm: 'diamond',
};

/** Status texts of the catalogue (namespace `map`). */
export const kindTextKey = (kind: MarkerKind): `status.${MarkerKind}` => `status.${kind}`;

export const kindColour = (kind: MarkerKind): string => STATUS_COLOURS[kind];

/** Drawn last = on top: what needs attention covers what does not. */
export const DRAW_ORDER: readonly number[] = [0, 1, 2, 3, 4, ALARM_KIND];

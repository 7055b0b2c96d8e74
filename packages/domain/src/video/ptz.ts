/** What a camera can be told that turns: by JT/T 1078-2016 §5.7, each with a message of its own. */
export const PTZ_ACTIONS = [
  'stop',
  'up',
  'down',
  'left',
  'right',
  'zoomIn',
  'zoomOut',
  'focusNear',
  'focusFar',
  'irisOpen',
  'irisClose',
  'wiperOn',
  'wiperOff',
  'infraredOn',
  'infraredOff',
] as const;
export type PtzAction = (typeof PTZ_ACTIONS)[number];

/** Goes on until `stop`; all others are done when they are said. */
export const isTurning = (action: PtzAction): boolean => action === 'up' || action === 'down' || action === 'left' || action === 'right';

/** `holdMs`: a camera that turns is stopped when nobody has said for so long that it shall go on. */
export const PTZ_LIMITS = { speed: { min: 1, max: 255, usual: 100 }, holdMs: 3_000 } as const;

/** Which areas have their texts when; null: all. Each stage has a chunk of its own for each language. */
const AREAS = {
  entrance: ['login', 'ui'],
  /** The frame around all pages, and the monitor. */
  console: ['login', 'ui', 'routes', 'layout', 'plain', 'notice', 'tour', 'help', 'map', 'monitor'],
  all: null,
} as const satisfies Readonly<Record<string, readonly string[] | null>>;

/** How much of the texts is there. */
export type TextStage = keyof typeof AREAS;

/** Each holds what the one before it holds. */
export const TEXT_STAGES = Object.keys(AREAS) as readonly TextStage[];

/** The area of a file with texts, `<area>/locale/<language>.json`. */
export const areaOf = (path: string): string => path.split('/').at(-3) ?? '';

export const isIn = (area: string, stage: TextStage): boolean => (AREAS[stage] as readonly string[] | null)?.includes(area) ?? true;

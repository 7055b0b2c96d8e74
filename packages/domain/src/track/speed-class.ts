/** Classes by which a track is coloured. Below the first bound the device stands; the colours keep 3:1 on light and dark maps. */
export interface SpeedClass {
  /** From this speed on, km/h. */
  readonly fromKph: number;
  readonly name: 'standing' | 'slow' | 'city' | 'road' | 'fast' | 'veryFast';
  readonly colour: string;
}
export const SPEED_CLASSES: readonly SpeedClass[] = [
  { fromKph: 0, name: 'standing', colour: '#7b8794' },
  { fromKph: 5, name: 'slow', colour: '#2b8a3e' },
  { fromKph: 30, name: 'city', colour: '#1c7ed6' },
  { fromKph: 60, name: 'road', colour: '#b7791f' },
  { fromKph: 90, name: 'fast', colour: '#e8590c' },
  { fromKph: 120, name: 'veryFast', colour: '#c92a2a' },
];

/** Index of the class of a speed; an unknown or wrong speed counts as standing. */
export const speedClassOf = (speedKph: number | null): number => {
  if (speedKph === null) return 0;
  let index = SPEED_CLASSES.length - 1;
  while (index > 0 && !(speedKph >= (SPEED_CLASSES[index] as SpeedClass).fromKph)) index--;
  return index;
};

/** Runs of points with one class; the last point of a run is the first of the next, so that the line has no holes. */
export interface SpeedRun {
  readonly speedClass: number;
  readonly start: number;
  /** Included. */
  readonly end: number;
}
/** The class of a stretch is that of the point it leads to. */
export const speedRuns = (speedsKph: readonly (number | null)[]): SpeedRun[] => {
  const runs: SpeedRun[] = [];
  for (let i = 1; i < speedsKph.length; i++) {
    const speedClass = speedClassOf(speedsKph[i] ?? null);
    const last = runs.at(-1);
    if (last !== undefined && last.speedClass === speedClass) runs[runs.length - 1] = { ...last, end: i };
    else runs.push({ speedClass, start: i - 1, end: i });
  }
  return runs;
};

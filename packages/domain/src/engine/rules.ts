/** The fixed thresholds of the engine; what a device can set lies in DeviceSettings. */
export const ENGINE_RULES = {
  /** A longer silence ends the open segment: nothing is assumed about what lay between. */
  gapMs: 30 * 60_000,
  /** ... unless the device is found again within `stayRadiusM` after at most this long: it was parked and asleep (a long weekend). */
  parkedSilenceMs: 96 * 3_600_000,
  /** Two positions this near, at least `stayIntervalMs` and the minimum stay apart, were one stay between. */
  stayRadiusM: 200,
  stayIntervalMs: 300_000,
  /** GNSS drift of a standing device stays within this. */
  driftRadiusM: 50,
  /** Two positions in a row this far from the stop prove a trip, whatever their speed. */
  provenTripM: 500,
  /** A receiver that claims to have covered this without a changed coordinate is frozen. */
  frozenM: 50,
  /** How far the device may have come: `reachSlackM` plus the time at the greater of both speeds, plus `reachMarginKph` plus `reachGainKphPerS` for each second between; at most `reachCapKph`. */
  reachSlackM: 100,
  reachMarginKph: 60,
  reachGainKphPerS: 10,
  reachCapKph: 400,
  /** The speed taken where a position has none. */
  reachUnknownKph: 250,
  /** So many consistent positions in a row prove a relocation that looked like an outlier. */
  relocationPoints: 3,
  /** A proven relocation beyond this also ends the segment; below, it only adds no distance. */
  relocationSplitM: 1_000,
  /** Ignition changes kept between two accepted positions. */
  ignitionChanges: 32,
  /** Besides every boundary, the first position of each such block of UTC makes a checkpoint. */
  checkpointBlockMs: 6 * 3_600_000,
  /** A minimum speed of 0 still needs some speed to be moving. */
  leastMovingKph: 0.5,
} as const;

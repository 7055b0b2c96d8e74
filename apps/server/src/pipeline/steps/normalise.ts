import { normaliseFix } from '@sightline/domain';
import type { Step } from '../passage.ts';

/** Makes positions of the fixes: UTC by the device's own clock offset, and the verdict on what the record alone makes impossible. */
export const normalise: Step = (passage) => {
  const { settings, deviceKey } = passage.device;
  for (const frame of passage.frames) {
    for (const fact of frame.facts) {
      if (fact.kind !== 'position') continue;
      passage.positions.push({
        deviceKey,
        position: normaliseFix(fact.fix, settings, frame.readWithOffsetMinutes, frame.receivedAtMs),
        arrival: 'ignored',
        late: false,
        sinceMs: null,
      });
    }
  }
};

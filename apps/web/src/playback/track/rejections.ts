import { PositionFlag, type PositionFlagName } from '@sightline/domain';

/** Names of the reasons why a point is left out of distances and trips. */
export const rejections = (flags: number): readonly PositionFlagName[] =>
  (Object.keys(PositionFlag) as PositionFlagName[]).filter((name) => (flags & PositionFlag[name]) !== 0);

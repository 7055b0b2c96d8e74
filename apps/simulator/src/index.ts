export { startFleet, type Fleet, type FleetDevice, type FleetOptions, type FleetStats } from './fleet.ts';
export { simulate, simulatedDeviceIds, TRACKS_DIR, type LoadOptions, type LoadResult } from './load.ts';
export { readTrack, readTracks, type Track } from './track.ts';

import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Camera, Wall } from './wall-tiles.ts';

export interface SavedWall extends Wall {
  readonly name: string;
}

export interface Rotation {
  readonly cameras: readonly Camera[];
  readonly seconds: number;
}

interface WallPreferences {
  readonly dockWidth: number;
  /** By user: one person's walls are not another's. */
  readonly saved: Readonly<Record<string, readonly SavedWall[]>>;
  readonly rotations: Readonly<Record<string, Rotation>>;
  /** The microphone for talks; `null`: the usual one of this machine. */
  readonly microphoneId: string | null;
  /** In talks the microphone is open only while a key or button is held. */
  readonly pushToTalk: boolean;
}

export const DOCK_LIMITS = { min: 240, max: 480 } as const;
export const WALL_LIMITS = { saved: 20, name: 40, rotation: 200, minSeconds: 5, maxSeconds: 600 } as const;

const NO_ROTATION: Rotation = { cameras: [], seconds: 20 };
const NONE: readonly SavedWall[] = [];

/** How a person has arranged the wall on this browser. */
export const useWallPreferences = create<WallPreferences>()(
  persist((): WallPreferences => ({ dockWidth: 288, saved: {}, rotations: {}, microphoneId: null, pushToTalk: false }), {
    name: 'sightline.video-wall',
    version: 1,
    storage: createJSONStorage(() => localStorage),
  }),
);

export const useSavedWalls = (userId: string): readonly SavedWall[] => useWallPreferences(({ saved }) => saved[userId] ?? NONE);
export const useRotationList = (userId: string): Rotation => useWallPreferences(({ rotations }) => rotations[userId] ?? NO_ROTATION);

/** A wall of the same name is replaced; the oldest goes when there are too many. */
export const saveWall = (userId: string, wall: SavedWall): void =>
  void useWallPreferences.setState(({ saved }) => {
    const others = (saved[userId] ?? NONE).filter(({ name }) => name !== wall.name);
    return { saved: { ...saved, [userId]: [...others, wall].slice(-WALL_LIMITS.saved) } };
  });

export const deleteWall = (userId: string, name: string): void =>
  void useWallPreferences.setState(({ saved }) => ({
    saved: { ...saved, [userId]: (saved[userId] ?? NONE).filter((wall) => wall.name !== name) },
  }));

export const setRotation = (userId: string, change: Partial<Rotation>): void =>
  void useWallPreferences.setState(({ rotations }) => {
    const next = { ...(rotations[userId] ?? NO_ROTATION), ...change };
    return { rotations: { ...rotations, [userId]: { ...next, cameras: next.cameras.slice(0, WALL_LIMITS.rotation) } } };
  });

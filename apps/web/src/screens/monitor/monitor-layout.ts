import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** How a person has arranged the console on this browser. */
export interface MonitorLayout {
  readonly dockWidth: number;
  readonly dockOpen: boolean;
  readonly cardWidth: number;
}

export const DOCK_LIMITS = { min: 260, max: 520 } as const;
export const CARD_LIMITS = { min: 280, max: 480 } as const;

export const useMonitorLayout = create<MonitorLayout>()(
  persist((): MonitorLayout => ({ dockWidth: 320, dockOpen: true, cardWidth: 340 }), {
    name: 'sightline.monitor-layout',
    version: 1,
    storage: createJSONStorage(() => localStorage),
  }),
);

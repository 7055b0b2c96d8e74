import type { DragEvent } from 'react';
import type { Camera } from './wall-tiles.ts';

/** What is dragged over the wall: a camera, all cameras of a device, or a tile to another place. */
export type Dragged =
  | { readonly kind: 'camera'; readonly camera: Camera }
  | { readonly kind: 'device'; readonly deviceId: string }
  | { readonly kind: 'tile'; readonly index: number };

const TYPE = 'application/x-sightline-camera';

export const startDrag = (event: DragEvent, dragged: Dragged): void => {
  event.dataTransfer.setData(TYPE, JSON.stringify(dragged));
  event.dataTransfer.effectAllowed = 'copyMove';
};

/** Whether something of ours is over it; its content can be read only when it is dropped. */
export const isOurs = (event: DragEvent): boolean => event.dataTransfer.types.includes(TYPE);

export const readDrop = (event: DragEvent): Dragged | null => {
  try {
    const value: unknown = JSON.parse(event.dataTransfer.getData(TYPE));
    return typeof value === 'object' && value !== null && 'kind' in value ? (value as Dragged) : null;
  } catch {
    return null;
  }
};

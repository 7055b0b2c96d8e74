import type { MediaUse } from '@sightline/domain';

/** A process that carries video, as another one knows it. */
export interface MediaNode {
  readonly name: string;
  /** Origin for browsers, ws: or wss:; '' when only its own pages reach it. */
  readonly url: string;
  readonly deviceAddress: { readonly host: string; readonly port: number; readonly playbackPort: number };
  readonly abilities: readonly MediaUse[];
  /** Channels that cameras publish there, as `device/channel`. */
  readonly publishing: readonly string[];
  readonly streams: number;
  readonly viewers: number;
  /** Heard of lately. */
  readonly alive: boolean;
}

/** Those that somebody can be sent to: alive, able, and reached by browsers; the process that answers always is. */
export const usableNodes = (nodes: readonly MediaNode[], use: MediaUse, own: string): readonly MediaNode[] =>
  nodes.filter((node) => node.alive && node.abilities.includes(use) && (node.url !== '' || node.name === own));

/** Names of nodes, by what they are wanted for; the first one that is usable counts. */
export interface NodeWishes {
  /** Where what is wanted runs already. */
  readonly running?: readonly string[];
  /** Chosen by the person, its customer, those above it: the nearest first. */
  readonly defaults: readonly string[];
  /** What was given out since the loads of nodes were last heard of. */
  readonly pending?: ReadonlyMap<string, number>;
}

/** The node for somebody who names none: where it runs, else the nearest choice that is usable, else the one with the least to do. Null: there is none. */
export function chooseNode(usable: readonly MediaNode[], { running = [], defaults, pending }: NodeWishes): MediaNode | null {
  for (const name of [...running, ...defaults]) {
    const node = usable.find((one) => one.name === name);
    if (node) return node;
  }
  const load = (node: MediaNode): number => node.viewers + node.streams + (pending?.get(node.name) ?? 0);
  return usable.reduce<MediaNode | null>((best, node) => (best === null || load(node) < load(best) ? node : best), null);
}

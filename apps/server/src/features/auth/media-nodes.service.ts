import type { CustomerAbove, UserRecord } from '@sightline/db';
import type { MediaUse } from '@sightline/domain';
import type { Principal } from '../principal.ts';

/** The setting of a user by what a node is wanted for. */
const USER_SETTING = { live: 'defaultMediaNode', talk: 'defaultTalkNode', replay: 'defaultReplayNode' } as const;

/** What a customer says for each; its node of live video is meant for the others as well where it says nothing else. */
const CUSTOMER_CHOICES = {
  live: (c) => [c.default_stream_node],
  talk: (c) => [c.default_talk_node, c.default_stream_node],
  replay: (c) => [c.default_replay_node, c.default_stream_node],
} as const satisfies Record<MediaUse, (customer: CustomerAbove) => string[]>;

/** Names of media nodes that were chosen for a user, the nearest first. `lineage`: the customer and those above it, topmost first. */
export function chosenMediaNodes(user: Pick<UserRecord, 'settings'>, lineage: readonly CustomerAbove[]): Principal['mediaNodes'] {
  const chosen = (use: MediaUse): string[] => {
    const own = user.settings[USER_SETTING[use]];
    const names = [typeof own === 'string' ? own : '', ...lineage.toReversed().flatMap(CUSTOMER_CHOICES[use])];
    return [...new Set(names.filter((name) => name !== ''))];
  };
  return { live: chosen('live'), talk: chosen('talk'), replay: chosen('replay') };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseNode, usableNodes, type MediaNode } from './choose-node.ts';

const node = (name: string, more: Partial<MediaNode> = {}): MediaNode => ({
  name,
  url: `wss://${name}.example`,
  deviceAddress: { host: '127.0.0.1', port: 1, playbackPort: 2 },
  abilities: ['live', 'talk', 'replay'],
  publishing: [],
  streams: 0,
  viewers: 0,
  alive: true,
  ...more,
});
const chosen = (...args: Parameters<typeof chooseNode>): string | null => chooseNode(...args)?.name ?? null;

describe('the nodes that somebody can be sent to', () => {
  it('are alive, able, and reached by browsers: the one that answers always is', () => {
    const nodes = [
      node('own', { url: '' }),
      node('hidden', { url: '' }),
      node('away', { alive: false }),
      node('mute', { abilities: ['live'] }),
    ];
    expect(usableNodes(nodes, 'talk', 'own').map(({ name }) => name)).toEqual(['own']);
    expect(usableNodes(nodes, 'live', 'own').map(({ name }) => name)).toEqual(['own', 'mute']);
  });
});

describe('the choice of a node', () => {
  const [a, b, c] = [node('a', { streams: 3, viewers: 9 }), node('b', { streams: 1, viewers: 2 }), node('c', { streams: 2, viewers: 1 })];

  it('is where it runs already, else the nearest that was chosen and is there, else the one with the least to do', () => {
    expect(chosen([a, b, c], { running: ['c'], defaults: ['a'] })).toBe('c');
    expect(chosen([a, b, c], { running: ['gone'], defaults: ['gone', 'a', 'b'] })).toBe('a');
    expect(chosen([a, b, c], { defaults: ['gone'] })).toBe('b');
    expect(chosen([], { running: ['a'], defaults: ['a'] })).toBeNull();
  });

  it('counts what was given out since loads were heard of', () => {
    expect(chosen([a, b, c], { defaults: [], pending: new Map([['b', 1]]) })).toBe('c');
    expect(
      chosen([a, b, c], {
        defaults: [],
        pending: new Map([
          ['b', 20],
          ['c', 20],
        ]),
      }),
    ).toBe('a');
  });

  it('is always one of those that can be used, and one as long as there is any', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const some = fc.uniqueArray(fc.record({ name, streams: fc.nat(9), viewers: fc.nat(9) }), { selector: (n) => n.name });
    fc.assert(
      fc.property(some, fc.array(name), fc.array(name), (given, running, defaults) => {
        const nodes = given.map(({ name: called, ...load }) => node(called, load));
        const result = chooseNode(nodes, { running, defaults });
        expect(result === null).toBe(nodes.length === 0);
        const wished = [...running, ...defaults].find((wish) => nodes.some((n) => n.name === wish));
        if (wished !== undefined) expect(result!.name).toBe(wished);
        else for (const other of nodes) expect(result!.viewers + result!.streams).toBeLessThanOrEqual(other.viewers + other.streams);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignedIds, assignmentOf, changedGrant, effectiveGrant } from './grants.ts';
import { grantedIds, MENU_GRANTS, MENU_IDS, PERMISSION_IDS, type Granted, type MenuGrant } from './permissions.ts';

const ALL = new Set<string>(PERMISSION_IDS);
const idSet = fc.subarray([...PERMISSION_IDS]).map((ids) => new Set<string>(ids));
const menus = fc.record(Object.fromEntries(MENU_IDS.map((id) => [id, fc.constantFrom<MenuGrant>(...Object.values(MENU_GRANTS))])));
const isSubset = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((id) => b.has(id));

describe('grants', () => {
  it('nobody has more than anybody above', () => {
    fc.assert(
      fc.property(fc.array(fc.option(idSet), { maxLength: 6 }), (chain: Granted[]) => {
        const effective = effectiveGrant(chain);
        for (const link of chain) expect(link === null || isSubset(effective, link)).toBe(true);
      }),
    );
    expect(effectiveGrant([])).toEqual(ALL);
    expect(effectiveGrant([null, new Set(['100', 'gone']), null])).toEqual(new Set(['100']));
  });

  it('an assignment says what is granted and comes back the same', () => {
    fc.assert(
      fc.property(menus, idSet, idSet, (assigned, chosen, of) => {
        const granted = new Set([...grantedIds(assigned, chosen)].filter((id) => of.has(id)));
        const auth = assignmentOf(granted, of);
        const again = assignedIds(auth.menus, auth.functions, of);
        // A function whose menu could not be granted does not come back; nothing else is lost, and nothing is won.
        expect(isSubset(again, granted)).toBe(true);
        for (const id of granted) if (!again.has(id as never)) expect([...grantedIds({}, granted)]).not.toContain(id);
      }),
    );
    const { menus: read, functions } = assignmentOf(new Set(['3000', '3000:add', '5000', '5000:video']), ALL);
    expect([read['3000'], read['5000'], read['5101'], functions]).toEqual([1, 1, 0, ['3000:add', '5000:video']]);
    // Whole, measured against what there was to give.
    expect(assignmentOf(new Set(['3000', '3000:add']), new Set(['3000', '3000:add', '100'])).menus['3000']).toBe(9);
  });

  it('a granter neither gives nor takes what he has not', () => {
    fc.assert(
      fc.property(fc.option(idSet), idSet, idSet, idSet, (before, chosen, granter, parent) => {
        const had = effectiveGrant([parent, before]);
        const has = effectiveGrant([parent, changedGrant(before, chosen, granter, parent)]);
        for (const id of PERMISSION_IDS) {
          if (!granter.has(id)) expect(has.has(id)).toBe(had.has(id));
          else expect(has.has(id)).toBe(chosen.has(id) && parent.has(id));
        }
      }),
    );
    expect(changedGrant(new Set(), ALL, ALL, new Set(['100']))).toBeNull();
  });
});

/**
 * A platform under random grants, revocations, moves, recycling and restores, against the rule itself: whoever hangs below somebody never
 * has more than that one, at no time.
 */
describe('a tree of customers', () => {
  interface Node {
    parent: number;
    grant: Granted;
    recycled: boolean;
  }
  type Step =
    | { readonly kind: 'grant'; readonly by: number; readonly to: number; readonly ids: ReadonlySet<string> }
    | { readonly kind: 'move'; readonly what: number; readonly to: number }
    | { readonly kind: 'recycle' | 'restore'; readonly what: number };
  const SIZE = 8;
  const node = fc.nat(SIZE - 1);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constant('grant' as const), by: node, to: node, ids: idSet }),
    fc.record({ kind: fc.constant('move' as const), what: node, to: node }),
    fc.record({ kind: fc.constantFrom('recycle' as const, 'restore' as const), what: node }),
  );

  it('never lets anybody have more than somebody above', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const nodes: Node[] = Array.from({ length: SIZE }, (_, i) => ({
          parent: i === 0 ? -1 : (i - 1) >> 1,
          grant: null,
          recycled: false,
        }));
        const chain = (i: number): number[] => (i < 0 ? [] : [...chain(nodes[i]!.parent), i]);
        const has = (i: number): ReadonlySet<string> => effectiveGrant(chain(i).map((n) => nodes[n]!.grant));
        for (const s of steps) {
          if (s.kind === 'grant') {
            const line = chain(s.to);
            if (s.by === s.to || !line.includes(s.by)) continue;
            const target = nodes[s.to]!;
            const [granter, above, others] = [has(s.by), has(target.parent), nodes.map((_, i) => has(i))];
            target.grant = changedGrant(target.grant, s.ids, granter, above);
            // What the granter took is gone for everybody below at once, and nobody elsewhere is touched.
            for (let i = 0; i < SIZE; i++) {
              if (!chain(i).includes(s.to)) expect(has(i)).toEqual(others[i]);
              else for (const id of granter) if (!s.ids.has(id)) expect(has(i).has(id)).toBe(false);
            }
          } else if (s.kind === 'move') {
            if (s.what !== 0 && !chain(s.to).includes(s.what)) nodes[s.what]!.parent = s.to;
          } else nodes[s.what]!.recycled = s.kind === 'recycle';
          for (let i = 1; i < SIZE; i++) expect(isSubset(has(i), has(nodes[i]!.parent))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { childPath, crumbs, isAncestor, isWithin, pathLabel, seenTops, visibleIds } from './customer-path.ts';
import { allowed, grantedIds, intersectGrants, MENU_IDS, MENUS, PERMISSION_IDS, PERMISSION_LABELS } from './permissions.ts';
import { isMainAccount } from './users.ts';

describe('permissions', () => {
  it('has every menu id of the routes, every label, and no id twice', () => {
    expect(MENU_IDS).toEqual([
      '100',
      '1000',
      '2000',
      '3000',
      '4000',
      '5000',
      '5101',
      '5102',
      '5103',
      '5104',
      '5105',
      '6000',
      '6101',
      '6102',
      '6204',
      '6209',
      'allLog',
    ]);
    expect(new Set(PERMISSION_IDS).size).toBe(PERMISSION_IDS.length);
    const used = new Set(MENU_IDS.flatMap((id): readonly string[] => MENUS[id].functions));
    expect(PERMISSION_LABELS.filter((label) => !used.has(label))).toEqual([]);
  });

  it('asks for one of the needed ids', () => {
    const granted = new Set(['3000', '3000:add', '4000:tracking']);
    expect(allowed(granted, '3000')).toBe(true);
    expect(allowed(granted, ['2000', '3000:add'])).toBe(true);
    expect(allowed(granted, '3000:delete')).toBe(false);
    expect(allowed(granted, '4000:tracking')).toBe(false);
    expect(allowed(granted, [])).toBe(true);
    expect(allowed(null, '6204')).toBe(true);
    expect(allowed(new Set(), '100')).toBe(false);
  });

  it('grants all, some or nothing of a menu', () => {
    const all = grantedIds({ '5000': 9 });
    expect(all.has('5101:live') && all.has('5105') && !all.has('4000')).toBe(true);
    const some = grantedIds({ '3000': 1, '5000': 1 }, ['3000:add', '5101', '5101:live', '5102:view', '4000:tracking', 'nonsense']);
    expect([...some].sort()).toEqual(['3000', '3000:add', '5000', '5101', '5101:live']);
    expect([...grantedIds({ '5000': 0, '5101': 9 })]).toEqual([]);
    expect([...grantedIds({ '5000': 9, '5101': 0 })].some((id) => id.startsWith('5101'))).toBe(false);
  });

  it('a user has no more than the customer', () => {
    expect(intersectGrants(null, new Set(['100']))).toEqual(new Set(['100']));
    expect(intersectGrants(new Set(['100', '2000']), new Set(['100']))).toEqual(new Set(['100']));
    expect(intersectGrants(null, null)).toBeNull();
    expect([isMainAccount('2'), isMainAccount('3')]).toEqual([true, false]);
  });
});

describe('customer paths', () => {
  it('compares whole ids and lets no missing scope mean everything', () => {
    expect([isWithin('1.2', '1.2'), isWithin('1.2', '1.2.3'), isWithin('1.2', '1.23'), isWithin('', '1')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(seenTops(null, '1.2')).toEqual(['1.2']);
    expect(seenTops(['1.2'], '1.2.3')).toEqual(['1.2.3']);
    expect(seenTops(['1.2', '1.2.3', '1.4', '1.22', '7'], '1')).toEqual(['1.2', '1.4', '1.22']);
    expect(seenTops([], '1')).toEqual([]);
    expect([isAncestor('1', '1'), isAncestor('1', '1.5'), isAncestor('1.5', '1')]).toEqual([false, true, false]);
    expect(childPath(null, '1')).toBe('1');
    expect(childPath('1', '7')).toBe('1.7');
    expect(() => childPath('1', '7.8')).toThrow(RangeError);
  });
  it('shows nobody the customers above', () => {
    expect(visibleIds('1.2', '1.2.3')).toEqual(['2', '3']);
    expect(visibleIds('1.4', '1.2.3')).toEqual([]);
    expect(pathLabel('1.2', '1.2.3', (id) => (id === '2' ? 'North' : undefined))).toBe('North,3');
    // Names with commas do not fall apart.
    expect(pathLabel('1.2', '1.2.3', (id) => (id === '2' ? 'North, Ltd' : 'Depot')).split(',')).toEqual(['North\u201A Ltd', 'Depot']);
    expect(crumbs(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(crumbs(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', null, 'd', 'e']);
  });
});

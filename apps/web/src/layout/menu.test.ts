import type { MenuChoice } from '@sightline/contract';
import { PERMISSION_IDS } from '@sightline/domain/access/permissions';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_MENU, menuRows, moved } from '../screens/company/menu-rows.ts';
import { arranged, menuFor } from './menu.ts';

const choice = (name: string, hidden = false): MenuChoice => ({ name, hidden, names: { en_US: '', zh_CN: '' } });
const names = (menu: readonly { readonly route: { readonly name: string } }[]): string[] => menu.map(({ route }) => route.name);
const everything = menuFor('main', { hasToken: true, permissions: new Set(PERMISSION_IDS), isMainAccount: true });

describe('the main menu of a customer', () => {
  it('is in its order, without what it hides; the rest follows as the product has it', () => {
    const menu = names(arranged(everything, [choice('device'), choice('customer', true), choice('monitor')]));
    expect(menu.slice(0, 2)).toEqual(['device', 'monitor']);
    expect(menu).not.toContain('customer');
    expect(menu.slice(2)).toEqual(names(everything).filter((name) => !['device', 'monitor', 'customer'].includes(name)));
    expect(arranged(everything, [])).toEqual(everything);
  });

  it('never holds what the person may not open', () => {
    const few = menuFor('main', { hasToken: true, permissions: new Set(['4000']), isMainAccount: false });
    expect(names(arranged(few, [choice('customer'), choice('device'), choice('monitor')]))).toEqual(
      names(few).toSorted((a, b) => Number(b === 'monitor') - Number(a === 'monitor')),
    );
  });
});

describe('the rows of the form', () => {
  it('are the choices, then what has not been decided about, without menus that are gone', () => {
    const rows = menuRows([choice('report', true), choice('gone')]).map(({ name }) => name);
    expect(rows[0]).toBe('report');
    expect(rows.toSorted()).toEqual(BUILT_IN_MENU.map(({ name }) => name).toSorted());
  });

  it('change places, and stay at the ends', () => {
    const rows = [choice('a'), choice('b'), choice('c')];
    expect(moved(rows, 1, -1).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
    expect(moved(rows, 2, 1)).toEqual(rows);
    expect(moved(rows, 0, -1)).toEqual(rows);
  });
});

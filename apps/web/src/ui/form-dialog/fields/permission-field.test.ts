import { grantedIds, MENU_IDS, PERMISSION_IDS, type MenuGrant } from '@sightline/domain/access/permissions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_PERMISSIONS } from '../permission-choice.ts';
import { withMenu } from './permission-field.tsx';

const everything = new Set<string>(PERMISSION_IDS);

it('opens the menu above and closes what lies below', () => {
  const live = withMenu(NO_PERMISSIONS, '5101', 9, everything);
  expect(live.menus).toMatchObject({ '5000': 1, '5101': 9 });
  expect(withMenu(live, '5000', 0, everything).menus).toMatchObject({ '5000': 0, '5101': 0 });
  expect(withMenu(live, '5101', 0, everything).menus['5000']).toBe(0);
});

it('keeps the functions of a whole menu when one menu below it is closed', () => {
  const whole = withMenu(NO_PERMISSIONS, '6000', 9, everything);
  const part = withMenu(whole, '6102', 0, everything);
  const granted = grantedIds(part.menus, part.functions);
  expect(granted.has('6000:export')).toBe(true);
  expect(granted.has('6101')).toBe(true);
  expect(granted.has('6102')).toBe(false);
});

it('grants just what is shown, whatever is clicked', () => {
  const click = fc.record({ menu: fc.constantFrom(...MENU_IDS), grant: fc.constantFrom<MenuGrant>(0, 1, 9) });
  fc.assert(
    fc.property(fc.array(click, { maxLength: 20 }), (clicks) => {
      const choice = clicks.reduce((before, { menu, grant }) => withMenu(before, menu, grant, everything), NO_PERMISSIONS);
      const granted = grantedIds(choice.menus, choice.functions);
      for (const menu of MENU_IDS) expect(granted.has(menu), `${menu} of ${JSON.stringify(choice)}`).toBe((choice.menus[menu] ?? 0) !== 0);
    }),
  );
});

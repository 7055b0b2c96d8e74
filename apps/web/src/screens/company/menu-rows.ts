import type { MenuChoice } from '@sightline/contract';
import { ROUTES } from '../../app/routes.ts';

/** The main menus as the product has them. */
export const BUILT_IN_MENU: readonly MenuChoice[] = ROUTES.filter((route) => route.menu === 'main').map(({ name }) => ({
  name,
  hidden: false,
  names: { en_US: '', zh_CN: '' },
}));

/** The choices of a customer, then the menus about which it has not decided; choices about menus that are gone are left out. */
export const menuRows = (choices: readonly MenuChoice[]): readonly MenuChoice[] => {
  const known = choices.filter(({ name }) => BUILT_IN_MENU.some((row) => row.name === name));
  return [...known, ...BUILT_IN_MENU.filter((row) => !known.some(({ name }) => name === row.name))];
};

/** The row changes places with its neighbour. */
export const moved = (rows: readonly MenuChoice[], at: number, by: -1 | 1): readonly MenuChoice[] => {
  const [row, other] = [rows[at], rows[at + by]];
  return row === undefined || other === undefined ? rows : rows.with(at, other).with(at + by, row);
};

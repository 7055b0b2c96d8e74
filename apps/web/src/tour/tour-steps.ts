/** A place that the tour points at. Texts are `tour.<name>.title` and `tour.<name>.text`. */
export interface TourStep {
  readonly name: string;
  /** CSS selector of what it points at. */
  readonly target: string;
  /** The page on which it is; without one, wherever the person is. */
  readonly path?: string;
  readonly opensUserMenu?: true;
}

/** Class of the menu that opens from the name of the person: what the tour says of it stands beside it, never under it. */
export const ACCOUNT_MENU = 'account-menu';

const SETTINGS = '/personalCenter/userSettings';

export const TOUR_STEPS: readonly TourStep[] = [
  { name: 'menu', target: '[data-tour=menu]' },
  { name: 'account', target: `.${ACCOUNT_MENU}`, opensUserMenu: true },
  { name: 'basicSettings', target: '#main h1', path: `${SETTINGS}/basicSettings` },
  { name: 'palette', target: '[data-tour=palette]', path: `${SETTINGS}/basicSettings` },
  { name: 'unitSettings', target: '#main h1', path: `${SETTINGS}/unitSettings` },
];

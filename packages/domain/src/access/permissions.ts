/**
 * Everything that can be granted: the menus with the ids of the product's routes and, below them, the labelled functions. A function's id is the
 * id of its menu, a colon and its label.
 */
interface MenuDefinition {
  readonly parent: string | null;
  /** Key of its texts. */
  readonly name: string;
  readonly route: string;
  readonly functions: readonly PermissionLabel[];
}

export const PERMISSION_LABELS = [
  'view',
  'add',
  'edit',
  'delete',
  'export',
  'remove',
  'details',
  'resetPassword',
  'sellDevices',
  'licenseBinding',
  'tags',
  'remoteControl',
  'fuelElectricControl',
  'deviceParameters',
  'deviceSettings',
  'tracking',
  'live',
  'video',
  'snapshot',
  'gallery',
  'fence',
  'reports',
  'autoReport',
  'tagManagement',
  'recycleBin',
] as const;
export type PermissionLabel = (typeof PERMISSION_LABELS)[number];

export const MENUS = {
  '100': { parent: null, name: 'dashboard', route: '/dashboard', functions: ['view'] },
  '1000': {
    parent: null,
    name: 'customer',
    route: '/customer',
    functions: ['view', 'add', 'edit', 'delete', 'export', 'details', 'recycleBin'],
  },
  '2000': { parent: null, name: 'user', route: '/user', functions: ['view', 'add', 'edit', 'delete', 'resetPassword', 'recycleBin'] },
  '3000': {
    parent: null,
    name: 'device',
    route: '/device',
    functions: [
      'view',
      'add',
      'edit',
      'delete',
      'export',
      'details',
      'sellDevices',
      'licenseBinding',
      'tags',
      'tagManagement',
      'deviceSettings',
      'deviceParameters',
      'recycleBin',
    ],
  },
  '4000': {
    parent: null,
    name: 'monitor',
    route: '/monitor',
    functions: [
      'view',
      'details',
      'tracking',
      'remoteControl',
      'fuelElectricControl',
      'deviceParameters',
      'snapshot',
      'fence',
      'live',
      'tags',
    ],
  },
  '5000': { parent: null, name: 'video', route: '/video', functions: ['video'] },
  '5101': { parent: '5000', name: 'videoLive', route: '/video/live', functions: ['live', 'snapshot'] },
  '5102': { parent: '5000', name: 'videoHistory', route: '/video/history', functions: ['view', 'export', 'delete'] },
  '5103': { parent: '5000', name: 'aiAlerts', route: '/video/aiAlerts', functions: ['view', 'details', 'delete', 'export'] },
  '5104': { parent: '5000', name: 'videoSetting', route: '/video/setting', functions: ['view', 'edit'] },
  '5105': { parent: '5000', name: 'gallery', route: '/video/gallery', functions: ['gallery', 'delete', 'export'] },
  '6000': { parent: null, name: 'report', route: '/report', functions: ['reports', 'export'] },
  '6101': { parent: '6000', name: 'myReport', route: '/report/template', functions: ['view', 'add', 'edit', 'delete', 'export'] },
  '6102': { parent: '6000', name: 'autoReport', route: '/report/auto', functions: ['autoReport', 'add', 'edit', 'delete'] },
  '6204': { parent: '6000', name: 'configRuleReport', route: '/report/configRule', functions: ['view', 'export', 'remove'] },
  '6209': { parent: '6000', name: 'alarmDetailReport', route: '/report/alarmDevice', functions: ['view', 'export', 'details'] },
  allLog: { parent: null, name: 'allLog', route: '/personalCenter/userSettings/allLog', functions: ['view', 'export'] },
} as const satisfies Record<string, MenuDefinition>;

export type MenuId = keyof typeof MENUS;
/** `${menu id}` or `${menu id}:${label}`. */
export type PermissionId = { [M in MenuId]: M | `${M}:${(typeof MENUS)[M]['functions'][number]}` }[MenuId];

export const MENU_IDS = Object.keys(MENUS) as MenuId[];
/** Every id of the table, menus before their functions. */
export const PERMISSION_IDS: readonly PermissionId[] = MENU_IDS.flatMap((id) => [
  id,
  ...MENUS[id].functions.map((label) => `${id}:${label}` as PermissionId),
]);

/** How a whole menu is assigned to a user or a customer. */
export const MENU_GRANTS = { disabled: 0, partial: 1, all: 9 } as const;
export type MenuGrant = (typeof MENU_GRANTS)[keyof typeof MENU_GRANTS];

const menuOf = (id: string): string => id.split(':', 1)[0] as string;
const chainOf = (id: string): string[] => {
  const chain = [id];
  if (id.includes(':')) chain.push(menuOf(id));
  const menus: Readonly<Record<string, MenuDefinition>> = MENUS;
  for (let parent = menus[menuOf(id)]?.parent; parent !== null && parent !== undefined; parent = menus[parent]?.parent) chain.push(parent);
  return chain;
};

/**
 * The ids that an assignment grants: all of a menu (9: it, the menus below it and every function), some (1: it, and those of `chosen` that belong
 * to it), or nothing (0, also for everything below). A menu that is not named is granted when it is in `chosen`. Nothing is granted without
 * the menus above it, and unknown ids are dropped.
 */
export const grantedIds = (assigned: Readonly<Partial<Record<string, MenuGrant>>>, chosen: Iterable<string> = []): Set<PermissionId> => {
  const picked = new Set(chosen);
  const decide = (id: string): boolean => {
    for (const link of chainOf(id)) {
      const grant = assigned[link];
      if (grant === MENU_GRANTS.disabled) return false;
    }
    for (const link of chainOf(id)) {
      const grant = assigned[link];
      if (grant === MENU_GRANTS.all) return true;
      if (grant === MENU_GRANTS.partial) return link === id || picked.has(id);
    }
    return picked.has(id);
  };
  const direct = new Set(PERMISSION_IDS.filter(decide));
  return new Set([...direct].filter((id) => chainOf(id).every((link) => direct.has(link as PermissionId))));
};

/** What somebody has: a set of ids, or null for everything. */
export type Granted = ReadonlySet<string> | null;

/** Whether one of the needed ids is granted; nothing needed is always allowed. A function also wants its menu. */
export const allowed = (granted: Granted, needed: string | readonly string[]): boolean => {
  if (granted === null) return true;
  const ids = typeof needed === 'string' ? [needed] : needed;
  return ids.length === 0 || ids.some((id) => granted.has(id) && (!id.includes(':') || granted.has(menuOf(id))));
};

/** What a user has who is limited by the customer: the ids that both have. */
export const intersectGrants = (a: Granted, b: Granted): Granted =>
  a === null ? b : b === null ? a : new Set([...a].filter((id) => b.has(id)));

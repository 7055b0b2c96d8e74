import type { PermissionEntry } from '@sightline/contract';
import { MENUS, PERMISSION_IDS, type PermissionId } from '@sightline/domain';

const isMenu = (id: string): id is keyof typeof MENUS => Object.hasOwn(MENUS, id);

function permissionEntry(id: PermissionId): PermissionEntry {
  if (isMenu(id)) {
    const menu = MENUS[id];
    return { id, pid: menu.parent, urlType: 'menu', urlName: menu.name, urls: [menu.route] };
  }
  const [pid, label] = id.split(':') as [string, string];
  return { id, pid, urlType: 'function', urlName: label, urls: [] };
}

/** A set of ids as it goes over the wire, menus before their functions. */
export const permissionEntries = (permissions: ReadonlySet<string>): PermissionEntry[] =>
  PERMISSION_IDS.filter((id) => permissions.has(id)).map(permissionEntry);

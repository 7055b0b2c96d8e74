import { Checkbox, Segmented } from 'antd';
import { MENU_GRANTS, MENU_IDS, MENUS, type MenuGrant, type MenuId, type PermissionId } from '@sightline/domain/access/permissions';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../form-definition.ts';
import { NO_PERMISSIONS, type PermissionChoice } from '../permission-choice.ts';
import css from './permission-field.module.css';

const depthOf = (id: MenuId): number => (MENUS[id].parent === null ? 0 : 1);
const childrenOf = (id: MenuId): MenuId[] => MENU_IDS.filter((other) => MENUS[other].parent === id);
const functionsOf = (id: MenuId, granted: ReadonlySet<string>): PermissionId[] =>
  MENUS[id].functions.map((label) => `${id}:${label}` as PermissionId).filter((fn) => granted.has(fn));

/** The choice after one menu was set. A menu above is opened with it; what lies below a whole or closed menu follows it. */
export const withMenu = (choice: PermissionChoice, id: MenuId, grant: MenuGrant, granted: ReadonlySet<string>): PermissionChoice => {
  const menus = { ...choice.menus, [id]: grant };
  let functions = choice.functions.filter((fn) => !fn.startsWith(`${id}:`));
  const { parent } = MENUS[id];
  for (const child of childrenOf(id)) {
    if (!granted.has(child) || grant === MENU_GRANTS.partial) continue;
    menus[child] = grant;
    functions = functions.filter((fn) => !fn.startsWith(`${child}:`));
  }
  if (parent !== null) {
    const siblings = childrenOf(parent).filter((child) => granted.has(child));
    const allOff = siblings.every((child) => (menus[child] ?? MENU_GRANTS.disabled) === MENU_GRANTS.disabled);
    const hadAll = choice.menus[parent] === MENU_GRANTS.all;
    if (grant === MENU_GRANTS.disabled && allOff) menus[parent] = MENU_GRANTS.disabled;
    else if (grant !== MENU_GRANTS.all || !hadAll) {
      menus[parent] = MENU_GRANTS.partial;
      // Part of the menu above means its functions one by one: those that came with the whole stay.
      if (hadAll) functions = [...functions, ...functionsOf(parent, granted)];
    }
  }
  return { menus, functions };
};

interface PermissionFieldProps extends ControlProps<PermissionChoice> {
  readonly granted: ReadonlySet<string>;
}

/** Menus with nothing, some or all, and the functions of those with some. Shows only what the granter has. */
export const PermissionField = ({ id, value = NO_PERMISSIONS, onChange, disabled, granted }: PermissionFieldProps) => {
  const { t } = useTranslation();
  const change = (next: PermissionChoice): void => onChange?.(next);
  const setAll = (grant: MenuGrant): void =>
    change({ menus: Object.fromEntries(MENU_IDS.filter((menu) => granted.has(menu)).map((menu) => [menu, grant])), functions: [] });
  const shown = MENU_IDS.filter((menu) => granted.has(menu));
  const grants: readonly (readonly [MenuGrant, string])[] = [
    [MENU_GRANTS.disabled, 'ui.permissions.none'],
    [MENU_GRANTS.partial, 'ui.permissions.some'],
    [MENU_GRANTS.all, 'ui.permissions.all'],
  ];
  return (
    <div id={id} className={css.permissions} role="group" tabIndex={-1} aria-label={t('ui.permissions.title')}>
      <div className={css.whole}>
        <button type="button" disabled={disabled} onClick={() => setAll(MENU_GRANTS.all)}>
          {t('ui.permissions.grantAll')}
        </button>
        <button type="button" disabled={disabled} onClick={() => setAll(MENU_GRANTS.disabled)}>
          {t('ui.permissions.grantNone')}
        </button>
      </div>
      <ul>
        {shown.map((menu) => {
          const grant = value.menus[menu] ?? MENU_GRANTS.disabled;
          const functions = functionsOf(menu, granted);
          const name = t(`ui.menus.${MENUS[menu].name}`);
          return (
            <li key={menu} data-depth={depthOf(menu)}>
              <div className={css.menu}>
                <span>{name}</span>
                <Segmented<MenuGrant>
                  size="small"
                  aria-label={name}
                  disabled={disabled}
                  value={grant}
                  options={grants.map(([option, label]) => ({ value: option, label: t(label) }))}
                  onChange={(next) => change(withMenu(value, menu, next, granted))}
                />
              </div>
              {grant === MENU_GRANTS.partial && functions.length > 0 && (
                <div className={css.functions} role="group" aria-label={name}>
                  {functions.map((fn) => (
                    <Checkbox
                      key={fn}
                      disabled={disabled}
                      checked={value.functions.includes(fn)}
                      onChange={(event) =>
                        change({
                          ...value,
                          functions: event.target.checked ? [...value.functions, fn] : value.functions.filter((other) => other !== fn),
                        })
                      }
                    >
                      {t(`ui.permissionLabels.${fn.split(':')[1] ?? ''}`)}
                    </Checkbox>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
};

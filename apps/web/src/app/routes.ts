import type { ModuleName, OperationId } from '@sightline/contract';
import type { ComponentType } from 'react';
import type { TextStage } from '../i18n/text-stages.ts';

/** A page module exports its component as `Page`. */
export interface PageModule {
  readonly Page: ComponentType;
}

export type RouteIcon = 'dashboard' | 'customer' | 'user' | 'device' | 'monitor' | 'playback' | 'video' | 'report' | 'download' | 'command';

export interface RouteDefinition {
  /** Full path; parameters as in the router. */
  readonly path: string;
  /** Last part of the text keys `routes.<name>.title` and `routes.<name>.about`. */
  readonly name: string;
  /** Permission that opens the page; absent = whoever is signed in. */
  readonly menuId?: string;
  /** And one of the permissions of this call, without which the page has nothing to show. */
  readonly needs?: OperationId;
  /** The page fills the screen with a map: its heading is for readers of the page's structure alone. */
  readonly fillsScreen?: true;
  /** Open without a token. */
  readonly isPublic?: true;
  /** Only for the main account of a company, user type "2", and the platform's owner, type "1". */
  readonly mainAccountOnly?: true;
  /** The window of a module that the customer must have; without the layout around it. */
  readonly module?: ModuleName;
  /** Only for the platform's owner, user type "1". */
  readonly platformOnly?: true;
  /** Absent: registered, guarded and titled, but the page says that it is not built yet. */
  readonly page?: () => Promise<PageModule>;
  /** Texts that the page needs; absent: all. */
  readonly texts?: TextStage;
  /** A path, or the first child that the person may open. */
  readonly redirect?: string | 'firstPermittedChild';
  /** Where it is listed. */
  readonly menu?: 'main' | 'personal' | 'download';
  readonly icon?: RouteIcon;
  readonly children?: readonly RouteDefinition[];
}

const modulePage = () => import('../screens/modules/module-page.tsx');

/**
 * Every page of the product, in the order of the menus. Router, menus, permissions, lazy loading and titles are all made
 * from this table.
 */
export const ROUTES: readonly RouteDefinition[] = [
  { path: '/login', name: 'login', isPublic: true, page: () => import('../screens/login/login-page.tsx') },
  { path: '/forgotPassword', name: 'forgotPassword', isPublic: true, page: () => import('../screens/login/login-page.tsx') },
  { path: '/share/:token', name: 'share', isPublic: true, page: () => import('../screens/share/share-page.tsx') },
  { path: '/baseNoPermission', name: 'noPermission', page: () => import('../screens/plain/no-permission-page.tsx') },
  { path: '/dashboard', name: 'dashboard', menuId: '100', menu: 'main', icon: 'dashboard' },
  {
    path: '/customer',
    name: 'customer',
    menuId: '1000',
    menu: 'main',
    icon: 'customer',
    page: () => import('../screens/customer/customer-page.tsx'),
  },
  {
    path: '/user',
    name: 'user',
    menuId: '2000',
    menu: 'main',
    icon: 'user',
    page: () => import('../screens/user/user-page.tsx'),
  },
  {
    path: '/device',
    name: 'device',
    menuId: '3000',
    menu: 'main',
    icon: 'device',
    page: () => import('../screens/device/device-page.tsx'),
  },
  {
    path: '/monitor',
    name: 'monitor',
    menuId: '4000',
    menu: 'main',
    icon: 'monitor',
    fillsScreen: true,
    page: () => import('../screens/monitor/monitor-page.tsx'),
    texts: 'console',
  },
  {
    path: '/monitor/playback',
    name: 'playback',
    menuId: '4000',
    menu: 'main',
    icon: 'playback',
    fillsScreen: true,
    page: () => import('../playback/playback-page.tsx'),
  },
  {
    path: '/monitor/commands',
    name: 'commandHistory',
    menuId: '4000',
    needs: 'device.command.page',
    menu: 'main',
    icon: 'command',
    page: () => import('../screens/commands/command-history-page.tsx'),
  },
  {
    path: '/video',
    name: 'video',
    menuId: '5000',
    menu: 'main',
    icon: 'video',
    redirect: 'firstPermittedChild',
    children: [
      {
        path: '/video/live',
        name: 'videoLive',
        menuId: '5101',
        needs: 'video.live',
        fillsScreen: true,
        page: () => import('../video/live-page.tsx'),
      },
      {
        path: '/video/history',
        name: 'videoHistory',
        menuId: '5102',
        needs: 'video.history.list',
        fillsScreen: true,
        page: () => import('../video/history-page.tsx'),
      },
      { path: '/video/aiAlerts', name: 'videoAiAlerts', menuId: '5103', page: () => import('../screens/alarms/ai-alerts-page.tsx') },
      {
        path: '/video/setting',
        name: 'videoSetting',
        menuId: '5104',
        page: () => import('../screens/warnings/warnings-page.tsx'),
      },
      { path: '/video/gallery', name: 'videoGallery', menuId: '5105', page: () => import('../screens/gallery/gallery-page.tsx') },
      { path: '/video/looks', name: 'videoLooks', needs: 'video.look.page', page: () => import('../video/looks-page.tsx') },
    ],
  },
  {
    path: '/report',
    name: 'report',
    menuId: '6000',
    menu: 'main',
    icon: 'report',
    redirect: 'firstPermittedChild',
    children: [
      { path: '/report/template', name: 'myReport', menuId: '6101' },
      { path: '/report/auto', name: 'autoReport', menuId: '6102' },
      { path: '/report/alarmDevice', name: 'reportAlarmDevice', menuId: '6209' },
      { path: '/report/configRule', name: 'reportConfigRule', menuId: '6204' },
    ],
  },
  {
    path: '/downLoad',
    name: 'download',
    menu: 'download',
    icon: 'download',
    redirect: '/downLoad/downLoadExportFile',
    children: [
      {
        path: '/downLoad/downLoadExportFile',
        name: 'downloadExport',
        page: () => import('../screens/downloads/export-files-page.tsx'),
      },
      {
        path: '/downLoad/downLoadHistoryFile',
        name: 'downloadHistory',
        needs: 'video.history.page',
        page: () => import('../video/clips-page.tsx'),
      },
    ],
  },
  { path: '/help', name: 'help', page: () => import('../screens/help/help-page.tsx') },
  {
    path: '/helpDesk',
    name: 'helpDesk',
    menu: 'personal',
    platformOnly: true,
    page: () => import('../screens/helpDesk/help-desk-page.tsx'),
  },
  {
    path: '/personalCenter/userSettings',
    name: 'userSettings',
    menu: 'personal',
    redirect: 'firstPermittedChild',
    children: [
      {
        path: '/personalCenter/userSettings/personalData',
        name: 'personalData',
        page: () => import('../screens/personal/personal-data-page.tsx'),
      },
      {
        path: '/personalCenter/userSettings/basicSettings',
        name: 'basicSettings',
        page: () => import('../screens/personal/basic-settings-page.tsx'),
      },
      {
        path: '/personalCenter/userSettings/unitSettings',
        name: 'unitSettings',
        page: () => import('../screens/personal/unit-settings-page.tsx'),
      },
      { path: '/personalCenter/userSettings/security', name: 'security', page: () => import('../screens/security/security-page.tsx') },
      {
        path: '/personalCenter/userSettings/alarmPush',
        name: 'alarmPush',
        page: () => import('../screens/personal/alarm-push-page.tsx'),
      },
      {
        path: '/personalCenter/userSettings/operationLog',
        name: 'operationLog',
        page: () => import('../screens/personal/operation-log-page.tsx'),
      },
      {
        path: '/personalCenter/userSettings/allLog',
        name: 'allLog',
        menuId: 'allLog',
        page: () => import('../screens/personal/all-log-page.tsx'),
      },
      {
        path: '/personalCenter/userSettings/setRecord',
        name: 'setRecord',
        page: () => import('../screens/personal/set-record-page.tsx'),
      },
    ],
  },
  {
    path: '/personalCenter/customerSettings',
    name: 'customerSettings',
    menu: 'personal',
    mainAccountOnly: true,
    redirect: 'firstPermittedChild',
    children: [
      {
        path: '/personalCenter/customerSettings/basicInformation',
        name: 'basicInformation',
        mainAccountOnly: true,
        page: () => import('../screens/company/basic-information-page.tsx'),
      },
      {
        path: '/personalCenter/customerSettings/appSettings',
        name: 'appSettings',
        mainAccountOnly: true,
        page: () => import('../screens/company/app-settings-page.tsx'),
      },
      {
        path: '/personalCenter/customerSettings/branding',
        name: 'branding',
        mainAccountOnly: true,
        page: () => import('../screens/company/branding-page.tsx'),
      },
      {
        path: '/personalCenter/customerSettings/modelAlias',
        name: 'modelAlias',
        mainAccountOnly: true,
        page: () => import('../screens/company/model-alias-page.tsx'),
      },
    ],
  },
  {
    path: '/personalCenter/platformSettings',
    name: 'platformSettings',
    menu: 'personal',
    mainAccountOnly: true,
    redirect: 'firstPermittedChild',
    children: [
      {
        path: '/personalCenter/platformSettings/nodeSettings',
        name: 'nodeSettings',
        mainAccountOnly: true,
        page: () => import('../screens/nodes/node-settings-page.tsx'),
      },
      {
        path: '/personalCenter/platformSettings/ftpSettings',
        name: 'ftpSettings',
        mainAccountOnly: true,
        page: () => import('../screens/settings/ftp-settings-page.tsx'),
      },
      {
        path: '/personalCenter/platformSettings/mapSettings',
        name: 'mapSettings',
        mainAccountOnly: true,
        page: () => import('../screens/company/map-settings-page.tsx'),
      },
      {
        path: '/personalCenter/platformSettings/emailSettings',
        name: 'emailSettings',
        mainAccountOnly: true,
        page: () => import('../screens/company/email-settings-page.tsx'),
      },
      {
        path: '/personalCenter/platformSettings/customizeMenu',
        name: 'customizeMenu',
        mainAccountOnly: true,
        page: () => import('../screens/company/customize-menu-page.tsx'),
      },
      {
        path: '/personalCenter/platformSettings/languageTexts',
        name: 'languageTexts',
        mainAccountOnly: true,
        page: () => import('../screens/company/language-texts-page.tsx'),
      },
    ],
  },
  {
    path: '/personalCenter/customization',
    name: 'customization',
    menu: 'personal',
    redirect: 'firstPermittedChild',
    children: [
      {
        path: '/personalCenter/customization/customizedAlerts',
        name: 'customizedAlerts',
        mainAccountOnly: true,
        page: () => import('../screens/customization/customized-alerts-page.tsx'),
      },
      {
        path: '/personalCenter/customization/configuringRules',
        name: 'configuringRules',
        page: () => import('../screens/customization/configuring-rules-page.tsx'),
      },
    ],
  },
  {
    path: '/personalCenter/license/index',
    name: 'license',
    menu: 'personal',
    mainAccountOnly: true,
    page: () => import('../screens/license/license-page.tsx'),
  },
  { path: '/module/developer', name: 'moduleDeveloper', module: 'developer', page: modulePage },
  { path: '/module/fleet', name: 'moduleFleet', module: 'fleet', page: modulePage },
  { path: '/module/personalDevice', name: 'modulePersonal', module: 'personalDevice', page: modulePage },
];

/** All routes in one list, parents before children. */
export const allRoutes = (routes: readonly RouteDefinition[] = ROUTES): readonly RouteDefinition[] =>
  routes.flatMap((route) => [route, ...allRoutes(route.children ?? [])]);

/** Built pages have a component or lead to one. */
export const isBuilt = (route: RouteDefinition): boolean => route.page !== undefined || (route.children ?? []).some(isBuilt);

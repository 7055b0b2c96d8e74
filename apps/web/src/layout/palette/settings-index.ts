/** A setting that is found by its own name: key of its label, and the route on which it stands. */
export interface FindableSetting {
  readonly label: string;
  readonly path: string;
}

const USER = '/personalCenter/userSettings';
const CUSTOMER = '/personalCenter/customerSettings';
const PLATFORM = '/personalCenter/platformSettings';

const on = (path: string, labels: readonly string[]): readonly FindableSetting[] => labels.map((label) => ({ label, path }));

/** Rows of the settings pages; a new row of such a page is added here. */
export const FINDABLE_SETTINGS: readonly FindableSetting[] = [
  ...on(`${USER}/basicSettings`, [
    'personal.basic.zone',
    'personal.basic.language',
    'personal.basic.format',
    'personal.basic.map',
    'personal.basic.sound',
    'personal.basic.nodeLive',
    'personal.basic.nodeTalk',
    'personal.basic.nodeReplay',
  ]),
  ...on(`${USER}/unitSettings`, ['personal.units.measures', 'personal.units.currency']),
  ...on(`${USER}/security`, ['security.secondStep', 'security.sessions']),
  ...on(`${CUSTOMER}/basicInformation`, [
    'company.info.customerName',
    'company.info.modules',
    'company.info.superiorMayWatch',
    'company.info.addressAnalysis',
    'company.info.mapPoint',
  ]),
  ...on(`${CUSTOMER}/appSettings`, ['company.app.appName', 'company.app.appIos', 'company.app.appAndroid', 'company.app.app']),
  ...on(`${CUSTOMER}/branding`, [
    'company.brand.title',
    'company.brand.hostName',
    'company.brand.defaultThemeColor',
    'company.brand.defaultLanguage',
    'company.brand.menuBarPosition',
    'company.brand.menuColor',
  ]),
  ...on(`${PLATFORM}/nodeSettings`, ['nodes.ofCustomer', 'nodes.ofUser']),
  ...on(`${PLATFORM}/ftpSettings`, ['settings.ftp.server']),
  ...on(`${PLATFORM}/emailSettings`, ['company.mail.server', 'company.mail.notices']),
];

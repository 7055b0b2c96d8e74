import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../session/session.ts';
import { BinSwitch } from '../../ui/list-page/bin-switch.tsx';
import { DeviceListPage } from './device-list-page.tsx';
import { RecycledDevicesPage } from './recycled-devices-page.tsx';

/** The register of devices, and those in the recycle bin. */
export const Page = () => {
  const { t } = useTranslation();
  const mayRecycle = useMay('3000:recycleBin');
  const [query] = useSearchParams();
  const isBin = mayRecycle && query.get('view') === 'bin';
  const views = mayRecycle && <BinSwitch listName={t('routes.device.title')} isBin={isBin} />;
  return isBin ? <RecycledDevicesPage beside={views} /> : <DeviceListPage beside={views} />;
};

import type { LicenseStock } from '@sightline/contract';
import { App } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newRequestId } from '../../api/request-id.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { PanelControl } from '../../ui/use-panel.ts';
import { useUnits } from '../../units/user-units.ts';
import { CodesDrawer } from './codes-drawer.tsx';
import { IntroLines } from './intro-lines.tsx';
import { bindForm, redeemForm, sellForm, takeBackForm } from './license-forms.ts';
import { useIsPlatformOwner } from './license-tabs.tsx';
import { PlatformPanels } from './platform-panels.tsx';

/** The own stock: kinds with their counts, without codes. */
export const useStock = (): readonly LicenseStock[] | undefined => useCall('license.list.code', { codeLimit: 0 }).data;

const TYPE = /^[a-z0-9][a-z0-9-]{0,31}$/;
const ID = /^\d{1,18}$/;

/** The drawer or dialog that the address names, on whichever tab. */
export const LicensePanels = ({ control }: { control: PanelControl }) => {
  const { panel, close } = control;
  const maySell = useMayCall('license.sell');
  const mayBind = useMayCall('license.bind.devices');
  const maySee = useMayCall('license.list.code');
  const isOwner = useIsPlatformOwner();
  if (panel === null) return null;
  const typeCode = TYPE.test(panel.id) ? panel.id : undefined;
  switch (panel.name) {
    case 'sell':
      return maySell ? <SellDialog typeCode={typeCode} customerId={undefined} onClose={close} /> : null;
    case 'sellTo':
      return maySell && ID.test(panel.id) ? <SellDialog typeCode={undefined} customerId={panel.id} onClose={close} /> : null;
    case 'takeBack':
      return maySell && ID.test(panel.id) ? <TakeBackDialog customerId={panel.id} onClose={close} /> : null;
    case 'bind':
      return mayBind ? <BindDialog typeCode={typeCode} onClose={close} /> : null;
    case 'redeem':
      return mayBind ? <RedeemDialog onClose={close} /> : null;
    case 'codes':
      return maySee && typeCode !== undefined ? <CodesDrawer typeCode={typeCode} onClose={close} /> : null;
    default:
      return isOwner ? <PlatformPanels control={control} /> : null;
  }
};

interface SellDialogProps {
  readonly typeCode?: string;
  readonly customerId?: string;
  /** These and no others. */
  readonly licenseIds?: readonly string[];
  readonly onClose: () => void;
}

/** Hands licences down to a customer below. */
export const SellDialog = ({ typeCode, customerId, licenseIds, onClose }: SellDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [requestId] = useState(newRequestId);
  const stock = useStock();
  const { currency } = useUnits();
  const definition = useMemo(() => stock && sellForm(requestId, stock, licenseIds, typeCode), [stock, requestId, licenseIds, typeCode]);
  const initial = useMemo(
    () => ({ currency, ...(typeCode === undefined ? {} : { typeCode }), ...(customerId === undefined ? {} : { customerId }) }),
    [currency, typeCode, customerId],
  );
  if (definition === undefined) return null;
  return (
    <FormDialog
      definition={definition}
      objectId={licenseIds?.join(',') ?? customerId ?? typeCode}
      title={licenseIds === undefined ? t('license.sellTitle') : t('license.sellTheseTitle', { count: licenseIds.length })}
      intro={<IntroLines lines={[t('license.sellTakes'), t('license.sellBack')]} />}
      initial={initial}
      submitLabel={t('license.sell')}
      onDone={({ count }) => void message.success(t('license.sold', { count }))}
      onClose={onClose}
    />
  );
};

interface TakeBackDialogProps {
  readonly customerId: string;
  readonly typeCode?: string;
  readonly count?: number;
  readonly licenseIds?: readonly string[];
  readonly onClose: () => void;
}

/** Takes unused licences back from a customer, who is named with what it loses. */
export const TakeBackDialog = ({ customerId, typeCode, count, licenseIds, onClose }: TakeBackDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const isOwner = useIsPlatformOwner();
  const [requestId] = useState(newRequestId);
  const customer = useCall('customer.info', { customerId }).data;
  const types = useCall('license.type.list', {}).data;
  const unused = useCall('license.page', { customerId, subsumption: 0, status: 'new', pageSize: 1 }).data;
  const definition = useMemo(
    () => types && takeBackForm(requestId, customerId, types, licenseIds),
    [types, requestId, customerId, licenseIds],
  );
  const initial = useMemo(() => ({ typeCode, count }), [typeCode, count]);
  if (definition === undefined || customer === undefined || unused === undefined) return null;
  return (
    <FormDialog
      definition={definition}
      objectId={`${customerId}.${licenseIds?.join(',') ?? typeCode ?? ''}`}
      title={t('license.takeBackTitle', { name: customer.customerName })}
      intro={
        <IntroLines
          lines={[
            ...(licenseIds === undefined
              ? [t('license.takeBackUnused', { count: unused.total })]
              : [t('license.takeBackThese', { count: licenseIds.length })]),
            t('license.takeBackTakes', { name: customer.customerName }),
            t(isOwner ? 'license.takeBackAny' : 'license.takeBackOwn'),
          ]}
        />
      }
      initial={initial}
      submitLabel={t('license.takeBack')}
      onDone={(answer) => void message.success(t('license.takenBack', { count: answer.count }))}
      onClose={onClose}
    />
  );
};

const BindDialog = ({ typeCode, onClose }: { typeCode: string | undefined; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const stock = useStock();
  const definition = useMemo(() => stock && bindForm(stock, typeCode), [stock, typeCode]);
  const initial = useMemo(() => ({ typeCode }), [typeCode]);
  if (definition === undefined) return null;
  return (
    <FormDialog
      definition={definition}
      objectId={typeCode}
      title={t('license.bindTitle')}
      intro={<IntroLines lines={[t('license.bindStarts'), t('license.bindMoves')]} />}
      initial={initial}
      submitLabel={t('license.bind')}
      onDone={({ count }) => void message.success(t('license.bound', { count }))}
      onClose={onClose}
    />
  );
};

const RedeemDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const definition = useMemo(() => redeemForm(), []);
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      title={t('license.redeemTitle')}
      submitLabel={t('license.redeem')}
      onDone={({ code, typeName }) => void message.success(t('license.redeemed', { code, type: typeName }))}
      onClose={onClose}
    />
  );
};

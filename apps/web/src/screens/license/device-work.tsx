import type { LicenseRow } from '@sightline/contract';
import { App } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { newRequestId } from '../../api/request-id.ts';
import { useFormatInstant } from '../../time/zone.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { ListAction } from '../../ui/list-page/list-definition.ts';
import { IntroLines } from './intro-lines.tsx';
import { bindCodeForm, renewForm, transferForm } from './license-forms.ts';
import { useStock } from './license-panels.tsx';

/** A licence and the device that carries it, as far as work on the device needs it. */
export type CarriedLicense = Pick<LicenseRow, 'code' | 'typeName' | 'deviceId' | 'deviceName' | 'expirationTime'> &
  Partial<Pick<LicenseRow, 'status'>>;
/** What is being done: a form about these licences is open. */
export type DeviceWork =
  | { readonly kind: 'renew'; readonly licenses: readonly CarriedLicense[] }
  | { readonly kind: 'transfer'; readonly license: CarriedLicense }
  | { readonly kind: 'bindCode'; readonly license: Pick<LicenseRow, 'code' | 'typeCode' | 'typeName'> };

type FormatInstant = (ms: number, style?: 'minutes') => string;

const nameOf = ({ deviceName, deviceId }: CarriedLicense): string => deviceName ?? deviceId ?? '';
const isOn = ({ deviceId, status }: CarriedLicense): boolean => deviceId !== null && status !== 'spent' && status !== 'locked';
/** Runs: one that has ended stays where it is. */
const isValid = (row: CarriedLicense): boolean =>
  isOn(row) && (row.status === undefined ? Date.parse(row.expirationTime ?? '') > Date.now() : row.status === 'bound');
const isRenewable = (row: CarriedLicense): boolean => isOn(row) && row.expirationTime !== null;

const endText = (t: TFunction, format: FormatInstant, { expirationTime }: CarriedLicense): string =>
  expirationTime === null ? t('license.noEnd') : format(Date.parse(expirationTime), 'minutes');

/** Most objects that a question names one by one. */
const NAMED = 5;

/** What can be done with licences on devices; the same on every list that shows them. */
export const deviceActions = (
  t: TFunction,
  format: FormatInstant,
  work: (work: DeviceWork) => void,
): {
  readonly renew: ListAction<CarriedLicense>;
  readonly transfer: ListAction<CarriedLicense>;
  readonly unbind: ListAction<CarriedLicense>;
} => ({
  renew: {
    key: 'renew',
    label: 'license.renew',
    needs: 'license.renew.devices',
    isFor: isRenewable,
    run: (licenses) => work({ kind: 'renew', licenses }),
  },
  transfer: {
    key: 'transfer',
    label: 'license.transfer',
    needs: 'license.transfer.device',
    isFor: isValid,
    run: ([license]) => license && work({ kind: 'transfer', license }),
  },
  unbind: {
    key: 'unbind',
    label: 'license.unbind',
    needs: 'license.unbind.devices',
    danger: true,
    isFor: isValid,
    confirm: (rows) => {
      const [first] = rows;
      const named = rows
        .slice(0, NAMED)
        .map((row) => t('license.unbindLine', { name: nameOf(row), type: row.typeName, end: endText(t, format, row) }));
      return {
        title:
          rows.length === 1 && first !== undefined
            ? t('license.unbindTitle', { name: nameOf(first) })
            : t('license.unbindManyTitle', { count: rows.length }),
        lines: [
          ...named,
          ...(rows.length > NAMED ? [t('license.andMore', { count: rows.length - NAMED })] : []),
          t('license.unbindOutOfService'),
          t('license.unbindRunsOn'),
        ],
        ok: t('license.unbind'),
        danger: true,
      };
    },
    run: async (rows) => call('license.unbind.devices', { deviceIds: rows.map((row) => row.deviceId).join(',') }),
    done: 'license.unbound',
  },
});

/** The form of the work that is going on, and how to begin one. */
export const useDeviceWork = (): readonly [dialog: ReactNode, start: (work: DeviceWork) => void] => {
  const [work, setWork] = useState<DeviceWork | null>(null);
  const close = (): void => setWork(null);
  switch (work?.kind) {
    case 'renew':
      return [<RenewDialog key="renew" licenses={work.licenses} onClose={close} />, setWork];
    case 'transfer':
      return [<TransferDialog key="transfer" license={work.license} onClose={close} />, setWork];
    case 'bindCode':
      return [<BindCodeDialog key="bindCode" license={work.license} onClose={close} />, setWork];
    default:
      return [null, setWork];
  }
};

const RenewDialog = ({ licenses, onClose }: { licenses: readonly CarriedLicense[]; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const format = useFormatInstant();
  const [requestId] = useState(newRequestId);
  const stock = useStock();
  const ids = useMemo(() => licenses.flatMap(({ deviceId }) => deviceId ?? []), [licenses]);
  const definition = useMemo(() => stock && renewForm(requestId, ids, stock), [stock, requestId, ids]);
  const [first] = licenses;
  if (definition === undefined || first === undefined) return null;
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      objectId={ids.join(',')}
      title={ids.length === 1 ? t('license.renewTitle', { name: nameOf(first) }) : t('license.renewManyTitle', { count: ids.length })}
      intro={
        <IntroLines
          lines={[
            ...licenses.slice(0, NAMED).map((row) => t('license.renewLine', { name: nameOf(row), end: endText(t, format, row) })),
            ...(licenses.length > NAMED ? [t('license.andMore', { count: licenses.length - NAMED })] : []),
            t('license.renewTakes', { count: ids.length }),
          ]}
        />
      }
      submitLabel={t('license.renew')}
      onDone={([renewed, ...others]) =>
        void message.success(
          others.length > 0 || !renewed?.expirationTime
            ? t('license.renewedMany', { count: others.length + 1 })
            : t('license.renewed', { end: format(Date.parse(renewed.expirationTime), 'minutes') }),
        )
      }
      onClose={onClose}
    />
  );
};

const TransferDialog = ({ license, onClose }: { license: CarriedLicense; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormatInstant();
  const deviceId = license.deviceId ?? '';
  const definition = useMemo(() => transferForm(deviceId), [deviceId]);
  const name = nameOf(license);
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      objectId={deviceId}
      title={t('license.transferTitle', { name })}
      intro={
        <IntroLines
          lines={[
            t('license.transferTakes', { type: license.typeName, end: endText(t, format, license) }),
            t('license.transferOutOfService', { name }),
            t('license.transferWithin'),
          ]}
        />
      }
      submitLabel={t('license.transfer')}
      done={t('license.transferred')}
      onClose={onClose}
    />
  );
};

const BindCodeDialog = ({ license, onClose }: { license: Pick<LicenseRow, 'code' | 'typeCode' | 'typeName'>; onClose: () => void }) => {
  const { t } = useTranslation();
  const definition = useMemo(() => bindCodeForm(license), [license]);
  return (
    <FormDialog
      as="dialog"
      definition={definition}
      objectId={license.code}
      title={t('license.bindOneTitle', { code: license.code })}
      intro={<IntroLines lines={[t('license.bindOneTakes', { type: license.typeName }), t('license.bindMoves')]} />}
      submitLabel={t('license.bind')}
      done={t('license.bound', { count: 1 })}
      onClose={onClose}
    />
  );
};

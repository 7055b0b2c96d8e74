import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import type { FieldOption } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { WaitingPanel } from '../../ui/form-dialog/waiting-panel.tsx';
import type { PanelControl } from '../../ui/use-panel.ts';
import { addDeviceForm, addManyForm, editDeviceForm } from './device-forms.ts';
import { ModelNames } from './model-names.tsx';
import { SheetDialog } from './sheet-dialog.tsx';
import { TagManager } from './tag-manager.tsx';
import { TaskDrawer } from './task-drawer.tsx';

const DEVICE_ID = /^[0-9A-Za-z_-]{1,32}$/;

const useTypes = () => {
  const query = useCall('device.types', {}, { staleTime: 300_000 });
  const options = useMemo(
    (): readonly FieldOption[] => query.data?.map((type) => ({ value: type.typeCode, label: type.nickName ?? type.typeName })) ?? [],
    [query.data],
  );
  return { query, options };
};

/** The drawer or dialog that the address names. */
export const DevicePanels = ({ control }: { control: PanelControl }) => {
  const { panel, close } = control;
  const mayAdd = useMayCall('device.add');
  const mayEdit = useMayCall('device.save');
  const mayManageTags = useMayCall('label.add');
  const customerId = useCustomerThere();
  const toTasks = (): void => control.open('tasks');
  if (panel === null) return null;
  switch (panel.name) {
    case 'add':
      return mayAdd ? <AddDevice onClose={close} /> : null;
    case 'addMany':
      return mayAdd ? <AddMany onClose={close} /> : null;
    case 'import':
      return mayAdd ? <SheetDialog kind="import" customerId={customerId} onStarted={toTasks} onClose={close} /> : null;
    case 'change':
      return mayEdit ? <SheetDialog kind="change" customerId={customerId} onStarted={toTasks} onClose={close} /> : null;
    case 'tags':
      return mayManageTags ? <TagManager customerId={customerId} onClose={close} /> : null;
    case 'models':
      return mayEdit ? <ModelNames onClose={close} /> : null;
    case 'tasks':
      return <TaskDrawer withChanges onClose={close} />;
    default:
      return DEVICE_ID.test(panel.id) ? (
        <OfDevice key={`${panel.name}:${panel.id}`} id={panel.id} name={panel.name} control={control} />
      ) : null;
  }
};

const useCustomerThere = (): string => {
  const { user } = useSession();
  const [query] = useSearchParams();
  return query.get('customerId') ?? user.customerId;
};

const AddDevice = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const types = useTypes();
  const customerId = useCustomerThere();
  const definition = useMemo(() => addDeviceForm(types.options), [types.options]);
  const initial = useMemo(() => ({ customerId }), [customerId]);
  if (types.query.data === undefined) return <WaitingPanel title={t('device.addTitle')} queries={[types.query]} onClose={onClose} />;
  return (
    <FormDialog
      definition={definition}
      title={t('device.addTitle')}
      initial={initial}
      submitLabel={t('device.add')}
      done={t('device.added')}
      onDone={({ deviceId, warnings }) => {
        if (warnings.length > 0) notification.warning({ title: t('device.checkDigit', { id: deviceId }) });
      }}
      onClose={onClose}
    />
  );
};

const AddMany = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const types = useTypes();
  const customerId = useCustomerThere();
  const definition = useMemo(() => addManyForm(types.options), [types.options]);
  const initial = useMemo(() => ({ customerId }), [customerId]);
  if (types.query.data === undefined) return <WaitingPanel title={t('device.addManyTitle')} queries={[types.query]} onClose={onClose} />;
  return (
    <FormDialog
      definition={definition}
      title={t('device.addManyTitle')}
      initial={initial}
      submitLabel={t('device.addMany')}
      onDone={({ added, failed, warnings }) => {
        modal.info({
          title: t('device.addedMany', { count: added }),
          width: 560,
          content: (
            <ul>
              {failed.map(({ deviceId, msg }) => (
                <li key={deviceId}>
                  {deviceId}: {msg}
                </li>
              ))}
              {warnings.map(({ deviceId }) => (
                <li key={`w${deviceId}`}>{t('device.checkDigit', { id: deviceId })}</li>
              ))}
            </ul>
          ),
        });
      }}
      onClose={onClose}
    />
  );
};

/** Panels about one device: it is loaded first, so that its name stands in the title. */
const OfDevice = ({ id, name, control }: { id: string; name: string; control: PanelControl }) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('device.save');
  const types = useTypes();
  const query = useCall('device.info', { deviceId: id });
  const definition = useMemo(() => editDeviceForm(id, types.options), [id, types.options]);
  if (name !== 'edit' || !mayEdit) return null;
  if (query.data === undefined || types.query.data === undefined)
    return <WaitingPanel title={id} queries={[query, types.query]} onClose={control.close} />;
  return (
    <FormDialog
      definition={definition}
      objectId={id}
      title={t('device.editTitle', { name: query.data.deviceName })}
      initial={{ ...query.data }}
      done={t('device.saved')}
      onClose={control.close}
    />
  );
};

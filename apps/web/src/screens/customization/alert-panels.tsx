import type { CustomizeAlarm } from '@sightline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { WaitingPanel } from '../../ui/form-dialog/waiting-panel.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import type { PanelControl } from '../../ui/use-panel.ts';
import { useUnits } from '../../units/user-units.ts';
import { addAlertForm, editAlertForm, NEW_ALERT, valuesOfAlert } from './alert-form.tsx';
import { alertSentence } from './alert-list.tsx';
import { StateTag } from './state-tag.tsx';

const WIDTH = 640;

/** The drawer that the address names. */
export const AlertPanels = ({ control: { panel, close } }: { control: PanelControl }) => {
  const mayAdd = useMayCall('config.customizeAlarm.add');
  if (panel?.name === 'add') return mayAdd ? <AddAlert onClose={close} /> : null;
  return panel?.name === 'edit' && /^\d{1,18}$/.test(panel.id) ? <OneAlert key={panel.id} id={panel.id} onClose={close} /> : null;
};

const AddAlert = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const definition = useMemo(() => addAlertForm(), []);
  return (
    <FormDialog
      definition={definition}
      width={WIDTH}
      title={t('customization.alerts.newTitle')}
      initial={NEW_ALERT}
      done={t('customization.alerts.saved')}
      onClose={onClose}
    />
  );
};

const OneAlert = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('config.customizeAlarm.update');
  const query = useCall('config.customizeAlarm.info', { customizeAlarmId: id });
  const definition = useMemo(() => editAlertForm(id), [id]);
  if (query.data === undefined) return <WaitingPanel title={t('customization.alerts.name')} queries={[query]} onClose={onClose} />;
  if (!mayEdit || !query.data.changeable) return <AlertFacts alert={query.data} onClose={onClose} />;
  return (
    <FormDialog
      definition={definition}
      width={WIDTH}
      title={t('customization.alerts.editTitle', { name: query.data.alarmName })}
      objectId={id}
      initial={valuesOfAlert(query.data)}
      done={t('customization.alerts.saved')}
      onClose={onClose}
    />
  );
};

/** One that the person may ask for in rules and not change. */
const AlertFacts = ({ alert, onClose }: { alert: CustomizeAlarm; onClose: () => void }) => {
  const { t } = useTranslation();
  const units = useUnits();
  return (
    <SideDrawer size={WIDTH} title={alert.alarmName} onClose={onClose}>
      <FactList
        facts={[
          [t('customization.alerts.when'), alertSentence(alert, units)],
          [t('customization.state'), <StateTag key="state" on={alert.enabled} />],
          [t('customization.level'), t(`customization.levels.${alert.noticeLevel}`)],
          [t('customization.origin'), alert.customerName || t('customization.fromAbove')],
          [t('customization.note'), alert.note],
        ]}
      />
    </SideDrawer>
  );
};

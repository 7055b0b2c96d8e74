import { COMMAND_LIMITS, type CommandId } from '@sightline/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import { DevicePicker, type PickedDevice } from '../../ui/device-picker/device-picker.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useUnsaved, type Unsaved } from '../../ui/use-unsaved.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { BatchResult } from './batch-result.tsx';
import { CommandChoice } from './command-choice.tsx';
import { CommandForm } from './command-form.tsx';
import css from './commands.module.css';

/** Names that are shown of the devices; the rest is counted. */
const NAMED = 8;

interface BatchDrawerProps {
  /** Chosen already; none: the person chooses first. */
  readonly devices: readonly PickedDevice[];
  readonly onClose: () => void;
}

/** One command for several devices of one model, and what comes of it. */
export const BatchDrawer = ({ devices: given, onClose }: BatchDrawerProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [devices, setDevices] = useState(given);
  const [picking, setPicking] = useState(given.length === 0);
  const [batchId, setBatchId] = useState<string | null>(null);
  const unsaved = useUnsaved();
  const first = devices[0];
  const title = first === undefined ? t('commands.sendMany') : t('commands.batchTitle', { count: devices.length });
  return (
    <SideDrawer size={720} title={title} onClose={() => unsaved.leave(onClose)}>
      {batchId !== null ? (
        <>
          <BatchResult batchId={batchId} />
          {/* What was sent from is gone: the keys go on here. */}
          <Button autoFocus style={{ marginBlockStart: 16 }} onClick={() => setBatchId(null)}>
            {t('commands.another')}
          </Button>
        </>
      ) : (
        <>
          <div className={css.head}>
            <span>
              {devices
                .slice(0, NAMED)
                .map((d) => d.deviceName)
                .join(', ')}
              {devices.length > NAMED && ` ${t('commands.confirmMore', { count: devices.length - NAMED })}`}
            </span>
            <Button size="small" onClick={() => setPicking(true)}>
              {t('commands.pick')}
            </Button>
          </div>
          {user.demo && <p>{t('commands.demo')}</p>}
          {!user.demo && first !== undefined && <Choose devices={devices} first={first} unsaved={unsaved} onSent={setBatchId} />}
        </>
      )}
      {picking && (
        <DevicePicker
          value={devices}
          maxCount={COMMAND_LIMITS.devicesPerBatch}
          onConfirm={(picked) => {
            setDevices(picked);
            setPicking(false);
            unsaved.mark();
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {unsaved.question}
    </SideDrawer>
  );
};

/** Devices of one model understand the same: the first one is asked. Other devices leave what was typed as it is. */
const Choose = ({
  devices,
  first,
  unsaved,
  onSent,
}: {
  devices: readonly PickedDevice[];
  first: PickedDevice;
  unsaved: Unsaved;
  onSent: (batchId: string) => void;
}) => {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<CommandId | null>(null);
  const [isTyped, setIsTyped] = useState(false);
  const abilities = useCall('device.command.abilities', { deviceId: first.id }, { keepPrevious: true });
  const choose = (next: CommandId): void => {
    if (next === chosen) return;
    // The devices stay: only what was typed into the form would be lost.
    if (!isTyped) return setChosen(next);
    unsaved.leave(() => {
      setIsTyped(false);
      setChosen(next);
      unsaved.mark();
    });
  };
  const onDirty = (isDirty: boolean): void => {
    setIsTyped(isDirty);
    unsaved.mark(isDirty);
  };
  return (
    <QueryView query={abilities} rows={4} isEmpty={(a) => a.commands.length === 0} empty={<Empty text={t('commands.cannot')} />}>
      {({ commands }) => (
        <>
          <CommandChoice deviceId={first.id} commands={commands} chosen={chosen} onChoose={choose} />
          {chosen !== null && commands.includes(chosen) && (
            <CommandForm key={chosen} commandType={chosen} target={{ devices, onSent }} onDirty={onDirty} />
          )}
        </>
      )}
    </QueryView>
  );
};

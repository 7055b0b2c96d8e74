import { useCall } from '../../api/query.ts';
import { useWhileAway } from '../../live/live-connection.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Whether the device is on line, and what others want of it, is not told. */
const LOOK_MS = 15_000;
/** While something is on its way, and the server cannot tell. */
const AWAY_MS = 1_500;

/** The settings of one device: what is wanted of it, what it has, and how they come together. */
export const SettingsDrawer = ({
  deviceId,
  title,
  onCopy,
  onClose,
}: {
  deviceId: string;
  title: string;
  onCopy: () => void;
  onClose: () => void;
}) => {
  const unsaved = useUnsaved();
  const settings = useSettings(deviceId);
  return (
    <SideDrawer size={840} title={settings.data ? `${title}: ${settings.data.deviceName}` : title} onClose={() => unsaved.leave(onClose)}>
      <QueryView query={settings} rows={8}>
        {(data) => <SettingsForm settings={data} unsaved={unsaved} onCopy={onCopy} onClose={onClose} />}
      </QueryView>
      {unsaved.question}
    </SideDrawer>
  );
};

/** The server tells when the unit has answered; while it cannot, it is asked more often. */
function useSettings(deviceId: string) {
  const seen = useCall('alarmSetting.find', { deviceId }, { refetchInterval: LOOK_MS });
  const pending = seen.data !== undefined && Object.values(seen.data.groups).some(({ state }) => state === 'pending');
  // the same question: one cache entry, looked at more often
  const awayMs = useWhileAway(AWAY_MS);
  useCall('alarmSetting.find', { deviceId }, awayMs === undefined ? { enabled: false } : { enabled: pending, refetchInterval: awayMs });
  return seen;
}

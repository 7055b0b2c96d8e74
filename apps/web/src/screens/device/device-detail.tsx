import type { DeviceInfo } from '@sightline/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../session/session.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';

const time = (text: string | null) => text && <ZonedTime ms={Date.parse(text)} style="minutes" />;

/** Everything that is registered about one device, and the ways to where it is and was. */
export const DeviceDetail = ({ device, onEdit }: { device: DeviceInfo; onEdit: () => void }) => {
  const { t } = useTranslation();
  const mayEdit = useMay('3000:edit');
  const mayWatch = useMay('4000');
  const status = device.status === 1 ? 'device.online' : device.status === 0 ? 'device.offline' : 'device.neverHeard';
  return (
    <div>
      <Section
        title={t('device.registration')}
        action={
          mayEdit && (
            <Button size="small" onClick={onEdit}>
              {t('device.edit')}
            </Button>
          )
        }
      >
        <FactList
          facts={[
            [t('device.name'), device.deviceName],
            [t('device.id'), device.id],
            [t('device.type'), device.deviceTypeName],
            [t('device.customer'), device.customerName],
            [t('device.labels'), device.labelNames.replaceAll(',', ', ')],
            [t('device.plate'), device.plate],
            [t('device.vin'), device.vin],
            [t('device.sim'), device.sim],
            [t('device.iccid'), device.iccid],
            [t('device.timezone'), device.timezone],
            [t('device.remark'), device.remark],
          ]}
        />
      </Section>
      <Section title={t('device.state')}>
        <FactList
          facts={[
            [t('device.connection'), t(status)],
            [t('device.lastContact'), time(device.lastContactTime)],
            [t('device.protocol'), device.protocol],
            [t('device.activated'), time(device.activeTime)],
            [t('device.expires'), time(device.expirationTime)],
            [t('device.createTime'), time(device.createTime)],
          ]}
        />
        {mayWatch && (
          <p>
            <Link to={`/monitor?device=${device.id}`}>{t('device.onMap')}</Link>
            {' · '}
            <Link to={`/monitor/playback?devices=${device.id}`}>{t('device.playback')}</Link>
          </p>
        )}
      </Section>
      {device.channelNames.length > 0 && (
        <Section title={t('device.channels')}>
          <FactList facts={device.channelNames.map((channel) => [String(channel.id), channel.name])} />
        </Section>
      )}
    </div>
  );
};

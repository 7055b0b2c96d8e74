import type { DeviceInfo, OutputOf } from '@sightline/contract';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/query.ts';
import { LiveStatus, statusOf } from '../../../../live/live-status.ts';
import { useMayCall } from '../../../../session/may-call.ts';
import { useMay } from '../../../../session/session.ts';
import { Ago } from '../../../../ui/ago.tsx';
import { FactList } from '../../../../ui/detail/fact-list.tsx';
import { Section } from '../../../../ui/detail/section.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TagList, tagsOf } from '../../../../ui/tag-list.tsx';
import { QueryView } from '../../../../ui/view-state.tsx';
import { ZonedTime } from '../../../../ui/zoned-time.tsx';
import { useUnits } from '../../../../units/user-units.ts';
import { useDetail } from '../detail-url.ts';
import css from '../detail.module.css';
import { EditRegistration } from './edit-registration.tsx';
import { clockText, offsetLabel } from './clock-text.ts';

type Extended = OutputOf<'device.info.extend'>;

/** The state ages while one looks at it. */
const REFRESH_MS = 10_000;
const MOTION = { moving: 0, idle: 1, stopped: 2 } as const;

/** An instant with its age below: beside it, what follows would move whenever the age gets longer than the line. */
const Moment = ({ iso }: { iso: string | null }) =>
  iso === null ? null : (
    <>
      <ZonedTime ms={Date.parse(iso)} />
      <span className={css.age}>
        <Ago ms={Date.parse(iso)} />
      </span>
    </>
  );

const ltr = (text: string | null | undefined): ReactNode => (text ? <bdi dir="ltr">{text}</bdi> : null);

/** What a device is and does: its state, its names, its model, its connection and its clock. */
export const OverviewTab = ({ deviceId }: { deviceId: string }) => {
  const info = useCall('device.info', { deviceId });
  const extended = useCall('device.info.extend', { deviceId }, { refetchInterval: REFRESH_MS });
  return (
    <QueryView query={info} rows={10}>
      {(device) => (
        <QueryView query={extended} rows={10}>
          {(more) => (
            <>
              <State more={more} />
              <Identity device={device} more={more} />
              <Model device={device} more={more} />
              <Connection device={device} more={more} />
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  );
};

const State = ({ more }: { more: Extended }) => {
  const { t } = useTranslation();
  const units = useUnits();
  const { deviceData: data, expand } = more.state;
  const status =
    expand.status === 1 ? statusOf(MOTION[data.motion], true, 1) : expand.status === 0 ? LiveStatus.offline : LiveStatus.inactive;
  return (
    <Section title={t('detail.state')}>
      <FactList
        facts={[
          [
            t('detail.status'),
            <span key="status">
              <StatusMark status={status} label />{' '}
              {status === LiveStatus.moving && data.speed !== null && <bdi dir="ltr">{units.speed(data.speed)}</bdi>}
            </span>,
          ],
          [t('detail.since'), data.motionTime === null ? null : <Moment key="since" iso={data.motionTime} />],
          [
            t('monitor.ignition'),
            data.acc === null ? null : (
              <span key="acc">
                {t(data.acc === 1 ? 'monitor.on' : 'monitor.off')}
                {data.accUpdateTime !== null && (
                  <span className={css.muted}>
                    {' '}
                    (<Ago ms={Date.parse(data.accUpdateTime)} />)
                  </span>
                )}
              </span>
            ),
          ],
          [t('detail.lastFix'), <Moment key="fix" iso={data.deviceTime} />],
          [t('monitor.lastContact'), <Moment key="contact" iso={expand.reportTime} />],
          [t('monitor.place'), data.lat === null || data.lon === null ? null : ltr(`${data.lat.toFixed(6)}, ${data.lon.toFixed(6)}`)],
          [t('monitor.odometer'), ltr(units.distance(data.odometer))],
          [t('monitor.battery'), data.quantity === null ? null : ltr(`${data.quantity} %`)],
          [t('monitor.voltage'), data.voltage === null ? null : ltr(`${data.voltage} V`)],
        ]}
      />
    </Section>
  );
};

const Identity = ({ device, more }: { device: DeviceInfo; more: Extended }) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('device.save');
  const [editing, setEditing] = useState(false);
  const labels = tagsOf(device.labelNames);
  return (
    <Section
      title={t('detail.identity')}
      action={
        mayEdit && (
          <Button size="small" aria-label={t('detail.change', { what: t('detail.identity') })} onClick={() => setEditing(true)}>
            {t('detail.edit')}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          [t('detail.name'), device.deviceName],
          [t('detail.uniqueCode'), ltr(device.id)],
          [t('detail.customer'), device.customerName],
          ['IMEI', ltr(more.imei)],
          [t('detail.sim'), ltr(more.sim)],
          [t('detail.iccid'), ltr(more.iccid)],
          [t('detail.plate'), device.plate],
          [t('detail.vin'), ltr(device.vin)],
          [t('detail.labels'), labels.length === 0 ? null : <TagList key="labels" tags={labels} />],
          [t('detail.createTime'), <ZonedTime key="created" ms={Date.parse(device.createTime)} style="minutes" />],
          [t('detail.activeTime'), device.activeTime && <ZonedTime key="active" ms={Date.parse(device.activeTime)} style="minutes" />],
          [t('detail.service'), <Service key="service" device={device} />],
          [t('detail.remark'), device.remark],
        ]}
      />
      {editing && <EditRegistration device={device} onClose={() => setEditing(false)} />}
    </Section>
  );
};

const Service = ({ device }: { device: DeviceInfo }) => {
  const { t } = useTranslation();
  return (
    <span>
      <span className={device.deviceStatus === 2 ? css.danger : undefined}>
        {t(device.deviceStatus === 2 ? 'detail.expired' : 'detail.inService')}
      </span>
      {device.expirationTime !== null && (
        <>
          {' · '}
          {t('detail.until')} <ZonedTime ms={Date.parse(device.expirationTime)} style="date" />
        </>
      )}
      {(device.locked || !device.tracked) && (
        <>
          {' · '}
          <span className={css.danger}>{t(device.locked ? 'monitor.locked' : 'monitor.notTracked')}</span>
        </>
      )}
    </span>
  );
};

const Model = ({ device, more }: { device: DeviceInfo; more: Extended }) => {
  const { t } = useTranslation();
  const type = useCall('device.type.info', { deviceType: device.deviceType }, { staleTime: 600_000 });
  const abilities =
    type.data === undefined
      ? []
      : [
          ...(type.data.accType === 1 ? [t('detail.abilityAcc')] : []),
          ...(type.data.chargeType === 1 ? [t('detail.abilityCharge')] : []),
          ...(device.camCount > 0 ? [t('detail.abilityCameras', { count: device.camCount })] : []),
          ...(type.data.extendCount > 0 ? [t('detail.abilityPeripherals', { count: type.data.extendCount })] : []),
        ];
  return (
    <Section title={t('detail.model')}>
      <FactList
        facts={[
          [t('detail.type'), type.data?.nickName ?? device.deviceTypeName],
          [t('detail.basicType'), t(device.deviceBasicType === 2 ? 'detail.camera' : 'detail.tracker')],
          [t('detail.abilities'), abilities.join(' · ')],
          [t('detail.reportedModel'), ltr(more.model)],
          [t('detail.firmware'), ltr(more.firmwareVersion)],
          [t('detail.sensorCount'), more.sensorCount],
        ]}
      />
    </Section>
  );
};

const Connection = ({ device, more }: { device: DeviceInfo; more: Extended }) => {
  const { t } = useTranslation();
  const { show } = useDetail();
  const maySet = useMay('3000');
  const { clock, frames } = more;
  const [text, values] = clockText(clock.offsetS);
  const isOther = more.spokenProtocol !== null && more.spokenProtocol !== more.protocol;
  return (
    <Section title={t('detail.connection')}>
      <FactList
        facts={[
          [t('detail.protocol'), ltr(more.protocol)],
          [
            t('detail.spokenProtocol'),
            more.spokenProtocol === null ? null : (
              <bdi key="spoken" dir="ltr" className={isOther ? css.warn : undefined}>
                {more.spokenProtocol}
              </bdi>
            ),
          ],
          [t('detail.remote'), ltr(more.remote)],
          [
            t('detail.messages'),
            <span key="messages">
              {t('detail.messageCount', { count: frames.count })}
              {frames.errors > 0 && <span className={css.warn}> · {t('detail.messageErrors', { count: frames.errors })}</span>}
            </span>,
          ],
          [t('detail.timezone'), ltr(device.timezone)],
          [
            t('detail.readWith'),
            <span key="readWith">
              {ltr(offsetLabel(clock.readWithMinutes))}
              {clock.summerMinutes > 0 && ` · ${t('detail.summerInForce', { minutes: clock.summerMinutes })}`}
            </span>,
          ],
          [
            t('detail.clock'),
            <span key="clock" className={clock.suggestedUtcOffsetMinutes === null ? undefined : css.danger}>
              {t(text, values)}
              {clock.measuredTime !== null && (
                <span className={css.muted}>
                  {' · '}
                  {t('detail.clockMeasured')} <ZonedTime ms={Date.parse(clock.measuredTime)} style="minutes" />
                </span>
              )}
            </span>,
          ],
        ]}
      />
      {clock.suggestedUtcOffsetMinutes !== null && (
        <p className={css.line}>
          {t('detail.clockSuggestion', { offset: offsetLabel(clock.suggestedUtcOffsetMinutes) })}
          {maySet && (
            <Button size="small" onClick={() => show('settings')}>
              {t('detail.toSettings')}
            </Button>
          )}
        </p>
      )}
    </Section>
  );
};

import type { DeviceInfo, OutputOf } from '@sightline/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/query.ts';
import { useMayCall } from '../../../../session/may-call.ts';
import { FactList } from '../../../../ui/detail/fact-list.tsx';
import { Section } from '../../../../ui/detail/section.tsx';
import { QueryView } from '../../../../ui/view-state.tsx';
import { offsetLabel } from '../overview/clock-text.ts';
import { nameRows, namesOf, type NumberedName } from './numbered-names.ts';
import { RtmpSection } from './rtmp-section.tsx';
import { iconName } from './settings-forms.tsx';
import { SettingsPanel, type SettingsForm } from './settings-panel.tsx';

/** Inputs that a device is offered names for when it has none. */
const LEAST_INPUTS = 4;

/** What can be set about a device here: names, cameras, icon, time zone, clock, summer time. */
export const SettingsTab = ({ deviceId }: { deviceId: string }) => {
  const info = useCall('device.info', { deviceId });
  const expanded = useCall('device.expand.info', { deviceId });
  return (
    <QueryView query={info} rows={8}>
      {(device) => <QueryView query={expanded}>{(more) => <Settings device={device} more={more} />}</QueryView>}
    </QueryView>
  );
};

const named = (rows: readonly NumberedName[]) => rows.filter(({ name }) => name !== '');

const Settings = ({ device, more }: { device: DeviceInfo; more: OutputOf<'device.expand.info'> }) => {
  const { t } = useTranslation();
  const [form, setForm] = useState<SettingsForm | null>(null);
  const type = useCall('device.type.info', { deviceType: device.deviceType }, { staleTime: 600_000 });
  const maySet = useMayCall('device.expand.save.channel.name');
  const mayEdit = useMayCall('device.save');
  const channels = useMemo(() => nameRows(namesOf(more.channelName), device.camCount), [more.channelName, device.camCount]);
  const inputs = useMemo(() => nameRows(namesOf(more.ioName), LEAST_INPUTS), [more.ioName]);
  const { summerTime } = more;
  const button = (name: SettingsForm, may: boolean) =>
    may && (
      <Button size="small" aria-label={t('detail.change', { what: t(`detail.settingsOf.${name}`) })} onClick={() => setForm(name)}>
        {t('detail.edit')}
      </Button>
    );
  return (
    <>
      <Section title={t('detail.settingsOf.channels')} action={channels.length > 0 && button('channels', maySet)}>
        {named(channels).length === 0 ? (
          <p>{t('detail.noNames')}</p>
        ) : (
          <FactList facts={named(channels).map(({ id, name }) => [`CH ${id}`, name])} />
        )}
      </Section>
      <Section title={t('detail.settingsOf.inputs')} action={button('inputs', maySet)}>
        {named(inputs).length === 0 ? (
          <p>{t('detail.noNames')}</p>
        ) : (
          <FactList facts={named(inputs).map(({ id, name }) => [`IO ${id}`, name])} />
        )}
      </Section>
      <Section title={t('detail.settingsOf.cameras')} action={button('cameras', maySet)}>
        <FactList
          facts={[
            [t('detail.cameras'), device.camCount],
            [t('detail.peripherals'), type.data?.extendCount],
          ]}
        />
      </Section>
      {device.camCount > 0 && (
        <Section title={t('detail.settingsOf.shown')} action={button('shown', maySet)}>
          <p>{device.camView === null ? t('detail.allChannels') : device.camView.map((id) => `CH ${id}`).join(', ')}</p>
        </Section>
      )}
      {device.camCount > 0 && <RtmpSection device={device} mayEdit={mayEdit} />}
      <Section title={t('detail.settingsOf.icon')} action={button('icon', maySet)}>
        <p>{iconName(device.icon)}</p>
      </Section>
      <Section title={t('detail.settingsOf.zone')} action={button('zone', mayEdit)}>
        <p>
          <bdi dir="ltr">{device.timezone ?? '–'}</bdi>
        </p>
      </Section>
      <Section title={t('detail.settingsOf.clock')} action={button('clock', maySet)}>
        <FactList
          facts={[
            [
              t('detail.clockOffset'),
              device.settings.utcOffsetMinutes === null ? t('detail.byProtocol') : offsetLabel(device.settings.utcOffsetMinutes),
            ],
            [t('detail.interval'), `${device.settings.positionIntervalS} s`],
          ]}
        />
      </Section>
      <Section title={t('detail.settingsOf.summer')} action={button('summer', maySet)}>
        <p>
          {summerTime === null || !summerTime.enabled
            ? t('detail.summerTimeOff')
            : t('detail.summerTimeRule', { minutes: summerTime.offsetMinutes, start: summerTime.start, end: summerTime.end })}
        </p>
      </Section>
      {form !== null && (
        <SettingsPanel
          device={device}
          form={form}
          channels={channels}
          inputs={inputs}
          summerTime={summerTime}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
};

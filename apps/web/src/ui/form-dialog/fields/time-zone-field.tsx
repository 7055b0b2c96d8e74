import { FIXED_OFFSETS_MINUTES, formatZone } from '@sightline/domain';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { namedZones } from '../../../time/named-zones.ts';
import { zoneLabel } from '../../../time/zone.ts';
import type { ControlProps } from '../form-definition.ts';

/** UTC-12 to UTC+14 in quarters of an hour, and the names of zones with daylight saving. */
export const TimeZoneField = (props: ControlProps<string>) => {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const options = useMemo(() => {
    const fixed = FIXED_OFFSETS_MINUTES.map((offsetMinutes) => {
      const zone = { kind: 'fixed', offsetMinutes } as const;
      return { value: formatZone(zone), label: zoneLabel(zone, now) };
    });
    return [
      { label: t('ui.form.zonesFixed'), options: fixed },
      { label: t('ui.form.zonesNamed'), options: [...namedZones(now)] },
    ];
  }, [t, now]);
  return <Select {...props} options={options} showSearch={{ optionFilterProp: 'label' }} />;
};

import { Suspense } from 'react';
import { lazyPart } from '../../app/parts/lazy-part.tsx';
import type { ControlProps, FormDefinition, FormValues } from '../../ui/form-dialog/form-definition.ts';
import { MapPointField, type MapPoint } from '../../ui/form-dialog/fields/map-point-field.tsx';
import { Skeleton } from '../../ui/view-state.tsx';
import css from './company.module.css';

// The map library comes after the form.
const PointMap = lazyPart(() => import('../../ui/form-dialog/fields/point-map.tsx').then((module) => module.PointMap));

/** Name and whereabouts of the own company. */
export const companyForm = (customerId: string): FormDefinition<'customer.info.save'> => ({
  id: 'company.info',
  operation: 'customer.info.save',
  fixed: { customerId },
  sendsChanges: true,
  errorFields: { nameExists: 'customerName', invalidEmail: 'email' },
  groups: [
    {
      fields: [
        { kind: 'text', name: 'customerName', label: 'company.info.customerName', required: true },
        { kind: 'text', name: 'contact', label: 'company.info.contact' },
        { kind: 'text', name: 'phone', label: 'company.info.phone' },
        { kind: 'text', name: 'email', label: 'company.info.email' },
        { kind: 'textarea', name: 'address', label: 'company.info.address', maxLength: 200, rows: 2 },
        { kind: 'timezone', name: 'timezone', label: 'company.info.timezone', hint: 'company.info.timezoneHint' },
      ],
    },
  ],
});

const isPoint = (value: unknown): value is MapPoint => typeof value === 'object' && value !== null && 'lat' in value && 'lon' in value;

/** Typed, picked in a dialog, or set by a click on the map below. */
const PointWithMap = (control: ControlProps<MapPoint | null>) => (
  <>
    <MapPointField {...control} />
    <div className={css.map}>
      <Suspense fallback={<Skeleton rows={6} />}>
        <PointMap
          start={control.value ?? null}
          point={control.value ?? null}
          onPoint={(point) => control.disabled !== true && control.onChange?.(point)}
        />
      </Suspense>
    </div>
  </>
);

/** Where the maps of the own people begin. */
export const mapPointForm = (): FormDefinition<'customer.set.map.point'> => ({
  id: 'company.mapPoint',
  operation: 'customer.set.map.point',
  toInput: ({ point }: FormValues) => (isPoint(point) ? { lat: point.lat, lon: point.lon } : { lat: null, lon: null }),
  groups: [
    {
      fields: [
        {
          kind: 'custom',
          name: 'point',
          label: 'company.info.place',
          hint: 'company.info.placeHint',
          render: (control) => <PointWithMap {...(control as ControlProps<MapPoint | null>)} />,
        },
      ],
    },
  ],
});

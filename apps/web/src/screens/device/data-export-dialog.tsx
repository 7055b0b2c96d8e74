import { DATA_EXPORT_DAYS, DATA_EXPORT_KINDS, type DataExportKind, type OperationId } from '@sightline/contract';
import { addDays, dayOf, dayRange } from '@sightline/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { DateRangePicker } from '../../playback/range/date-range-picker.tsx';
import { useZone } from '../../time/zone.ts';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import css from './device.module.css';

const CALLS = {
  mileage: 'device.data.mileage',
  sensor: 'device.data.sensor',
  fuel: 'device.data.fuel',
  load: 'device.data.load',
} as const satisfies Record<DataExportKind, OperationId>;

interface DataExportDialogProps {
  readonly deviceIds: readonly string[];
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** Days, both included. */
interface Days {
  readonly start: string;
  readonly end: string;
}

/** The last of these days, where they are too many for what is exported. */
const within = (kind: DataExportKind, { start, end }: Days): Days => {
  const first = addDays(end, 1 - DATA_EXPORT_DAYS[kind]);
  return { start: start < first ? first : start, end };
};

/** What chosen devices told and did in some days, as files; the work itself is a task. */
export const DataExportDialog = ({ deviceIds, onStarted, onClose }: DataExportDialogProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const zone = useZone();
  const { content, afterOpenChange } = useDialogFocus();
  const [kind, setKind] = useState<DataExportKind>('mileage');
  const [days, setDays] = useState<Days>(() => {
    const today = dayOf(zone, Date.now());
    return { start: addDays(today, -6), end: today };
  });
  const start = useMutation({
    mutationFn: () => call(CALLS[kind], { deviceIds: deviceIds.join(','), ...days }),
    onSuccess: async () => {
      message.success(t('device.exportStarted'));
      onStarted();
      await queries.invalidateQueries();
    },
  });
  const choose = (next: DataExportKind): void => {
    setKind(next);
    setDays(within(next, days));
    start.reset();
  };
  const maxDays = DATA_EXPORT_DAYS[kind];
  return (
    <Modal
      open
      width={480}
      title={t('device.dataTitle', { count: deviceIds.length })}
      okText={t('device.dataStart')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ loading: start.isPending }}
      onOk={() => start.mutate()}
      onCancel={() => !start.isPending && onClose()}
      afterOpenChange={afterOpenChange}
    >
      <div ref={content} className={css.steps}>
        <label className={css.picker}>
          {t('device.dataKind')}
          <Select<DataExportKind>
            aria-label={t('device.dataKind')}
            value={kind}
            onChange={choose}
            options={DATA_EXPORT_KINDS.map((value) => ({ value, label: t(`device.dataKinds.${value}`) }))}
          />
        </label>
        <p>{t(`device.dataTexts.${kind}`)}</p>
        <div className={css.picker}>
          {t('device.dataDays', { max: maxDays })}
          <DateRangePicker
            dateOnly
            zone={zone}
            label={t('device.dataDays', { max: maxDays })}
            limit={{ mode: null, days: maxDays - 1 }}
            value={[dayRange(zone, days.start)[0], dayRange(zone, days.end)[0]]}
            onChange={([fromMs, toMs]) => setDays(within(kind, { start: dayOf(zone, fromMs), end: dayOf(zone, toMs) }))}
          />
        </div>
        {start.error !== null && <Alert type="error" showIcon title={describeError(start.error).text} />}
      </div>
    </Modal>
  );
};

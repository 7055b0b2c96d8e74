import type { OutputOf } from '@sightline/contract';
import { CloseCircleOutlined } from '@ant-design/icons';
import { isDealer } from '@sightline/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Modal, Table, Tag } from 'antd';
import { useMemo, useState, type UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useSession } from '../../session/session.ts';
import { TagList, tagsOf } from '../tag-list.tsx';
import { useDialogFocus } from '../use-dialog-focus.ts';
import { useSettled } from '../use-settled.ts';
import { useUnsaved } from '../use-unsaved.tsx';
import { Empty, Failure } from '../view-state.tsx';
import { PickerCustomers } from './picker-customers.tsx';
import { PickerFilters, type PickerQuestion } from './picker-filters.tsx';
import css from './device-picker.module.css';

type PickerRow = OutputOf<'device.pageByCustomerId'>['records'][number];
export type PickedDevice = Pick<PickerRow, 'id' | 'deviceName'>;

export interface DevicePickerProps {
  readonly value: readonly PickedDevice[];
  readonly onConfirm: (devices: readonly PickedDevice[]) => void;
  readonly onClose: () => void;
  /** One device alone: a radio instead of boxes. */
  readonly single?: boolean;
  /** Devices of this customer and below; the tree is not shown then. */
  readonly customerId?: string;
  /** 1 tracker, 2 camera. */
  readonly deviceBasicType?: 1 | 2;
  readonly disabledIds?: ReadonlySet<string>;
  /** Devices that have never been active cannot be chosen. */
  readonly activeOnly?: boolean;
  readonly maxCount?: number;
}

const PAGE_SIZE = 50;
const SHOWN_TAGS = 2;
const NEAR_END_PX = 120;

/** The dialog in which devices are chosen. */
export const DevicePicker = (props: DevicePickerProps) => {
  const { single = false, maxCount = 5000, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const { user } = useSession();
  const { content, afterOpenChange } = useDialogFocus();
  const { mark, leave, question: discard } = useUnsaved();
  const [picked, setPicked] = useState<ReadonlyMap<string, PickedDevice>>(() => new Map(props.value.map((device) => [device.id, device])));
  const [question, setQuestion] = useState<PickerQuestion>({ text: '', ids: null, labelIds: [], deviceTypes: [] });
  const [customerId, setCustomerId] = useState<string | null>(props.customerId ?? null);
  const settled = useSettled(question);
  const input = useMemo(
    () => ({
      ...(customerId === null ? {} : { customerId, subsumption: 1 as const }),
      ...(props.deviceBasicType === undefined ? {} : { deviceBasicType: props.deviceBasicType }),
      ...(settled.text === '' ? {} : { deviceIdOrName: settled.text }),
      ...(settled.ids === null || settled.ids.length === 0 ? {} : { deviceIds: settled.ids.join(',') }),
      ...(settled.labelIds.length === 0 ? {} : { labelIds: settled.labelIds.join(',') }),
      ...(settled.deviceTypes.length === 0 ? {} : { deviceTypes: settled.deviceTypes.join(',') }),
      deviceStatus: '1',
    }),
    [settled, customerId, props.deviceBasicType],
  );
  const pages = useInfiniteQuery({
    queryKey: ['device.pageByCustomerId', input, 'picker'],
    queryFn: ({ pageParam, signal }) =>
      call('device.pageByCustomerId', { ...input, pageIndex: pageParam, pageSize: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.current * last.size < last.total ? last.current + 1 : undefined),
  });
  const rows = pages.data?.pages.flatMap((page) => page.records) ?? [];
  const total = pages.data?.pages.at(-1)?.total ?? 0;

  const mayPick = (row: PickerRow): boolean =>
    props.disabledIds?.has(row.id) !== true && !(props.activeOnly === true && row.activeTime === null);
  const pick = (change: (before: ReadonlyMap<string, PickedDevice>) => ReadonlyMap<string, PickedDevice>): void => {
    mark();
    setPicked(change);
  };
  const toggle = (devices: readonly PickerRow[], on: boolean): void =>
    pick((before) => {
      if (single) return on && devices[0] !== undefined ? new Map([[devices[0].id, devices[0]]]) : new Map();
      const next = new Map(before);
      for (const device of devices) {
        if (!on) next.delete(device.id);
        else if (next.size < maxCount) next.set(device.id, device);
      }
      return next;
    });
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const rest = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (rest < NEAR_END_PX && pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
  };
  const showsTree = props.customerId === undefined && isDealer(user);

  return (
    <Modal
      open
      width={1000}
      title={t('ui.devices.title')}
      okText={t('ui.devices.confirm', { count: picked.size })}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: picked.size === 0 && props.value.length === 0 }}
      onOk={() => onConfirm([...picked.values()])}
      onCancel={() => leave(onClose)}
      afterOpenChange={afterOpenChange}
    >
      <div ref={content} className={css.picker}>
        {showsTree && <PickerCustomers customerId={customerId} onCustomer={setCustomerId} />}
        <div className={css.devices}>
          <PickerFilters question={question} onChange={setQuestion} />
          {pages.isError ? (
            <Failure error={pages.error} onRetry={() => void pages.refetch()} />
          ) : (
            <Table<PickerRow>
              aria-label={t('ui.devices.title')}
              size="small"
              rowKey="id"
              loading={pages.isPending}
              dataSource={rows}
              pagination={false}
              scroll={{ y: 320 }}
              onScroll={onScroll}
              locale={{ emptyText: <Empty text={t('ui.devices.noMatch')} /> }}
              rowSelection={{
                type: single ? 'radio' : 'checkbox',
                selectedRowKeys: [...picked.keys()],
                preserveSelectedRowKeys: true,
                getCheckboxProps: (row) => ({ disabled: !mayPick(row), 'aria-label': row.deviceName }),
                getTitleCheckboxProps: () => ({ 'aria-label': t('ui.list.selectPage') }),
                onSelect: (row, on) => toggle([row], on),
                onSelectAll: (on, _all, changed) => toggle(changed.filter(mayPick), on),
              }}
              onRow={(row) => ({
                onClick: ({ target }) => {
                  if ((target as Element).closest('label, input') === null && mayPick(row)) toggle([row], !picked.has(row.id));
                },
              })}
              columns={[
                { title: t('ui.devices.name'), dataIndex: 'deviceName', ellipsis: true },
                { title: t('ui.devices.id'), dataIndex: 'id', className: 'tabular', width: 150 },
                {
                  title: t('ui.devices.labels'),
                  dataIndex: 'labelNames',
                  render: (names: string) => <TagList tags={tagsOf(names)} most={SHOWN_TAGS} />,
                },
                { title: t('ui.devices.type'), dataIndex: 'deviceTypeName', ellipsis: true, width: 120 },
              ]}
            />
          )}
          <div className={css.foot}>
            <span className="tabular">{t('ui.devices.loaded', { shown: rows.length, total })}</span>
            {pages.hasNextPage && (
              <Button type="link" size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {t('ui.devices.loadMore')}
              </Button>
            )}
          </div>
          <div className={css.chips} role="group" aria-label={t('ui.devices.chosen', { count: picked.size })}>
            <span className="tabular">{t('ui.devices.chosen', { count: picked.size })}</span>
            {[...picked.values()].slice(0, 30).map((device) => (
              <Tag
                key={device.id}
                variant="filled"
                closable
                closeIcon={<CloseCircleOutlined aria-label={t('ui.devices.remove', { name: device.deviceName })} />}
                onClose={() => pick((before) => new Map([...before].filter(([id]) => id !== device.id)))}
              >
                {device.deviceName}
              </Tag>
            ))}
            {picked.size > 30 && <span>+{picked.size - 30}</span>}
            {picked.size > 0 && (
              <Button type="text" size="small" onClick={() => pick(() => new Map())}>
                {t('ui.devices.clear')}
              </Button>
            )}
          </div>
        </div>
      </div>
      {discard}
    </Modal>
  );
};

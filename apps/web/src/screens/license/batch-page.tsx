import { PlusOutlined } from '@ant-design/icons';
import type { LicenseBatch } from '@sightline/contract';
import { LICENSE_BATCH_LIMIT } from '@sightline/domain';
import { App, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { IntroLines } from './intro-lines.tsx';
import { LicensePanels } from './license-panels.tsx';
import { collectLicenses, saveCodes } from './license-text.ts';
import css from './license.module.css';
import { lockForm } from './platform-forms.ts';
import type { TabProps } from './tab-props.ts';

/** Batches that the platform has made. */
export const BatchPage = ({ title, beside }: TabProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const control = usePanel();
  const { open } = control;
  const [locking, setLocking] = useState<LicenseBatch | null>(null);
  const definition = useMemo((): ListDefinition<'license.batch.page'> => {
    const showLicences = (row: LicenseBatch | undefined): void => void (row && navigate(`?tab=licences&batchId=${row.id}`));
    return {
      id: 'license.batch',
      operation: 'license.batch.page',
      rowKey: (row) => row.id,
      rowName: (row) => t('license.batchName', { id: row.id, type: row.typeName }),
      columns: [
        { key: 'id', title: 'license.batchNumber', isName: true, width: 110 },
        { key: 'typeName', title: 'license.type', width: 160 },
        { key: 'count', title: 'license.count', type: 'number', width: 100 },
        { key: 'boundCount', title: 'license.boundCount', type: 'number', width: 110 },
        {
          key: 'lockTime',
          title: 'license.state',
          width: 110,
          render: (row) => (
            <Tag variant="filled" className={css.mark} data-tone={row.lockTime === null ? 'plain' : 'danger'}>
              {t(row.lockTime === null ? 'license.batchOpen' : 'license.status.locked')}
            </Tag>
          ),
        },
        { key: 'lockReason', title: 'license.lockReason', width: 160 },
        { key: 'remark', title: 'license.remark', width: 180 },
        { key: 'createTime', title: 'license.createTime', type: 'time' },
        { key: 'createdBy', title: 'license.by', width: 150 },
      ],
      filters: [{ type: 'select', fields: ['typeCode'], label: 'license.type', options: 'licenseTypes' }],
      onOpen: showLicences,
      rowActions: [
        {
          key: 'codes',
          label: 'license.saveCodes',
          run: async ([row]) => {
            if (row === undefined) return;
            const { rows } = await collectLicenses({ batchId: row.id }, LICENSE_BATCH_LIMIT);
            saveCodes(
              `${row.typeCode}-${row.id}`,
              rows.map((license) => license.code),
            );
          },
        },
        {
          key: 'lock',
          label: 'license.lock',
          danger: true,
          isFor: (row) => row.lockTime === null,
          run: ([row]) => setLocking(row ?? null),
        },
        { key: 'unlock', label: 'license.unlock', isFor: (row) => row.lockTime !== null, run: ([row]) => setLocking(row ?? null) },
        { key: 'licences', label: 'license.showLicences', run: ([row]) => showLicences(row) },
      ],
      pageActions: [
        { key: 'batch', label: 'license.makeBatch', icon: <PlusOutlined aria-hidden />, isPrimary: true, run: () => open('batch') },
      ],
      empty: { text: 'license.noBatches', action: 'batch' },
    };
  }, [t, navigate, open]);
  const lock = useMemo(() => locking && lockForm(locking), [locking]);
  const isLocked = locking?.lockTime !== null;
  const name = locking === null ? '' : t('license.batchName', { id: locking.id, type: locking.typeName });
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      <LicensePanels control={control} />
      {locking !== null && lock !== null && (
        <FormDialog
          as="dialog"
          definition={lock}
          objectId={locking.id}
          title={t(isLocked ? 'license.unlockTitle' : 'license.lockTitle', { name })}
          intro={
            <IntroLines
              lines={
                isLocked
                  ? [t('license.unlockTakes', { count: locking.boundCount })]
                  : [
                      t('license.lockDevices', { count: locking.boundCount }),
                      t('license.lockRest', { count: locking.count - locking.boundCount }),
                    ]
              }
            />
          }
          submitLabel={t(isLocked ? 'license.unlock' : 'license.lock')}
          onDone={({ deviceCount }) =>
            void message.success(t(isLocked ? 'license.unlocked' : 'license.lockedDone', { count: deviceCount }))
          }
          onClose={() => setLocking(null)}
        />
      )}
    </ListPage>
  );
};

import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { LICENSE_BATCH_LIMIT } from '@sightline/domain';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { copyText } from '../../ui/copy-text.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { saveCodes } from './license-text.ts';
import css from './license.module.css';

/** The codes of a type in the own stock, to copy or to take away as a file. */
export const CodesDrawer = ({ typeCode, onClose }: { typeCode: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const query = useCall('license.list.code', { typeCode, codeLimit: LICENSE_BATCH_LIMIT });
  const type = query.data?.[0];
  const copy = async (codes: readonly string[]): Promise<void> => {
    if (await copyText(codes.join('\n'))) message.success(t('license.codesCopied', { count: codes.length }));
    else message.error(t('license.copyFailed'));
  };
  return (
    <SideDrawer size={520} title={t('license.codesTitle', { name: type?.typeName ?? typeCode })} onClose={onClose}>
      <QueryView query={query} rows={12} isEmpty={(types) => (types[0]?.count ?? 0) === 0} empty={<Empty text={t('license.noneOfType')} />}>
        {([first]) => (
          <>
            <div className={css.codeTools}>
              <span>
                {first !== undefined && first.codes.length < first.count
                  ? t('license.codesFirst', { count: first.count, shown: first.codes.length })
                  : t('license.codesAll', { count: first?.count ?? 0 })}
              </span>
              <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy(first?.codes ?? [])}>
                {t('license.copyCodes')}
              </Button>
              <Button icon={<DownloadOutlined aria-hidden />} onClick={() => saveCodes(typeCode, first?.codes ?? [])}>
                {t('license.saveCodes')}
              </Button>
            </div>
            <ul className={css.codes} translate="no">
              {first?.codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </SideDrawer>
  );
};

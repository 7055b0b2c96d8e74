import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

interface BinSwitchProps {
  /** What the list itself is called. */
  readonly listName: string;
  readonly isBin: boolean;
}

/** Between a list and its recycle bin; each begins with an address of its own. */
export const BinSwitch = ({ listName, isBin }: BinSwitchProps) => {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  return (
    <Segmented
      aria-label={t('ui.list.view')}
      value={isBin ? 'bin' : 'list'}
      options={[
        { value: 'list', label: listName },
        { value: 'bin', label: t('ui.list.bin') },
      ]}
      onChange={(view) => setQuery(view === 'bin' ? { view } : {})}
    />
  );
};

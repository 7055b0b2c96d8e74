import { isDealer } from '@sightline/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { useMediaQuery } from '../../theme/theme.tsx';
import { CustomerPicker } from '../customer-picker/customer-picker.tsx';
import type { Crumb } from '../customer-tree/breadcrumb.ts';
import { CustomerTree } from '../customer-tree/customer-tree.tsx';
import { useTopCrumb } from '../customer-tree/use-top-crumb.ts';
import { ResizablePanel } from '../panel/resizable-panel.tsx';
import css from './list-page.module.css';
import { setTreeWidth, useListPreferences } from './list-preferences.ts';

/** The customers at the start edge; only a dealer has some. */
export const TreePanel = ({ customerId, onCustomer }: { customerId: string | null; onCustomer: (id: string | null) => void }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const width = useListPreferences((state) => state.treeWidth);
  const [path, setPath] = useState<readonly Crumb[]>([]);
  const top = useTopCrumb();
  const isPhone = useMediaQuery('(max-width: 900px)');
  if (!isDealer(user)) return null;
  // Above the list the tree would leave it no room.
  if (isPhone) {
    return (
      <div className={css.customer}>
        <CustomerPicker label={t('ui.list.customerFilter')} placeholder={user.customerName} value={customerId} onChange={onCustomer} />
      </div>
    );
  }
  return (
    <ResizablePanel edge="start" width={width} min={200} max={440} onWidth={setTreeWidth} label={t('ui.list.customerFilter')}>
      <button type="button" className={css.own} aria-pressed={customerId === null} onClick={() => onCustomer(null)}>
        {user.customerName}
      </button>
      <div className={css.tree}>
        <CustomerTree
          mode="device"
          path={[top, ...path]}
          onPathChange={(next) => setPath(next.slice(1))}
          selectedId={customerId}
          onSelect={(node) => onCustomer(node.id)}
        />
      </div>
    </ResizablePanel>
  );
};

import { RightOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import type { Crumb } from './breadcrumb.ts';
import css from './customer-section.module.css';
import { CustomerTree } from './customer-tree.tsx';
import { useTopCrumb } from './use-top-crumb.ts';

interface CustomerSectionProps {
  readonly selectedId: string | null;
  readonly onSelect: (customerId: string) => void;
}

/** The customers above a list of devices, to be folded away; open where there is room. */
export const CustomerSection = ({ selectedId, onSelect }: CustomerSectionProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [open, setOpen] = useState(() => window.innerHeight >= 860);
  const [path, setPath] = useState<readonly Crumb[]>([]);
  const top = useTopCrumb();
  return (
    <section className={css.tree}>
      <h2>
        <button type="button" className={css.head} aria-expanded={open} onClick={() => setOpen(!open)}>
          <RightOutlined className="directional" aria-hidden />
          {t('ui.customers')}
        </button>
      </h2>
      {open && (
        <div className={css.body}>
          <CustomerTree
            mode="monitor"
            path={[top, ...path]}
            onPathChange={(next) => setPath(next.slice(1))}
            selectedId={selectedId}
            onSelect={(node) => onSelect(node.id)}
            alwaysShowArrow={user.experienceMonitorTs === null}
          />
        </div>
      )}
    </section>
  );
};

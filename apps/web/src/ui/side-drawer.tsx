import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useDialogFocus } from './use-dialog-focus.ts';
import { useEdges } from './use-edges.ts';

interface SideDrawerProps {
  readonly title: ReactNode;
  /** px */
  readonly size: number;
  /** At the end of its head. */
  readonly extra?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A drawer to look at something, in the tree while it is open; the focus goes back to what opened it. */
export const SideDrawer = ({ children, ...drawer }: SideDrawerProps) => {
  useDialogFocus();
  return (
    <Drawer open destroyOnHidden placement={useEdges().end} {...drawer}>
      {children}
    </Drawer>
  );
};

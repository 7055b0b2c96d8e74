import { UnorderedListOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { ResizablePanel } from '../panel/resizable-panel.tsx';
import { useEdges } from '../use-edges.ts';
import { useNarrow } from '../use-narrow.ts';

export interface DockDrawer {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  /** Opens the drawer; nothing where the dock has room beside the page. */
  readonly button: ReactNode;
}

/** The drawer that takes the place of a dock on a narrow screen. */
export const useDockDrawer = (label: string, className?: string): DockDrawer => {
  const [open, setOpen] = useState(false);
  const narrow = useNarrow();
  const button = narrow ? (
    <Button className={className} icon={<UnorderedListOutlined aria-hidden />} onClick={() => setOpen(true)}>
      {label}
    </Button>
  ) : null;
  return { open, setOpen, button };
};

interface SideDockProps {
  /** Of the panel. */
  readonly label: string;
  /** Of the drawer. */
  readonly title: string;
  readonly drawer: DockDrawer;
  /** px */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  readonly onWidth: (width: number) => void;
  readonly children: ReactNode;
}

const DRAWER_PX = 340;

/** What lies at the start edge of a page that fills the window: a panel whose width is dragged, a drawer on a narrow screen. */
export const SideDock = ({ label, title, drawer, children, ...panel }: SideDockProps) => {
  const { start } = useEdges();
  return useNarrow() ? (
    <Drawer
      title={title}
      placement={start}
      size={DRAWER_PX}
      open={drawer.open}
      onClose={() => drawer.setOpen(false)}
      styles={{ body: { padding: 0 } }}
    >
      {children}
    </Drawer>
  ) : (
    <ResizablePanel edge="start" label={label} {...panel}>
      {children}
    </ResizablePanel>
  );
};

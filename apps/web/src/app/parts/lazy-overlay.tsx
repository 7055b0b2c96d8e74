import { Modal } from 'antd';
import type { ComponentType } from 'react';
import { lazyPart } from './lazy-part.tsx';

/** A part that lies over the page: its failure can be closed, and leaves the page below as it was. */
export const lazyOverlay = <P extends { readonly onClose: () => void }>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazyPart(load, {
    around: (failure, { onClose }) => (
      <Modal open footer={null} onCancel={onClose}>
        {failure}
      </Modal>
    ),
  });

import { Suspense, useEffect, useRef } from 'react';
import { lazyOverlay } from '../../../app/parts/lazy-overlay.tsx';
import { useMay } from '../../../session/session.ts';
import { useDetail } from './detail-url.ts';

const DeviceDetail = lazyOverlay(() => import('./device-detail.tsx').then((module) => module.DeviceDetail));

/** Shows the detail that the address names over any page. Its code is loaded when it is first asked for. */
export const DeviceDetailHost = () => {
  const { detail, show, close } = useDetail();
  const mayFromList = useMay('3000:details');
  const mayFromMonitor = useMay('4000:details');
  const isOpen = detail !== null && (mayFromList || mayFromMonitor);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    return () => {
      // Back to where one came from: the row, the button of the card. A list that was drawn anew may have lost it.
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <DeviceDetail key={detail.deviceId} deviceId={detail.deviceId} tab={detail.tab} onTab={show} onClose={close} />
    </Suspense>
  );
};

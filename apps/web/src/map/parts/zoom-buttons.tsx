import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from '../map-context.ts';

/** Zoom in and out, and the scale of the picture. */
export const ZoomButtons = (): ReactElement => {
  const { map } = useMap();
  const { t } = useTranslation();
  const [ends, setEnds] = useState({ least: false, most: false });
  useEffect(() => {
    const update = (): void => {
      const zoom = map.getZoom();
      const least = zoom <= map.getMinZoom();
      const most = zoom >= map.getMaxZoom();
      setEnds((known) => (known.least === least && known.most === most ? known : { least, most }));
    };
    update();
    map.on('zoomend', update);
    return () => {
      map.off('zoomend', update);
    };
  }, [map]);
  return (
    <div className="sl-map-zoom">
      <button type="button" aria-label={t('map.zoomIn')} title={t('map.zoomIn')} disabled={ends.most} onClick={() => map.zoomIn()}>
        <PlusOutlined aria-hidden />
      </button>
      <button type="button" aria-label={t('map.zoomOut')} title={t('map.zoomOut')} disabled={ends.least} onClick={() => map.zoomOut()}>
        <MinusOutlined aria-hidden />
      </button>
    </div>
  );
};

import { DragOutlined } from '@ant-design/icons';
import { Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { INFO_STALE_MS } from '../wall/cameras-of.ts';
import { modalContainer } from '../wall/modal-container.ts';
import { ToolButton } from '../wall/tool-button.tsx';
import type { Camera } from '../wall/wall-tiles.ts';
import { PtzPanel } from './ptz-panel.tsx';

interface PtzToolProps {
  readonly camera: Camera;
  readonly name: string;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The button of a camera that turns, or may turn for all that its device tells; nothing for others. */
export const PtzTool = ({ camera, name, open, onOpen }: PtzToolProps) => {
  const { t } = useTranslation();
  const { deviceId, channelId } = camera;
  const info = useCall('video.ptz.info', { deviceId, channelId }, { staleTime: INFO_STALE_MS });
  if (info.data === undefined || info.data.supported === false) return null;
  return (
    // Beside the tile where there is room: one wants to see what one turns.
    <Popover
      open={open}
      trigger="click"
      placement="rightBottom"
      // In full screen nothing outside of it is seen; else it is a part of the wall.
      getPopupContainer={(tool) =>
        (document.fullscreenElement === null ? tool.closest<HTMLElement>('[data-wall]') : null) ?? modalContainer()
      }
      onOpenChange={onOpen}
      content={<PtzPanel camera={camera} name={name} />}
      destroyOnHidden
    >
      <span>
        <ToolButton text={t('video.ptz.open')} keys="p" pressed={open} onClick={() => onOpen(!open)}>
          <DragOutlined aria-hidden />
        </ToolButton>
      </span>
    </Popover>
  );
};

import {
  AimOutlined,
  BarChartOutlined,
  CodeOutlined,
  DashboardOutlined,
  DownloadOutlined,
  HddOutlined,
  HistoryOutlined,
  ShopOutlined,
  TeamOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';
import type { RouteIcon as IconName } from '../app/routes.ts';

const ICONS: Record<IconName, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  dashboard: DashboardOutlined,
  customer: ShopOutlined,
  user: TeamOutlined,
  device: HddOutlined,
  monitor: AimOutlined,
  playback: HistoryOutlined,
  video: VideoCameraOutlined,
  report: BarChartOutlined,
  download: DownloadOutlined,
  command: CodeOutlined,
};

export const RouteIcon = ({ name }: { name: IconName }) => {
  const Icon = ICONS[name];
  return <Icon aria-hidden />;
};

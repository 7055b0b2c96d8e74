import { common, flag, FOUR, levels, number, tenths, warns, type AlarmSettingField } from './field.ts';
import { cameraFields } from './shared.ts';

const ENABLE = 11;
const EVENTS = 15;

/** Parameter 0xF364, the camera that looks ahead. T/JSATL 12-2017 table 4-7, T/GDRTA 002-2020. */
export const ADAS_SETTINGS: readonly AlarmSettingField[] = [
  ...cameraFields({ byCard: false, everyS: 60 }),
  flag('roadSignEvent', 'general', { en: 'Tell of road signs', zh: '道路标识识别事件' }, EVENTS, 0),

  ...levels('forwardCollision', ENABLE, 6),
  tenths('forwardCollisionTime100Ms', 'forwardCollision', { en: 'Time to the collision', zh: '前向碰撞时间阈值' }, 35, [10, 50], 27),
  ...common('forwardCollision', 36, FOUR),

  ...levels('laneDeparture', ENABLE, 4),
  ...common('laneDeparture', 31, FOUR),

  ...levels('headwayTooClose', ENABLE, 10),
  tenths('headwayTooCloseTime100Ms', 'headwayTooClose', { en: 'Distance in time', zh: '车距过近时间阈值' }, 45, [10, 50], 10),
  ...common('headwayTooClose', 46, FOUR),

  ...levels('pedestrianCollision', ENABLE, 8),
  tenths('pedestrianCollisionTime100Ms', 'pedestrianCollision', { en: 'Time to the collision', zh: '行人碰撞时间阈值' }, 40, [10, 50], 30),
  ...common('pedestrianCollision', 41, FOUR),

  ...levels('laneChange', ENABLE, 2),
  number('laneChangeWindowS', 'laneChange', { en: 'Counted over', zh: '判断时间段' }, [25, 1], [30, 120, 's'], 60),
  number('laneChangeCount', 'laneChange', { en: 'Changes of lane', zh: '判断次数' }, [26, 1], [3, 10], 5),
  ...common('laneChange', 27, FOUR),

  ...levels('obstacle', ENABLE, 0),
  tenths('obstacleTime100Ms', 'obstacle', { en: 'Distance in time', zh: '障碍物距离阈值' }, 20, [10, 50], 30),
  ...common('obstacle', 21, FOUR),

  warns('roadSignExceeded', ENABLE, 16),
  ...common('roadSignExceeded', 50, ['photos', 'photoInterval100Ms']),

  ...common('solidLineCrossing', 52, FOUR, true),
  ...common('aislePedestrian', 56, FOUR, true),
];

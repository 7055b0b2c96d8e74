import { choice, common, flag, FOUR, levels, number, type AlarmSettingField } from './field.ts';
import { cameraFields, RECOGNITION_MODES } from './shared.ts';

const ENABLE = 11;
const EVENTS = 15;

/** Parameter 0xF365, the camera at the driver. T/JSATL 12-2017 table 4-8, T/GDRTA 002-2020. */
export const DSM_SETTINGS: readonly AlarmSettingField[] = [
  ...cameraFields({ byCard: true, everyS: 3600 }),
  choice('faceRecognition', 'general', { en: 'Recognises the driver', zh: '驾驶员身份识别触发' }, 46, RECOGNITION_MODES, 1),
  flag('driverChangeEvent', 'general', { en: 'Tell of another driver', zh: '驾驶员变更事件' }, EVENTS, 0),

  ...levels('fatigueDriving', ENABLE, 0),
  ...common('fatigueDriving', 26, FOUR),

  ...levels('phoneCall', ENABLE, 2),
  number('phoneCallRepeatS', 'phoneCall', { en: 'Warns again after', zh: '接打电话判断间隔' }, [21, 2], [0, 3600, 's'], 120),
  ...common('phoneCall', 30, FOUR),

  ...levels('smoking', ENABLE, 4),
  number('smokingRepeatS', 'smoking', { en: 'Warns again after', zh: '吸烟判断间隔' }, [19, 2], [0, 3600, 's'], 180),
  ...common('smoking', 34, FOUR),

  ...levels('distraction', ENABLE, 6),
  ...common('distraction', 38, FOUR),

  ...levels('driverMissing', ENABLE, 8, false),
  ...common('driverMissing', 42, FOUR),

  ...common('cameraCovered', 47, ['speedKph'], true),
  ...common('seatBelt', 48, FOUR, true),
  ...common('infraredBlocked', 52, FOUR, true),
  ...common('handsOffWheel', 56, FOUR, true),
  ...common('playingWithPhone', 60, FOUR, true),
];

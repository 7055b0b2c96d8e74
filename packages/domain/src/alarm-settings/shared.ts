import { choice, flag, number, type AlarmSettingField, type SettingText } from './field.ts';

const PHOTO_MODES: Readonly<Record<number, SettingText>> = {
  0: { en: 'Off', zh: '不开启' },
  1: { en: 'By time', zh: '定时拍照' },
  2: { en: 'By distance', zh: '定距拍照' },
};
const CARD: Readonly<Record<number, SettingText>> = { 3: { en: 'When a card is inserted', zh: '插卡触发' } };

const same = (words: string): SettingText => ({ en: words, zh: words });
const PICTURE_SIZES = {
  1: same('352×288'),
  2: same('704×288'),
  3: same('704×576'),
  4: same('640×480'),
  5: same('1280×720'),
  6: same('1920×1080'),
};
const VIDEO_SIZES = {
  1: same('CIF'),
  2: same('HD1'),
  3: same('D1'),
  4: same('WD1'),
  5: same('VGA'),
  6: same('720P'),
  7: same('1080P'),
};

/** The first 19 octets are the same for the camera ahead and the one at the driver. T/JSATL 12-2017 tables 4-7 and 4-8. */
export const cameraFields = ({ byCard, everyS }: { readonly byCard: boolean; readonly everyS: number }): AlarmSettingField[] => [
  number('enableSpeedKph', 'general', { en: 'Warns from', zh: '报警使能速度阈值' }, [0, 1], [0, 60, 'km/h'], 30),
  number('volume', 'general', { en: 'Volume of warnings', zh: '报警提示音量' }, [1, 1], [0, 8], 6),
  choice('autoPhoto', 'capture', { en: 'Taken', zh: '主动拍照策略' }, 2, byCard ? { ...PHOTO_MODES, ...CARD } : PHOTO_MODES, 0),
  number('autoPhotoIntervalS', 'capture', { en: 'Every', zh: '主动定时拍照间隔' }, [3, 2], [0, 3600, 's'], everyS),
  number('autoPhotoDistanceM', 'capture', { en: 'After', zh: '主动定距拍照间隔' }, [5, 2], [0, 60_000, 'm'], 200),
  number('autoPhotoCount', 'capture', { en: 'Pictures each time', zh: '单次主动拍照张数' }, [7, 1], [1, 10], 3),
  number('autoPhotoPause100Ms', 'capture', { en: 'Between pictures', zh: '单次主动拍照间隔' }, [8, 1], [1, 5, 's'], 2, { divisor: 10 }),
  choice('photoResolution', 'general', { en: 'Size of pictures', zh: '拍照分辨率' }, 9, PICTURE_SIZES, 1),
  choice('videoResolution', 'general', { en: 'Size of clips', zh: '视频录制分辨率' }, 10, VIDEO_SIZES, 1),
  flag('autoPhotoEvent', 'capture', { en: 'Told as an event', zh: '主动拍照事件' }, 15, 1),
];
/** Names of the words whose bits are flags, by where they lie. */
export const FLAG_WORDS: Readonly<Record<number, string>> = { 11: 'warningBits', 15: 'eventBits' };
/** Triggers of recognising the driver. */
export const RECOGNITION_MODES = { ...PHOTO_MODES, ...CARD };

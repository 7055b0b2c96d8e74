/** A text of the interface in both languages. */
export interface SettingText {
  readonly en: string;
  readonly zh: string;
}

interface SettingPlace {
  readonly key: string;
  /** A kind of alarm, or what all alarms of the group share. */
  readonly section: string;
  readonly text: SettingText;
  /** Octets of the parameter that hold it, most significant first. */
  readonly at: number;
  readonly size: number;
  /** Only in the longer layout of T/GDRTA 002-2020. */
  readonly guangdong?: true;
  /** What every kind of alarm has: the same field of another section has the same role. */
  readonly role?: SettingRole;
}

export interface NumberSetting extends SettingPlace {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  /** People are shown the value divided by this. */
  readonly divisor?: number;
  readonly preset: number;
}
export interface ChoiceSetting extends SettingPlace {
  readonly kind: 'choice';
  readonly choices: readonly { readonly value: number; readonly text: SettingText }[];
  readonly preset: number;
}
/** One bit of a number, counted from the least significant. */
export interface FlagSetting extends SettingPlace {
  readonly kind: 'flag';
  readonly bit: number;
  readonly preset: boolean;
}
/** ASCII, padded with NUL. */
export interface TextSetting extends SettingPlace {
  readonly kind: 'text';
  readonly preset: string;
}
export type AlarmSettingField = NumberSetting | ChoiceSetting | FlagSetting | TextSetting;

export type SettingRole = 'speedKph' | 'videoS' | 'photos' | 'photoInterval100Ms';

type Range = readonly [min: number, max: number, unit?: string];

export const number = (
  key: string,
  section: string,
  text: SettingText,
  [at, size]: readonly [at: number, size: number],
  [min, max, unit]: Range,
  preset: number,
  more: { readonly divisor?: number; readonly role?: SettingRole; readonly guangdong?: true } = {},
): NumberSetting => ({ kind: 'number', key, section, text, at, size, min, max, ...(unit !== undefined && { unit }), preset, ...more });

/** Tenths of a second, shown as seconds. */
export const tenths = (key: string, section: string, text: SettingText, at: number, range: readonly [number, number], preset: number) =>
  number(key, section, text, [at, 1], [...range, 's'], preset, { divisor: 10 });

export const choice = (
  key: string,
  section: string,
  text: SettingText,
  at: number,
  choices: Readonly<Record<number, SettingText>>,
  preset: number,
): ChoiceSetting => ({
  kind: 'choice',
  key,
  section,
  text,
  at,
  size: 1,
  choices: Object.entries(choices).map(([value, words]) => ({ value: Number(value), text: words })),
  preset,
});

export const flag = (key: string, section: string, text: SettingText, at: number, bit: number, preset = true): FlagSetting => ({
  kind: 'flag',
  key,
  section,
  text,
  at,
  size: 4,
  bit,
  preset,
});

const LEVEL_1: SettingText = { en: 'Level 1 warns', zh: '一级报警' };
const LEVEL_2: SettingText = { en: 'Level 2 warns', zh: '二级报警' };
const WARNS: SettingText = { en: 'Warns', zh: '启用' };

/** The two bits of an alarm that warns in two levels. */
export const levels = (section: string, at: number, bit: number, level2 = true): FlagSetting[] => [
  flag(`${section}Level1`, section, LEVEL_1, at, bit),
  flag(`${section}Level2`, section, LEVEL_2, at, bit + 1, level2),
];
export const warns = (section: string, at: number, bit: number): FlagSetting => flag(`${section}Warns`, section, WARNS, at, bit);

interface RoleDefinition {
  /** End of the key, behind the section. */
  readonly suffix: string;
  readonly text: SettingText;
  readonly range: Range;
  readonly preset: number;
  readonly divisor?: number;
}
/** What alarms have in common. */
const ROLES: Readonly<Record<SettingRole, RoleDefinition>> = {
  speedKph: { suffix: 'SpeedKph', text: { en: 'Level 2 from', zh: '二级报警速度阈值' }, range: [0, 220, 'km/h'], preset: 50 },
  videoS: { suffix: 'VideoS', text: { en: 'Clip before and after', zh: '报警前后视频时长' }, range: [0, 60, 's'], preset: 5 },
  photos: { suffix: 'Photos', text: { en: 'Pictures', zh: '拍照张数' }, range: [0, 10], preset: 3 },
  photoInterval100Ms: {
    suffix: 'PhotoInterval100Ms',
    text: { en: 'Between pictures', zh: '拍照间隔' },
    range: [1, 10, 's'],
    preset: 2,
    divisor: 10,
  },
};

/** What an attachment of every alarm may be, whatever the alarm. */
export const ATTACHMENT_RANGES = { photos: ROLES.photos.range, videoS: ROLES.videoS.range } as const;

/** Fields that alarms have in common, one octet each, in this order from `at` on. */
export const common = (section: string, at: number, roles: readonly SettingRole[], guangdong?: true): NumberSetting[] =>
  roles.map((role, i) => {
    const { suffix, text, range, preset, divisor } = ROLES[role];
    return number(`${section}${suffix}`, section, text, [at + i, 1], range, preset, {
      role,
      ...(divisor !== undefined && { divisor }),
      ...(guangdong && { guangdong }),
    });
  });

/** Level 2 threshold, clip, pictures, interval. */
export const FOUR: readonly SettingRole[] = ['speedKph', 'videoS', 'photos', 'photoInterval100Ms'];

import { theme as antdTheme, type ThemeConfig } from 'antd';
import { brandFor } from './css-variables.ts';
import { PALETTES, STATUS_COLOURS, type Appearance } from './palettes.ts';

/** System fonts, CJK included: nothing to download, and native hinting at 13 px. */
export const FONT_FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** The component library dressed in our tokens: 4 px grid, 13/20 px text, controls 30, rows 32. */
export const antdThemeFor = (colour: string, appearance: Appearance): ThemeConfig => {
  const palette = PALETTES[appearance];
  const brand = brandFor(colour, appearance);
  return {
    algorithm: appearance === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      fontFamily: FONT_FAMILY,
      fontSize: 13,
      lineHeight: 20 / 13,
      controlHeight: 30,
      controlHeightSM: 24,
      controlHeightLG: 40,
      borderRadius: 4,
      borderRadiusLG: 6,
      wireframe: false,
      colorPrimary: brand.solid,
      colorPrimaryHover: brand.solidHover,
      colorPrimaryActive: brand.solidHover,
      colorPrimaryText: brand.text,
      colorPrimaryTextHover: brand.text,
      colorPrimaryBg: brand.soft,
      colorPrimaryBgHover: brand.soft,
      colorTextLightSolid: brand.on,
      colorLink: brand.text,
      colorLinkHover: brand.text,
      colorLinkActive: brand.text,
      colorError: STATUS_COLOURS.alarm,
      colorErrorText: palette.dangerText,
      colorBgLayout: palette.sunken,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.borderStrong,
      colorBorderSecondary: palette.border,
      colorSplit: palette.border,
      colorText: palette.text,
      colorTextSecondary: palette.textMuted,
      colorTextTertiary: palette.textMuted,
      colorTextDescription: palette.textMuted,
      colorTextPlaceholder: palette.textMuted,
      colorTextDisabled: palette.textMuted,
      controlItemBgActive: brand.soft,
      controlItemBgActiveHover: brand.soft,
      controlItemBgHover: palette.hover,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      // Menus and dialogs stand at once: while the map draws thousands of devices an animation would keep people waiting.
      motion: false,
    },
    components: {
      // The dark algorithm dims the seed colour; these parts must have the very colour that the contrast was reckoned for.
      Button: {
        colorPrimary: brand.solid,
        colorPrimaryHover: brand.solidHover,
        colorPrimaryActive: brand.solidHover,
        primaryColor: brand.on,
        colorLink: brand.text,
        colorLinkHover: brand.text,
        colorLinkActive: brand.text,
        // On white the theme colour itself is too light to be read.
        defaultHoverColor: brand.text,
        defaultActiveColor: brand.text,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        dangerColor: '#ffffff',
      },
      // The library's own is 10 px: too small for a word that is read.
      Tag: { fontSizeSM: 12 },
      Tooltip: { colorTextLightSolid: '#ffffff', colorBgSpotlight: '#2b3138' },
      Tabs: { itemSelectedColor: brand.text, itemHoverColor: brand.text, inkBarColor: brand.solid },
      // The dark algorithm dims the red too: as a text it must be the one of the palette.
      Dropdown: { colorError: palette.dangerText, colorTextLightSolid: palette.surface },
      Menu: { itemSelectedColor: brand.text, itemSelectedBg: brand.soft },
      Segmented: { itemSelectedColor: palette.text },
      Form: {
        colorError: palette.dangerText,
        labelHeight: 24,
        verticalLabelPadding: '0 0 4px',
        itemMarginBottom: 16,
        labelColor: palette.text,
      },
      Table: { cellPaddingBlock: 5, cellPaddingBlockSM: 5, headerBg: palette.sunken },
      Select: { optionSelectedBg: brand.soft, optionSelectedColor: brand.text },
      Checkbox: { colorPrimary: brand.solid, colorPrimaryHover: brand.solidHover, colorWhite: brand.on },
      Switch: { colorPrimary: brand.solid, colorPrimaryHover: brand.solidHover },
    },
  };
};

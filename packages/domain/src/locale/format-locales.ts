/** A manner of writing dates and numbers. */
export interface FormatLocaleDefinition {
  /** Name on the wire and in the account. */
  readonly id: string;
  /** BCP 47, for `Intl`. */
  readonly tag: string;
  /** The page runs from right to left. */
  readonly rightToLeft?: true;
}

/** Locales that dates, numbers and the texts of components can follow, whatever the language of the screens. */
export const FORMAT_LOCALES = [
  { id: 'ar_EG', tag: 'ar-EG', rightToLeft: true },
  { id: 'az_AZ', tag: 'az-AZ' },
  { id: 'bg_BG', tag: 'bg-BG' },
  { id: 'bn_BD', tag: 'bn-BD' },
  { id: 'by_BY', tag: 'be-BY' },
  { id: 'ca_ES', tag: 'ca-ES' },
  { id: 'cs_CZ', tag: 'cs-CZ' },
  { id: 'da_DK', tag: 'da-DK' },
  { id: 'de_DE', tag: 'de-DE' },
  { id: 'el_GR', tag: 'el-GR' },
  { id: 'en_GB', tag: 'en-GB' },
  { id: 'en_US', tag: 'en-US' },
  { id: 'es_ES', tag: 'es-ES' },
  { id: 'es_US', tag: 'es-US' },
  { id: 'et_EE', tag: 'et-EE' },
  { id: 'eu_ES', tag: 'eu-ES' },
  { id: 'fa_IR', tag: 'fa-IR', rightToLeft: true },
  { id: 'fi_FI', tag: 'fi-FI' },
  { id: 'fr_BE', tag: 'fr-BE' },
  { id: 'fr_CA', tag: 'fr-CA' },
  { id: 'fr_FR', tag: 'fr-FR' },
  { id: 'ga_IE', tag: 'ga-IE' },
  { id: 'gl_ES', tag: 'gl-ES' },
  { id: 'he_IL', tag: 'he-IL', rightToLeft: true },
  { id: 'hi_IN', tag: 'hi-IN' },
  { id: 'hr_HR', tag: 'hr-HR' },
  { id: 'hu_HU', tag: 'hu-HU' },
  { id: 'hy_AM', tag: 'hy-AM' },
  { id: 'id_ID', tag: 'id-ID' },
  { id: 'is_IS', tag: 'is-IS' },
  { id: 'it_IT', tag: 'it-IT' },
  { id: 'ja_JP', tag: 'ja-JP' },
  { id: 'ka_GE', tag: 'ka-GE' },
  { id: 'kk_KZ', tag: 'kk-KZ' },
  { id: 'km_KH', tag: 'km-KH' },
  { id: 'kn_IN', tag: 'kn-IN' },
  { id: 'ko_KR', tag: 'ko-KR' },
  { id: 'ku_IQ', tag: 'ckb-IQ', rightToLeft: true },
  { id: 'lt_LT', tag: 'lt-LT' },
  { id: 'lv_LV', tag: 'lv-LV' },
  { id: 'mk_MK', tag: 'mk-MK' },
  { id: 'ml_IN', tag: 'ml-IN' },
  { id: 'mn_MN', tag: 'mn-MN' },
  { id: 'ms_MY', tag: 'ms-MY' },
  { id: 'my_MM', tag: 'my-MM' },
  { id: 'nb_NO', tag: 'nb-NO' },
  { id: 'ne_NP', tag: 'ne-NP' },
  { id: 'nl_BE', tag: 'nl-BE' },
  { id: 'nl_NL', tag: 'nl-NL' },
  { id: 'pl_PL', tag: 'pl-PL' },
  { id: 'pt_BR', tag: 'pt-BR' },
  { id: 'pt_PT', tag: 'pt-PT' },
  { id: 'ro_RO', tag: 'ro-RO' },
  { id: 'ru_RU', tag: 'ru-RU' },
  { id: 'si_LK', tag: 'si-LK' },
  { id: 'sk_SK', tag: 'sk-SK' },
  { id: 'sl_SI', tag: 'sl-SI' },
  { id: 'sq_AL', tag: 'sq-AL' },
  { id: 'sr_RS', tag: 'sr-Latn-RS' },
  { id: 'sv_SE', tag: 'sv-SE' },
  { id: 'ta_IN', tag: 'ta-IN' },
  { id: 'th_TH', tag: 'th-TH' },
  { id: 'tk_TK', tag: 'tk-TM' },
  { id: 'tr_TR', tag: 'tr-TR' },
  { id: 'uk_UA', tag: 'uk-UA' },
  { id: 'ur_PK', tag: 'ur-PK', rightToLeft: true },
  { id: 'uz_UZ', tag: 'uz-UZ' },
  { id: 'vi_VN', tag: 'vi-VN' },
  { id: 'zh_CN', tag: 'zh-CN' },
  { id: 'zh_HK', tag: 'zh-HK' },
  { id: 'zh_TW', tag: 'zh-TW' },
] as const satisfies readonly FormatLocaleDefinition[];

export type FormatLocaleId = (typeof FORMAT_LOCALES)[number]['id'];

const BY_ID: ReadonlyMap<string, FormatLocaleDefinition> = new Map(FORMAT_LOCALES.map((locale) => [locale.id, locale]));

/** The locale of a name; undefined for '' and for what is not in the list. */
export const formatLocaleOf = (id: string): FormatLocaleDefinition | undefined => BY_ID.get(id);

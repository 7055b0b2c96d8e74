import { z } from 'zod';
import { CompanyLook, LanguageText, MapSource, MenuChoice, OwnTexts } from '../entities/company.entities.ts';
import { MAP_TYPE_NAMES } from '../limits/map.limits.ts';
import { defineOperations } from '../operation.ts';

const languageCode = z.enum(['en_US', 'zh_CN']);
const ofMainAccount = { permission: 'any', mainAccountOnly: true, scope: 'tenant' } as const;
const isWithoutRepeats = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** What a customer changes of the pages for its own people: menus, map types, texts. Nothing of it grants anything. */
export const companyLookOperations = defineOperations({
  'customer.look.info': {
    method: 'POST',
    path: '/v2/customer/look/info',
    summary: { en: 'Menus, map types and tile source as they hold for the own customer', zh: '本客户的菜单、地图类型与瓦片源设置' },
    input: z.object({}),
    output: CompanyLook,
    permission: 'any',
    scope: 'tenant',
    whilePasswordExpired: true,
    writes: false,
  },
  'customer.menu.custom.save': {
    method: 'PATCH',
    path: '/v2/customer/menu/custom/save',
    summary: {
      en: 'Save order, names and absence of the main menus for users of the own customer; those that are left out follow as the product has them. It grants nothing',
      zh: '保存自定义菜单',
    },
    input: z.object({
      menu: z
        .array(MenuChoice)
        .max(40)
        .refine((menu) => isWithoutRepeats(menu.map(({ name }) => name)), { error: 'expected each menu once' })
        .meta({ examples: [[]] }),
    }),
    output: z.null(),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Changed the menus', zh: '修改自定义菜单' },
  },
  'customer.set.map.types': {
    method: 'PATCH',
    path: '/v2/customer/set/map/types',
    summary: {
      en: 'Save which map types users of the own customer and below are offered; null is as the customer above has it',
      zh: '保存可用地图类型',
    },
    input: z.object({
      mapTypes: z
        .array(z.enum(MAP_TYPE_NAMES))
        .min(1)
        .max(MAP_TYPE_NAMES.length)
        .refine(isWithoutRepeats, { error: 'expected each map type once' })
        .nullable(),
      /** For users who have chosen none, or one that is not offered; one of those offered. */
      defaultMapType: z.enum(MAP_TYPE_NAMES).nullable(),
    }),
    output: z.null(),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Changed the map types', zh: '修改地图类型' },
  },
  'customer.set.map.source': {
    method: 'PATCH',
    path: '/v2/customer/set/map/source',
    summary: {
      en:
        'Save the tile source of the own customer: the map type `own` of its users and of those below, unless one nearer to them has been named. The key that ' +
        'is left out stays while the template has a place for it',
      zh: '保存自有瓦片源',
    },
    input: z.object({ ...MapSource.shape, key: MapSource.shape.key.unwrap().optional() }),
    output: z.null(),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Changed the tile source', zh: '修改瓦片源' },
  },
  'customer.set.map.source.remove': {
    method: 'DELETE',
    path: '/v2/customer/set/map/source/remove',
    summary: {
      en: 'Remove the tile source of the own customer: the one of the customer above holds again, if there is one',
      zh: '删除自有瓦片源',
    },
    input: z.object({}),
    output: z.null(),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Removed the tile source', zh: '删除瓦片源' },
  },
  'language.text.list': {
    method: 'POST',
    path: '/v2/language/text/list',
    summary: { en: 'Texts that the own customer has replaced, by key', zh: '自定义文本列表' },
    input: z.object({ languageCode }),
    output: z.array(LanguageText),
    ...ofMainAccount,
    writes: false,
  },
  'language.text.save': {
    method: 'PATCH',
    path: '/v2/language/text/save',
    summary: {
      en: 'Replace a text of the interface for users of the own customer and below; an empty one is the product’s again',
      zh: '保存自定义文本',
    },
    input: z.object({ languageCode, key: LanguageText.shape.key, text: LanguageText.shape.text }),
    output: z.null(),
    ...ofMainAccount,
    writes: true,
    audit: { en: 'Changed a text of the interface', zh: '修改界面文本' },
  },
  'language.text.all': {
    method: 'POST',
    path: '/v2/language/text/all',
    summary: {
      en: 'Texts that hold for the signed-in user instead of the built-in ones: of the own customer and those above, the nearest first',
      zh: '生效的自定义文本',
    },
    input: z.object({ languageCode }),
    output: OwnTexts,
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
  },
  'system.language.text': {
    method: 'POST',
    path: '/v2/system/language/text',
    summary: { en: 'The same for the sign-in page of a host', zh: '登录页自定义文本' },
    input: z.object({ languageCode, hostName: z.string().max(255) }),
    output: OwnTexts,
    permission: 'public',
    scope: 'public',
    writes: false,
    rateLimit: { max: 120, windowS: 60 },
  },
});

import { apiError, COMPANY_LIMITS, mapTemplateHost, MenuChoice, OWN_MAP_TYPE, takesKey, type CompanyLook } from '@sightline/contract';
import {
  deleteCustomerText,
  deleteMapSource,
  findCustomerMenu,
  listCustomerTexts,
  lockMapSourceKey,
  saveCustomerMenu,
  saveCustomerText,
  saveMapSource,
  saveMapTypes,
} from '@sightline/db';
import { namedCustomer } from '../customers/customer.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import { mapTypesOf } from './company-look.service.ts';
import { ownTextsOf, ownTextsOfHost } from './own-texts.service.ts';

/** Menus, map types and texts as a customer has them for its people. */
export const companyLookHandlers = () =>
  defineHandlers({
    // For everybody of the customer, also for a user who is held to others and sees no row of his own one, and by what those above have chosen.
    'customer.look.info': detached(async ({ principal, context }): Promise<CompanyLook> => {
      const menu = await findCustomerMenu(context.database.system, principal.customerId);
      return {
        menu: menu.flatMap((entry) => {
          const parsed = MenuChoice.safeParse(entry);
          return parsed.success ? [parsed.data] : [];
        }),
        ...(await mapTypesOf(context.database, principal)),
      };
    }),

    'customer.menu.custom.save': async ({ input, principal, trx, audit }) => {
      const { id } = await namedCustomer(trx, principal, undefined);
      await saveCustomerMenu(trx, id, input.menu);
      audit({ hidden: input.menu.filter(({ hidden }) => hidden).map(({ name }) => name) });
      return null;
    },

    'customer.set.map.types': async ({ input, principal, trx, context, audit }) => {
      const { mapTypes, defaultMapType } = input;
      if (defaultMapType !== null && mapTypes?.includes(defaultMapType) !== true) {
        throw apiError('invalidParameters', [{ path: 'defaultMapType', message: 'one of those offered' }]);
      }
      if (mapTypes?.includes(OWN_MAP_TYPE) === true && (await mapTypesOf(context.database, principal)).mapSource === null) {
        throw apiError('invalidParameters', [{ path: 'mapTypes', message: 'no tile source has been named' }]);
      }
      const { id } = await namedCustomer(trx, principal, undefined);
      await saveMapTypes(trx, id, mapTypes === null ? null : { map_types: mapTypes, default_map_type: defaultMapType });
      audit({ mapTypes, defaultMapType });
      return null;
    },

    'customer.set.map.source': async ({ input, principal, trx, audit }) => {
      const { urlTemplate, maxZoom, key: given, ...source } = input;
      const { id } = await namedCustomer(trx, principal, undefined);
      const known = await lockMapSourceKey(trx, id);
      const hasPlace = takesKey(urlTemplate);
      if (given !== undefined && !hasPlace) throw apiError('invalidParameters', [{ path: 'urlTemplate', message: 'expected {key}' }]);
      const key = hasPlace ? (given ?? known) : null;
      if (hasPlace && key === null) throw apiError('invalidParameters', [{ path: 'key', message: 'expected the key for {key}' }]);
      await saveMapSource(trx, id, { ...source, url_template: urlTemplate, max_zoom: maxZoom, key });
      // Not the template: somebody may have written a key into it.
      audit({ ...source, maxZoom, host: mapTemplateHost(urlTemplate), key: key === known ? 'same' : key === null ? 'none' : 'another' });
      return null;
    },

    'customer.set.map.source.remove': async ({ principal, trx, audit }) => {
      const { id } = await namedCustomer(trx, principal, undefined);
      audit({ removed: await deleteMapSource(trx, id) });
      return null;
    },

    'language.text.list': async ({ input, principal, trx }) => await listCustomerTexts(trx, principal.customerId, input.languageCode),

    'language.text.save': async ({ input, principal, trx, audit }) => {
      const { languageCode, key, text } = input;
      const { id } = await namedCustomer(trx, principal, undefined);
      if (text === '') await deleteCustomerText(trx, id, languageCode, key);
      else if (!(await saveCustomerText(trx, id, languageCode, { key, text }, COMPANY_LIMITS.texts))) {
        throw apiError('invalidParameters', [{ path: 'key', message: `at most ${COMPANY_LIMITS.texts} texts of a language` }]);
      }
      audit({ languageCode, key, text });
      return null;
    },

    'language.text.all': detached(
      async ({ input, principal, context }) => await ownTextsOf(context.database, principal.customerPath, input.languageCode),
    ),

    'system.language.text': async ({ input, context }) => await ownTextsOfHost(context.database, input.hostName, input.languageCode),
  });

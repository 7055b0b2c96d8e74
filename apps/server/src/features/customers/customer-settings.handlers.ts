import { apiError, type OperationId } from '@sightline/contract';
import {
  customerLineage,
  findCustomer,
  findCustomerMail,
  insertCustomerMail,
  lockCustomerTree,
  switchModuleOffBelow,
  switchModuleOn,
  updateCustomerMail,
  type CustomerRecord,
} from '@sightline/db';
import { chosenMediaNodes } from '../auth/media-nodes.service.ts';
import { requiredEmail } from '../email.ts';
import { checkPictures } from '../system/brand-pictures.service.ts';
import { brandingView } from '../system/branding.service.ts';
import { defineHandlers, detached, type ScopedCall } from '../handlers.ts';
import { mailText, type Mailer } from '../mail/mailer.service.ts';
import { scopeOf } from '../principal.ts';
import { customerBelow, namedCustomer, changeCustomer } from './customer.service.ts';

type Call = Pick<ScopedCall<OperationId>, 'principal' | 'trx' | 'audit'>;

/**
 * Switches a module of a customer below. Off is off for everybody below it too. @throws 403 when the one above has not got it.
 */
async function switchModule(
  { principal, trx, audit }: Call,
  input: { readonly customerId?: string | undefined; readonly enabled: boolean },
  module: keyof CustomerRecord['modules'],
): Promise<null> {
  await lockCustomerTree(trx);
  const customer = await customerBelow(trx, principal, input.customerId);
  if (input.enabled) {
    const parent = customer.parent_id === null ? undefined : await findCustomer(trx, customer.parent_id);
    if (!parent?.modules[module]) throw apiError('noPermission', { module });
    await switchModuleOn(trx, customer.id, module);
  } else await switchModuleOffBelow(trx, customer.path, module);
  audit({ module, enabled: input.enabled });
  return null;
}

/** Modules, map, notices and consent of customers. */
export const customerSettingsHandlers = (mailer: Mailer) =>
  defineHandlers({
    'customer.developer': async (call) => await switchModule(call, call.input, 'developer'),
    'customer.fleet': async (call) => await switchModule(call, call.input, 'fleet'),
    'customer.personal.device.module': async (call) => await switchModule(call, call.input, 'personalDevice'),

    'customer.streamNode.setDefault': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const { customerId, ...nodes } = input;
      const customer = await namedCustomer(trx, principal, customerId);
      await changeCustomer(trx, customer.id, {
        default_stream_node: nodes.nodeValue,
        ...(nodes.talkNodeValue !== undefined && { default_talk_node: nodes.talkNodeValue }),
        ...(nodes.replayNodeValue !== undefined && { default_replay_node: nodes.replayNodeValue }),
      });
      audit(nodes);
      afterCommit(() => context.bus.publish('principal.changed', { userId: null, customerPaths: [customer.path] }));
      return null;
    },

    'customer.set.map.point': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      if ((input.lat === null) !== (input.lon === null)) {
        throw apiError('invalidParameters', [{ path: 'lon', message: 'both or neither' }]);
      }
      await changeCustomer(trx, customer.id, { default_lat: input.lat, default_lon: input.lon });
      audit({ lat: input.lat, lon: input.lon });
      return null;
    },

    'customer.set.map.analyze': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      await changeCustomer(trx, customer.id, { address_analysis: input.enabled });
      audit({ enabled: input.enabled });
      return null;
    },

    'customer.set.superior.watch': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      // It protects a customer from those above: they cannot give the consent in its name.
      if (customer.id !== principal.customerId) throw apiError('noPermission', { customerId: customer.id });
      await changeCustomer(trx, customer.id, { superior_may_watch: input.superiorMayWatch });
      audit({ superiorMayWatch: input.superiorMayWatch });
      return null;
    },

    'customer.branding': async ({ input, principal, trx }) =>
      brandingView((await namedCustomer(trx, principal, input.customerId)).branding),

    'customer.branding.save': async ({ input, principal, trx, audit }) => {
      const { customerId, ...change } = input;
      const customer = await namedCustomer(trx, principal, customerId);
      checkPictures(change);
      await changeCustomer(trx, customer.id, { branding: JSON.stringify({ ...customer.branding, ...change }) });
      // Pictures are long and say nothing in a log.
      audit({ customerName: customer.name, fields: Object.keys(change).join(',') });
      return null;
    },

    'customer.expand.config.info': async ({ input, principal, trx }) => {
      const c = await namedCustomer(trx, principal, input.customerId);
      const above = chosenMediaNodes({ settings: {} }, (await customerLineage(trx, c.path)).slice(0, -1));
      return {
        customerId: c.id,
        nodeValue: c.default_stream_node,
        talkNodeValue: c.default_talk_node,
        replayNodeValue: c.default_replay_node,
        above: { nodeValue: above.live[0] ?? '', talkNodeValue: above.talk[0] ?? '', replayNodeValue: above.replay[0] ?? '' },
        defaultLat: c.default_lat,
        defaultLon: c.default_lon,
        addressAnalysis: c.address_analysis,
        superiorMayWatch: c.superior_may_watch,
        forcePasswordDays: c.force_password_days,
        twoFactorRequired: c.two_factor_required,
      };
    },

    'customer.user.getCustomerUserMail': async ({ input, principal, trx }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const mail = await findCustomerMail(trx, customer.id);
      return { id: mail?.id ?? null, customerId: customer.id, email: mail?.email ?? '', senderName: mail?.sender_name ?? '' };
    },

    'customer.user.addCustomerUserMail': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const email = requiredEmail(input.email);
      if (!(await insertCustomerMail(trx, customer.id, email, input.senderName)))
        throw apiError('alreadyExists', { customerId: customer.id });
      audit({ email });
      return null;
    },

    'customer.user.editCustomerUserMail': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const email = requiredEmail(input.email);
      if (!(await updateCustomerMail(trx, customer.id, email, input.senderName)))
        throw apiError('dataNotFound', { customerId: customer.id });
      audit({ email });
      return null;
    },

    // The mail server may take its time: no connection of the database waits for it.
    'customer.user.testSendCustomerUserMail': detached(async ({ input, principal, context, language, audit }) => {
      const customer = await context.database.scoped(scopeOf(principal), (trx) => namedCustomer(trx, principal, input.customerId));
      const email = requiredEmail(input.email);
      audit({ email });
      await mailer.send({
        to: email,
        customerPath: customer.path,
        language,
        mail: mailText('test', language, customer.name),
        fromName: input.senderName === '' ? undefined : input.senderName,
      });
      return null;
    }),
  });

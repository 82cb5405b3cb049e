import { ownMember } from '#platform/own-member.ts';
import { capturePaymentIntent } from './capture-intent.ts';
import { retrieveCharge } from './charge-routes.ts';
import { createCustomer, retrieveCustomer } from './customers.ts';
import { closeDispute, listDisputes, retrieveDispute, updateDispute } from './disputes.ts';
import { retrieveEvent } from './events.ts';
import { createFile, retrieveFile } from './files.ts';
import { retrieveMandate } from './mandates.ts';
import {
  cancelPaymentIntent,
  createPaymentIntent,
  incrementPaymentIntent,
  retrievePaymentIntent,
  searchPaymentIntents,
} from './payment-intents.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  retrievePaymentMethod,
} from './payment-methods.ts';
import { createRefund, listRefunds, retrieveRefund, updateRefund } from './refunds.ts';
import { createSetupIntent, retrieveSetupIntent } from './setup-intents.ts';
import { createToken } from './tokens.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  updateWebhookEndpoint,
} from './webhook-endpoints.ts';
import type { WireHandler } from './wire.ts';

/** The routes of Stripe's API that the sandbox serves, below `/v1`. A fixed path precedes an id. */
const stripeRoutes: Readonly<Record<string, WireHandler>> = {
  'POST payment_intents': createPaymentIntent,
  'GET payment_intents/search': searchPaymentIntents,
  'GET payment_intents/{id}': retrievePaymentIntent,
  'POST payment_intents/{id}/capture': capturePaymentIntent,
  'POST payment_intents/{id}/cancel': cancelPaymentIntent,
  'POST payment_intents/{id}/increment_authorization': incrementPaymentIntent,
  'POST setup_intents': createSetupIntent,
  'GET setup_intents/{id}': retrieveSetupIntent,
  'POST customers': createCustomer,
  'GET customers/{id}': retrieveCustomer,
  'POST payment_methods': createPaymentMethod,
  'GET payment_methods/{id}': retrievePaymentMethod,
  'POST payment_methods/{id}/attach': attachPaymentMethod,
  'POST payment_methods/{id}/detach': detachPaymentMethod,
  'POST refunds': createRefund,
  'GET refunds': listRefunds,
  'GET refunds/{id}': retrieveRefund,
  'POST refunds/{id}': updateRefund,
  'POST tokens': createToken,
  'GET charges/{id}': retrieveCharge,
  'GET mandates/{id}': retrieveMandate,
  'GET disputes': listDisputes,
  'GET disputes/{id}': retrieveDispute,
  'POST disputes/{id}': updateDispute,
  'POST disputes/{id}/close': closeDispute,
  'GET events/{id}': retrieveEvent,
  'POST files': createFile,
  'GET files/{id}': retrieveFile,
  'POST webhook_endpoints': createWebhookEndpoint,
  'GET webhook_endpoints': listWebhookEndpoints,
  'GET webhook_endpoints/{id}': retrieveWebhookEndpoint,
  'POST webhook_endpoints/{id}': updateWebhookEndpoint,
  'DELETE webhook_endpoints/{id}': deleteWebhookEndpoint,
};

/** Finds the handler of a path below `/v1`; undefined where there is none. */
export function stripeRoute(method: string, path: string) {
  const exact = stripeRoutes[`${method} ${path}`];
  if (exact) return { name: `${method} ${path}`, handler: exact, id: '' };
  const [kind = '', id = '', ...rest] = path.split('/');
  const name = `${method} ${[kind, '{id}', ...rest].join('/')}`;
  const handler = /^\w{1,64}$/.test(id) ? ownMember(stripeRoutes, name) : undefined;
  return handler && { name, handler, id };
}

import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { ownMember } from '#platform/own-member.ts';
import { readJson } from '../formats/json.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { WebhookRegistration, WebhookRegistrationOutcome } from '../interface/webhooks.ts';
import { apiRequest } from './requests.ts';
import { refusalIn } from './responses.ts';
import { readProducts } from './webhooks.ts';

const Products = v.array(
  v.object({
    productId: v.string(),
    eventTypes: v.nullish(v.array(v.object({ eventName: v.nullish(v.string()) }))),
  }),
);
const Key = v.object({ keyInformation: v.object({ key: v.pipe(v.string(), v.minLength(1)) }) });
const Subscription = v.object({ webhookId: v.pipe(v.string(), v.minLength(1)) });

/**
 * Makes a key for signatures and subscribes to the events of the merchant's products. The key
 * replaces the organization's earlier one.
 *
 * Cybersource documents no idempotency key for a subscription, and has one subscription for each
 * product: a repeat after a lost answer is refused.
 *
 * @see https://developer.cybersource.com/docs/cybs/en-us/webhooks/implementation/all/rest/webhooks.html
 */
export const registerWebhook: Exchange<WebhookRegistration, WebhookRegistrationOutcome> = {
  request: (_, account) => ({
    ...apiRequest(
      'GET',
      `notification-subscriptions/v2/products/${organizationOf(account)}`,
      account,
    ),
    step: 'order',
  }),

  outcome(response, { url, reference, events }, account) {
    if (response.status !== 200) return refusalIn(response);
    const products = offered(response, events);
    return {
      next: { ...keyRequest(account), step: 'token' },
      outcome(made) {
        if (made.status >= 300) return refusalIn(made);
        const { key: secret } = readJson(Key, made).keyInformation;
        return {
          next: apiRequest('POST', 'notification-subscriptions/v2/webhooks', account, {
            name: `Payment switch ${reference}`,
            description: 'Payments, captures and refunds',
            organizationId: organizationOf(account),
            products,
            webhookUrl: url,
            healthCheckUrl: url,
            notificationScope: 'SELF',
            securityPolicy: { securityType: 'key' },
            retryPolicy,
          }),
          outcome(subscribed): WebhookRegistrationOutcome {
            if (subscribed.status !== 201) return refusalIn(subscribed);
            const { webhookId } = readJson(Subscription, subscribed);
            return { result: 'registered', connectorWebhookId: webhookId, secret };
          },
        };
      },
    };
  },
};

/** Three more times, after 1, 11 and 21 minutes; no failure ends the subscription. */
const retryPolicy = {
  algorithm: 'ARITHMETIC',
  firstRetry: 1,
  interval: 10,
  numberOfRetries: 3,
  deactivateFlag: 'false',
  repeatSequenceCount: 0,
  repeatSequenceWaitTime: 0,
};

const keyRequest = (account: ExchangeAccount) =>
  apiRequest('POST', 'kms/egress/v2/keys-sym', account, {
    clientRequestAction: 'CREATE',
    keyInformation: {
      provider: 'nrtd',
      tenant: organizationOf(account),
      keyType: 'sharedSecret',
      organizationId: organizationOf(account),
      expiryDuration: '365',
    },
  });

/** The merchant id is an organization of its own. */
function organizationOf({ credentials }: ExchangeAccount): string {
  if (credentials.auth_type !== 'SignatureKey') throw new Error('Cybersource takes SignatureKey.');
  return credentials.key1;
}

/** Those of the events that the merchant's products have. Throws where it has none of them. */
function offered(response: HttpResponse, events: readonly string[] | undefined) {
  const products = readJson(Products, response)
    .map(({ productId, eventTypes }) => ({
      productId,
      eventTypes: (eventTypes ?? [])
        .flatMap(({ eventName }) => eventName ?? [])
        .filter((name) => ownMember(ownMember(readProducts, productId), name) !== undefined)
        .filter((name) => events?.includes(name) !== false),
    }))
    .filter(({ eventTypes }) => eventTypes.length > 0);
  if (products.length === 0) throw new Error('The account has none of the events.');
  return products;
}

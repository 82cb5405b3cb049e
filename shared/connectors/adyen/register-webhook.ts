import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { Declined } from '../formats/refusal.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { WebhookRegistration, WebhookRegistrationOutcome } from '../interface/webhooks.ts';
import { webhooksRequest } from './requests.ts';
import { isWithoutAccess, sentBefore } from './responses.ts';

const Id = v.pipe(v.string(), v.minLength(1));
const Webhook = v.object({ id: Id });
const Webhooks = v.object({
  data: v.optional(
    v.array(
      v.object({
        id: v.optional(Id),
        type: v.string(),
        url: v.string(),
        active: v.boolean(),
        communicationFormat: v.string(),
      }),
    ),
    [],
  ),
  // An empty list may be left out; an answer that is no list has no count.
  itemsTotal: v.number(),
});

/** Webhooks are signed with a key in hexadecimal digits. */
const Key = v.object({ hmacKey: v.pipe(v.string(), v.regex(/^([0-9a-f]{2})+$/i)) });

/** The required properties of a merchant account's webhook: standard events, in JSON. */
const wanted = { type: 'standard', active: true, communicationFormat: 'json' } as const;

/**
 * Looks among the registered URLs before it registers ours, then makes Adyen generate the signature
 * key. Adyen shows a key once; a repeat has the same idempotency key, and gets a new one at worst.
 * No basic authentication is asked for: only the signature decides.
 *
 * @see https://docs.adyen.com/api-explorer/Management/3/post/merchants/(merchantId)/webhooks
 */
export const registerWebhook: Exchange<WebhookRegistration, WebhookRegistrationOutcome> = {
  // The longest page that there is.
  request: (_, account) => webhooksRequest('GET', '?pageSize=100', account),

  outcome(response, { reference, url }, account) {
    if (response.status !== 200) return refusalIn(response);
    const known = readJson(Webhooks, response).data.find(
      (one) =>
        one.url === url &&
        one.active &&
        one.type === wanted.type &&
        one.communicationFormat === wanted.communicationFormat,
    );
    if (known?.id !== undefined) return keyOf(known.id, reference, account);
    return {
      next: webhooksRequest('POST', '', account, {
        body: { ...wanted, url, description: 'Payment switch' },
        change: `webhook:${reference}`,
      }),
      outcome: (made) =>
        made.status === 200 || made.status === 201
          ? keyOf(readJson(Webhook, made).id, reference, account)
          : refusalIn(made),
    };
  },
};

const keyOf = (
  id: string,
  reference: string,
  account: ExchangeAccount,
): NextStep<WebhookRegistrationOutcome> => ({
  next: webhooksRequest('POST', `/${encodeURIComponent(id)}/generateHmac`, account, {
    change: `webhook:${id}:${reference}`,
  }),
  outcome(response) {
    if (response.status !== 200) return refusalIn(response);
    const { hmacKey } = readJson(Key, response);
    return { result: 'registered', connectorWebhookId: id, secret: hmacKey };
  },
});

/** The Management API has other errors than the Checkout API. */
const Refusal = v.object({
  errorCode: v.string(),
  title: v.optional(v.string()),
  detail: v.optional(v.string()),
});

/** Throws where the answer is not Adyen's own, or where the same request was sent before. */
function refusalIn(response: HttpResponse): Declined {
  if (response.status < 400 || response.status > 499) throw new Error('Adyen does not refuse so.');
  if (isWithoutAccess(response)) return { result: 'declined', code: String(response.status) };
  const { errorCode: code, title, detail } = readJson(Refusal, response);
  if (sentBefore.has(code)) throw new Error('The same request was sent before.');
  const message = detail ?? title;
  return { result: 'declined', code, ...(message !== undefined && { message }) };
}

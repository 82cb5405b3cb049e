import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';
import { readDate } from '../formats/dates.ts';
import { isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import type { IncomingWebhook, WebhookContent } from '../interface/webhooks.ts';
import { customerIdIn } from './stored-credentials.ts';

const Event = v.object({ type: v.string() });

const TokenEvent = v.object({
  data: v.object({
    storedPaymentMethodId: v.pipe(v.string(), v.minLength(1)),
    shopperReference: v.string(),
  }),
});

const Created = v.object({ createdAt: v.string() });

/** Whether Adyen signed the whole body with this key, in the header of its newer webhooks. */
export const isSignedInHeader = ({ headers, body }: IncomingWebhook, key: Buffer): boolean =>
  isSignedWith([key], body, Buffer.from(headers.hmacsignature ?? '', 'base64'));

/** The events of stored payment methods, Adyen's tokens, with the status of the token after each. */
const statuses: Readonly<Partial<Record<string, 'active' | 'revoked'>>> = {
  'recurring.token.created': 'active',
  'recurring.token.alreadyExisting': 'active',
  'recurring.token.updated': 'active',
  'recurring.token.disabled': 'revoked',
};

/**
 * The content of a webhook that is signed in its header; one about anything but tokens is about
 * nothing of ours.
 *
 * @see https://github.com/Adyen/adyen-openapi/blob/main/json/TokenizationNotification-v1.json
 */
export function tokenContentOf(webhook: IncomingWebhook): WebhookContent {
  const { type } = readJson(Event, webhook);
  const status = ownMember(statuses, type);
  if (!status) return { kind: 'nothing' };
  const { storedPaymentMethodId, shopperReference } = readJson(TokenEvent, webhook).data;
  return {
    kind: 'mandate',
    subject: { connectorId: storedPaymentMethodId },
    customerId: customerIdIn(shopperReference),
    status,
  };
}

export const tokenEventTime = (webhook: IncomingWebhook): Date =>
  readDate(readJson(Created, webhook).createdAt);

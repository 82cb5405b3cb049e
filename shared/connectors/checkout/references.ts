import { hashOf } from '../formats/hashes.ts';
import type { WebhookSubject } from '../interface/webhooks.ts';
import { subjectNamed } from '../webhook-subject.ts';

/**
 * The longest reference: 30 characters for American Express, else 80. The network of a card that
 * Checkout.com stores is not known.
 *
 * @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/handlepaymentsandpayouts/flow/requests/PaymentSessionBase.java
 */
const shortest = 30;
const longest = 80;

/** The reference under which a payment is sent; `number` is the card's, where we have it. */
export function sentReference(reference: string, number: string | undefined): string {
  const isShort = number === undefined || /^3[47]/.test(number);
  return reference.length > (isShort ? shortest : longest) ? shortReference(reference) : reference;
}

/**
 * The reference under which a payout is sent, of 50 characters at most.
 *
 * @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/payments/request/PayoutRequest.java
 */
export const payoutReference = (reference: string): string =>
  reference.length > 50 ? shortReference(reference) : reference;

/** Every reference under which a payment may have been sent, the likely one first. */
export const possibleReferences = (reference: string): readonly [string, ...string[]] =>
  reference.length <= shortest
    ? [reference]
    : reference.length <= longest
      ? [reference, shortReference(reference)]
      : [shortReference(reference)];

const shortReference = (reference: string) => `h-${hashOf(reference).slice(0, shortest - 2)}`;

/** Whether it stands for a longer one, which cannot be read back from it. */
const isShortReference = (reference: string): boolean => /^h-[0-9a-f]{28}$/.test(reference);

/**
 * The object that a report names; undefined where it names none. A short reference replaces ours, so
 * the id counts then.
 */
export function subjectOf(
  reference: string | null | undefined,
  connectorId: string | undefined,
): WebhookSubject | undefined {
  const isReplaced = connectorId !== undefined && isShortReference(reference ?? '');
  return subjectNamed(isReplaced ? undefined : reference, connectorId);
}

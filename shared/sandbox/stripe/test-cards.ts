import * as v from 'valibot';
import { manners } from '#connectors/sandbox/published/cards.ts';
import { declineNames } from './declines.ts';

/** How a test card behaves. A stored payment method keeps this instead of the number. */
export const CardBehaviour = v.object({
  /** It is declined, whenever it is charged. */
  decline: v.optional(v.picklist(declineNames)),
  /** It is declined with `incorrect_cvc` when a cvc is sent. */
  refusesCvc: v.optional(v.boolean()),
  /** It can be stored, and is declined when it is charged. */
  storable: v.optional(v.boolean()),
  /**
   * When its customer is asked, by the words of Stripe's documentation. `supported` asks where the
   * request wants 3-D Secure; a card without a word is in no programme, and never asks.
   */
  authentication: v.optional(
    v.picklist(['always', 'unless set up', 'on session only', 'supported']),
  ),
  /** The decline after a completed challenge. */
  declineAuthenticated: v.optional(v.picklist(declineNames)),
  /** Checks with another result than `pass`. */
  checks: v.optional(
    v.object({
      address_line1_check: v.optional(v.string()),
      address_postal_code_check: v.optional(v.string()),
      cvc_check: v.optional(v.string()),
    }),
  ),
  /** The ledger's further behaviour for the card. */
  manner: v.optional(v.picklist(manners)),
  /** It is answered 429, and nothing is charged. */
  throttled: v.optional(v.boolean()),
  riskLevel: v.optional(v.picklist(['elevated', 'highest'])),
});
export type CardBehaviour = v.InferOutput<typeof CardBehaviour>;

interface StripeTestCard {
  readonly behaviour: CardBehaviour;
  /** The effect of the card on a payment. */
  readonly meaning: string;
  readonly funding?: 'credit' | 'debit' | 'prepaid';
  readonly country?: string;
}

const card = (meaning: string, behaviour: CardBehaviour = {}): StripeTestCard => ({
  behaviour,
  meaning,
});
const pays = card('It pays.');
const debit = (meaning: string): StripeTestCard => ({ ...card(meaning), funding: 'debit' });

/**
 * Stripe's published test cards, and at the end those of Adyen that cause the faults that Stripe
 * has no card for. Month, year and name do not matter.
 *
 * @see https://docs.stripe.com/testing
 * @see https://docs.adyen.com/development-resources/testing/test-card-numbers
 */
export const stripeCards: Readonly<Record<string, StripeTestCard>> = {
  '4242424242424242': pays,
  '4000056655665556': debit('It pays.'),
  '5555555555554444': pays,
  '4000002500001001': { ...debit('It pays.'), country: 'FR' },
  '5555552500001001': { ...debit('It pays.'), country: 'FR' },
  '2223003122003222': pays,
  '5200828282828210': debit('It pays.'),
  '5105105105105100': { ...pays, funding: 'prepaid' },
  '378282246310005': pays,
  '371449635398431': pays,
  '6011111111111117': pays,
  '6011000990139424': pays,
  '6011981111111113': debit('It pays.'),
  '3056930009020004': pays,
  '36227206271667': pays,
  '3566002020360505': pays,
  '6200000000000005': pays,
  '4111111111111111': pays,
  '4000000000000077': pays,
  '4000000000009235': card('It pays, with an elevated risk.', { riskLevel: 'elevated' }),
  '4000000000004954': card('It pays, with the highest risk.', { riskLevel: 'highest' }),

  '4000000000000002': card('It is declined: `generic_decline`.', { decline: 'generic_decline' }),
  '4000000000009995': card('It is declined: `insufficient_funds`.', {
    decline: 'insufficient_funds',
  }),
  '4000000000009987': card('It is declined: `lost_card`.', { decline: 'lost_card' }),
  '4000000000009979': card('It is declined: `stolen_card`.', { decline: 'stolen_card' }),
  '4100000000000019': card('It is declined: `fraudulent`.', { decline: 'fraudulent' }),
  '4000000000006975': card('It is declined: `card_velocity_exceeded`.', {
    decline: 'card_velocity_exceeded',
  }),
  '4000000000000069': card('It is declined: `expired_card`.', { decline: 'expired_card' }),
  '4000000000000127': card('It is declined: `incorrect_cvc`, where a cvc is sent.', {
    refusesCvc: true,
  }),
  '4000000000000119': card('It is declined: `processing_error`.', { decline: 'processing_error' }),
  '4000000000000341': card('It can be stored, and every charge of it is declined.', {
    decline: 'generic_decline',
    storable: true,
  }),

  '4000000000000101': card('It pays; `cvc_check` is `fail` where a cvc is sent.', {
    checks: { cvc_check: 'fail' },
  }),
  '4000000000000036': card('It pays; `address_postal_code_check` is `fail`.', {
    checks: { address_postal_code_check: 'fail' },
  }),
  '4000000000000028': card('It pays; `address_line1_check` is `fail`.', {
    checks: { address_line1_check: 'fail' },
  }),
  '4000000000000010': card('It pays; both checks of the address are `fail`.', {
    checks: { address_line1_check: 'fail', address_postal_code_check: 'fail' },
  }),
  '4000000000000044': card('It pays; both checks of the address are `unavailable`.', {
    checks: { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' },
  }),

  '4000000000003220': card('The customer is always asked.', { authentication: 'always' }),
  '4000000000003063': card('The customer is always asked.', { authentication: 'always' }),
  '4000002760003184': card('The customer is always asked, also for a stored card.', {
    authentication: 'always',
  }),
  '4000002500003155': card('The customer is asked, unless the card was stored for later charges.', {
    authentication: 'unless set up',
  }),
  '4000003800000446': card('The customer is asked, unless the customer is absent.', {
    authentication: 'on session only',
  }),
  '4000000000003055': card('The customer is asked where the request wants 3-D Secure.', {
    authentication: 'supported',
  }),
  '4000008260003178': card('The customer is asked, and then the funds are insufficient.', {
    authentication: 'always',
    declineAuthenticated: 'insufficient_funds',
  }),
  '4000008400001629': card('The customer is asked, and then the card is declined.', {
    authentication: 'always',
    declineAuthenticated: 'generic_decline',
  }),

  '4000000000000259': card('It pays, and is disputed as fraud some seconds later.', {
    manner: 'is disputed as fraud',
  }),
  '4000000000002685': card('It pays, and is disputed as not received some seconds later.', {
    manner: 'is disputed',
  }),
  '4000000000001976': card("It pays, and some seconds later the customer's bank inquires.", {
    manner: 'is inquired about',
  }),
  '4000000404000079': card('It pays, and some seconds later each half of it is disputed.', {
    manner: 'is disputed twice',
  }),
  '4000000000007726': card('It pays; a refund is pending, and succeeds some seconds later.', {
    manner: 'refunds later',
  }),
  '4000000000005126': card('It pays; a refund is pending, and fails some seconds later.', {
    manner: 'fails refunds later',
  }),

  '4111111145551142': card('It is charged, and the answer never comes.', {
    manner: 'never answers',
  }),
  '4988438843884305': card('It is charged, and the answer is a 500.', { manner: 'answers 500' }),
  '4166676667666746': card('It is charged, and the answer is a page instead of JSON.', {
    manner: 'answers a page',
  }),
  '4000020000000000': card('It is charged one minor unit more than was asked for.', {
    manner: 'charges another amount',
  }),
  '4988080000000000': card(
    'It pays, and the events say first that it did and then, with an older time, that it failed.',
    { manner: 'contradicts itself' },
  ),
  '4000060000000006': card('It is authorized, and no capture is accepted.', {
    manner: 'refuses captures',
  }),
  '4293189100000008': card('It pays, and every refund fails at once.', {
    manner: 'refuses refunds',
  }),
  '4646464646464644': card('It is answered 429, and nothing is charged.', { throttled: true }),
};

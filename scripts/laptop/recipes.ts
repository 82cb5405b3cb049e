import type { Steps } from './recipe-steps.ts';
import { cards, payoutCards } from './trigger-cards.ts';

/** Requests that make an event happen. The object that it is about is returned. */
type Recipe = (steps: Steps) => Promise<string>;

interface TriggeredEvent {
  /** The requests, in words. */
  readonly about: string;
  readonly make: Recipe;
}

const byHand = { capture_method: 'manual' };

/** The events that can be made to happen, with the requests for each. */
export const triggeredEvents: Readonly<Record<string, TriggeredEvent>> = {
  payment_created: {
    about: 'a payment that waits for its confirm; sent where payment_created_enabled is set',
    make: async ({ pay }) =>
      (
        await pay(cards.good, {
          confirm: false,
          payment_method: undefined,
          payment_method_data: undefined,
        })
      ).payment_id,
  },
  payment_succeeded: {
    about: `a payment by ${cards.good}`,
    make: async ({ pay }) => (await pay(cards.good)).payment_id,
  },
  payment_failed: {
    about: `a payment by ${cards.declined}, which is declined`,
    make: async ({ pay }) => (await pay(cards.declined)).payment_id,
  },
  payment_processing: {
    about: `a payment by ${cards.later}, which succeeds some seconds later`,
    make: async ({ pay }) => (await pay(cards.later)).payment_id,
  },
  action_required: {
    about: `a payment by ${cards.challenged} with 3-D Secure`,
    make: async ({ pay }) =>
      (await pay(cards.challenged, { authentication_type: 'three_ds' })).payment_id,
  },
  payment_authorized: {
    about: 'a payment that waits for its capture',
    make: async ({ pay }) => (await pay(cards.good, byHand)).payment_id,
  },
  payment_captured: {
    about: 'a payment that is authorized, and of which a half is captured',
    async make({ pay, turnout }) {
      const { payment_id } = await pay(cards.good, byHand);
      await turnout.payments.capture(payment_id, { amount_to_capture: 1_000 });
      return payment_id;
    },
  },
  payment_cancelled: {
    about: 'a payment that is authorized, and then cancelled',
    async make({ pay, turnout }) {
      const { payment_id } = await pay(cards.good, byHand);
      await turnout.payments.cancel(payment_id, {});
      return payment_id;
    },
  },
  payment_cancelled_post_capture: {
    about: 'a payment that is charged, and cancelled before it is settled',
    async make({ pay, turnout }) {
      const { payment_id } = await pay(cards.good);
      await turnout.payments.cancelPostCapture(payment_id, {});
      return payment_id;
    },
  },
  refund_succeeded: {
    about: 'a refund of 5.00',
    make: ({ refunded }) => refunded(cards.good),
  },
  refund_failed: {
    about: `a refund of a payment by ${cards.refundFails}, which is refused`,
    make: ({ refunded }) => refunded(cards.refundFails),
  },
  dispute_opened: {
    about: `a payment by ${cards.disputed}, which is disputed some seconds later`,
    make: ({ disputed }) => disputed(),
  },
  dispute_accepted: {
    about: 'a dispute that the merchant accepts',
    async make({ disputed, turnout }) {
      const id = await disputed();
      await turnout.disputes.accept(id);
      return id;
    },
  },
  dispute_challenged: {
    about: 'a dispute with evidence that decides nothing yet',
    make: ({ answered }) => answered('The parcel was signed for.'),
  },
  dispute_won: {
    about: 'a dispute with winning_evidence',
    make: ({ answered }) => answered('winning_evidence'),
  },
  dispute_lost: {
    about: 'a dispute with losing_evidence',
    make: ({ answered }) => answered('losing_evidence'),
  },
  mandate_active: {
    about: 'a payment with a mandate',
    make: ({ mandated }) => mandated(),
  },
  mandate_revoked: {
    about: 'a mandate that is revoked',
    async make({ mandated, turnout }) {
      const id = await mandated();
      await turnout.mandates.revoke(id);
      return id;
    },
  },
  payout_success: {
    about: `a payout to ${payoutCards.good}`,
    make: ({ payout }) => payout(payoutCards.good),
  },
  payout_failed: {
    about: `a payout to ${payoutCards.declined}, which is refused`,
    make: ({ payout }) => payout(payoutCards.declined),
  },
  payout_initiated: {
    about: `a payout to ${payoutCards.later}, which is paid some seconds later`,
    make: ({ payout }) => payout(payoutCards.later),
  },
  payout_reversed: {
    about: `a payout to ${payoutCards.comesBack}, which comes back`,
    make: ({ payout }) => payout(payoutCards.comesBack),
  },
  payout_cancelled: {
    about: 'a payout that is cancelled before it is paid',
    async make({ payout, turnout }) {
      const id = await payout(payoutCards.good, { auto_fulfill: false });
      await turnout.payouts.cancel(id, {});
      return id;
    },
  },
};

/** The events that no request makes here, with the reason. */
export const otherEvents: Readonly<Record<string, string>> = {
  payment_partially_authorized: 'no simulated processor authorizes a part of an amount',
  payment_expired: 'the processor reports that the time to pay is over, after hours',
  dispute_expired: 'a dispute expires by the time alone, after days',
  dispute_cancelled: "the customer's bank takes it back, which no test card does",
  payout_expired: 'a payout expires by the time alone',
  webhook_endpoint_disabled: 'an endpoint is switched off after it took nothing for five days',
  webhook_test: 'POST /webhook_endpoints/{merchant_id}/{endpoint_id}/test sends it to one endpoint',
};

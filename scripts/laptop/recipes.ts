import { setTimeout as pause } from 'node:timers/promises';
import type { CreatePayoutRequest, PaymentRequest } from '#turnout/node';
import { switchClient } from '../../console/switch-client.ts';
import { byTestCard } from '../../console/test-merchant.ts';
import type { KnownMerchant } from './merchants.ts';

/** Requests that make an event happen. The object that it is about is returned. */
type Recipe = (steps: Steps) => Promise<string>;

interface TriggeredEvent {
  /** The requests, in words. */
  readonly about: string;
  readonly make: Recipe;
}

/** How long is waited for a thing that the processor does by itself, in ms. */
const patienceMs = 60_000;
const askEveryMs = 500;

/** The requests of the recipes, as the merchant. They throw TurnoutError. */
export function stepsOf(merchant: KnownMerchant) {
  const { url, merchantId } = merchant;
  const turnout = switchClient(merchant);
  const { connectorAccounts, disputes, payments, payouts, refunds } = turnout;

  /** Pays by a test card; the amount is 20.00. */
  const pay = (number: string, more: PaymentRequest = {}) =>
    payments.create({
      amount: 2_000,
      currency: 'EUR',
      confirm: true,
      ...byTestCard(number),
      return_url: `${url}/health`,
      description: 'Made by turnout trigger',
      ...more,
    });

  async function disputed(): Promise<string> {
    const { payment_id } = await pay(cards.disputed);
    const until = Date.now() + patienceMs;
    for (;;) {
      const [dispute] = (await payments.retrieve(payment_id)).disputes ?? [];
      if (dispute) return dispute.dispute_id;
      if (Date.now() > until) throw new Error(`${payment_id} was not disputed within a minute.`);
      await pause(askEveryMs);
    }
  }

  /** Submits evidence; its text decides at the simulated processors. */
  async function answered(text: string): Promise<string> {
    const dispute_id = await disputed();
    await disputes.submitEvidence({ dispute_id, uncategorized_text: text });
    return dispute_id;
  }

  async function refunded(number: string): Promise<string> {
    const { payment_id } = await pay(number);
    return (await refunds.create({ payment_id, amount: 500 })).refund_id;
  }

  async function mandated(): Promise<string> {
    const { payment_id, mandate_id } = await pay(cards.good, {
      customer_id: 'customer_of_trigger',
      setup_future_usage: 'off_session',
      customer_acceptance: {
        acceptance_type: 'online',
        accepted_at: new Date().toISOString(),
        online: { ip_address: '127.0.0.1', user_agent: 'turnout trigger' },
      },
      mandate_data: {
        mandate_type: { single_use: { amount: 2_000, currency: 'EUR' } },
        customer_acceptance: {
          acceptance_type: 'online',
          accepted_at: new Date().toISOString(),
          online: { ip_address: '127.0.0.1', user_agent: 'turnout trigger' },
        },
      },
    });
    if (mandate_id == null) throw new Error(`${payment_id} made no mandate.`);
    return mandate_id;
  }

  /** Pays out to a test card, after connecting the merchant to a processor that pays out. */
  async function payout(number: string, more: Partial<CreatePayoutRequest> = {}): Promise<string> {
    await connectPayouts();
    const { payout_id } = await payouts.create({
      amount: 2_000,
      currency: 'EUR',
      customer_id: 'customer_of_trigger',
      payout_type: 'card',
      payout_method_data: {
        card: {
          card_number: number,
          expiry_month: '12',
          expiry_year: '2039',
          card_holder_name: 'ANA LIMA',
        },
      },
      confirm: true,
      auto_fulfill: true,
      ...more,
    });
    return payout_id;
  }

  async function connectPayouts(): Promise<void> {
    for await (const { connector_type } of connectorAccounts.list(merchantId)) {
      if (connector_type === 'payout_processor') return;
    }
    await connectorAccounts.create(merchantId, {
      connector_type: 'payout_processor',
      connector_name: 'adyen_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key_of_turnout_trigger' },
    });
  }

  return { pay, disputed, answered, refunded, mandated, payout, turnout };
}
type Steps = ReturnType<typeof stepsOf>;

/** Test cards by their outcome: docs/test-payment-methods.md has all. */
const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  later: '4000000000000077',
  challenged: '4000003800000446',
  refundFails: '4000000000009235',
  disputed: '4000000000002685',
} as const;

const payoutCards = {
  good: '4000056655665556',
  declined: '4000000000000002',
  later: '4000000000000077',
  comesBack: '4000000000000259',
} as const;

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

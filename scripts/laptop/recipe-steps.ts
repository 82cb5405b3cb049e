import { setTimeout as pause } from 'node:timers/promises';
import type { CreatePayoutRequest, PaymentRequest } from '#turnout/node';
import { switchClient } from '../../console/switch-client.ts';
import { byTestCard } from '../../console/test-merchant.ts';
import type { KnownMerchant } from './merchants.ts';
import { cards } from './trigger-cards.ts';

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
export type Steps = ReturnType<typeof stepsOf>;

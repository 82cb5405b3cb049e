import { createHmac } from 'node:crypto';
import { disputeKey } from '#switch/disputes/dispute-store.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import type { Ask } from '../support/switch-in-memory.ts';
import { aPdf, disputedCards } from '../support/switch-with-disputes.ts';
import { cost, done, type Scenario, type Scenarios, type Shop } from './scenario.ts';
import { paid } from './steps.ts';

/** Stripe needs the bytes of evidence; the usual connector takes their hashes. */
const stripe = {
  connector_type: 'payment_processor',
  connector_name: 'stripe',
  connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_key0001' },
  connector_webhook_details: { merchant_secret: 'whsec_example' },
};

/** The webhook in which Stripe reports a dispute of the whole payment. */
function opened({ merchant, now }: Shop, connectorTransactionId: string, amount: number): Ask {
  const created = Math.floor(now().getTime() / 1_000);
  const dispute = {
    // As the sandbox names it.
    id: `${connectorTransactionId.replace(/^pi_/, 'du_')}0`,
    object: 'dispute',
    status: 'needs_response',
    amount,
    currency: 'usd',
    reason: 'product_not_received',
    created,
    payment_intent: connectorTransactionId,
  };
  const text = JSON.stringify({ type: 'charge.dispute.created', data: { object: dispute } });
  const hex = createHmac('sha256', 'whsec_example').update(`${created}.${text}`).digest('hex');
  return {
    params: { merchant_id: merchant.id, connector: 'stripe' },
    text,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${created},v1=${hex}` },
  };
}

/** A dispute at Stripe, by its identifier. */
async function disputedAtStripe(shop: Shop): Promise<string> {
  const { payment_id, amount } = await paid(shop, disputedCards.disputed, {
    connector: ['stripe'],
  });
  await shop.laterAtProcessor(6);
  const { attempt } = await shop.stored(paymentKey(shop.merchant.id, payment_id));
  const { connectorTransactionId } = Object(attempt);
  await done(shop, 'incoming-webhooks.receive', opened(shop, connectorTransactionId, amount));
  const { disputes } = await done(shop, 'payments.retrieve', { params: { payment_id } });
  return disputes[0].dispute_id;
}

/**
 * Evidence for a processor to which files are uploaded first. The processor's id of the file is
 * saved before the evidence that names it is sent: one save more.
 */
export const uploadingAFile: Scenario = {
  prepare: (shop) =>
    done(shop, 'connector-accounts.create', {
      params: { account_id: shop.merchant.id },
      body: stripe,
    }),
  request: async (shop) => {
    const dispute_id = await disputedAtStripe(shop);
    const form = { dispute_id, evidence_type: 'receipt', file: aPdf() };
    await done(shop, 'disputes.attach-evidence', { form });
    return { body: { dispute_id, uncategorized_text: 'It was delivered.' } };
  },
  succeeded: async ({ body: { dispute_id: id, payment_id: paymentId, dispute_status } }, shop) => {
    const { evidence } = await shop.stored(
      disputeKey({ merchantId: shop.merchant.id, paymentId, id }),
    );
    const { connectorFileId } = Object(evidence).receipt;
    return dispute_status === 'dispute_challenged' && /^file_/.test(connectorFileId);
  },
  virtualTime: true,
  crash: 'moves no money of ours, and has its crash test in test/functions/disputes',
  budget: cost(5, 6, 5, 2.5),
};

/** The rest of the disputes' requests are in `test/support/requests-about-disputes.ts`. */
export const disputes: Scenarios = {
  'disputes.submit-evidence, uploading a file': uploadingAFile,
};

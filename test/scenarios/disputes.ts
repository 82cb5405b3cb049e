import { createHash, createHmac } from 'node:crypto';
import { disputeKey } from '#switch/disputes/dispute-store.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { aPdf } from '../support/switch/switch-with-disputes.ts';
import { reportDispute } from './incoming-webhooks.ts';
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

const hoursFrom = ({ now }: Shop, hours: number) =>
  new Date(now().getTime() + hours * 3_600_000).toISOString();

/** A dispute of all of a payment that was opened an hour ago, as the processor's ledger has it. */
const inLedger = (shop: Shop, id: string) => ({
  id,
  stage: 'chargeback' as const,
  status: 'needs_response' as const,
  amountMinor: 6_540,
  reason: 'fraudulent',
  reasonCode: '10.4',
  opensAt: hoursFrom(shop, -1),
  dueAt: hoursFrom(shop, 1),
  updatedAt: hoursFrom(shop, -1),
});

/** A dispute that the switch and the processor have. */
export async function disputed(shop: Shop) {
  const payment = await paid(shop);
  const { payment_id } = payment;
  const dispute = inLedger(shop, shop.newId('du').padEnd(23, '0'));
  const { id, opensAt: created, dueAt: respond_by, updatedAt: updated } = dispute;
  await shop.enterDispute(`${payment_id}_1`, dispute);
  const report = reportDispute(shop, payment, { id, created, respond_by, updated });
  await done(shop, 'incoming-webhooks.receive', report);
  const { disputes } = await done(shop, 'payments.retrieve', { params: { payment_id } });
  return { payment_id: String(payment_id), dispute_id: String(disputes[0].dispute_id) };
}

const ofDispute = async (shop: Shop): Promise<Ask> => ({
  params: { dispute_id: (await disputed(shop)).dispute_id },
});

/** A dispute that the processor decided meanwhile against the merchant. */
export async function ofLostDispute(shop: Shop): Promise<Ask> {
  const { payment_id, dispute_id } = await disputed(shop);
  await shop.enterDispute(`${payment_id}_1`, { status: 'lost' });
  return { params: { dispute_id } };
}

const isLost: Scenario['succeeded'] = ({ body }) => body.dispute_status === 'dispute_lost';
const isChallenged: Scenario['succeeded'] = ({ body }) =>
  body.dispute_status === 'dispute_challenged';

const evidence = (dispute_id: string) => ({ dispute_id, evidence_type: 'receipt', file: aPdf() });

const withEvidence = async (shop: Shop): Promise<string> => {
  const { dispute_id } = await disputed(shop);
  await done(shop, 'disputes.attach-evidence', { form: evidence(dispute_id) });
  return dispute_id;
};

/** A file for the dispute, as its upload sends it. */
const upload = async (shop: Shop) => {
  const { dispute_id } = await disputed(shop);
  return { form: { dispute_id, purpose: 'dispute_evidence', file: aPdf() } };
};

const ofFile = async (shop: Shop): Promise<Ask> => ({
  params: { file_id: (await done(shop, 'files.create', await upload(shop))).file_id },
});

const uncategorized_text = 'It was delivered.';

/** A dispute at Stripe, by its identifier. */
async function disputedAtStripe(shop: Shop): Promise<string> {
  const { payment_id, amount } = await paid(shop, undefined, { connector: ['stripe'] });
  const { attempt } = await shop.stored(paymentKey(shop.merchant.id, payment_id));
  const { connectorTransactionId } = Object(attempt);
  // Stripe names disputes by their payment and number.
  await shop.enterDispute(connectorTransactionId, inLedger(shop, shop.newId('du')));
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
    await done(shop, 'disputes.attach-evidence', { form: evidence(dispute_id) });
    return { body: { dispute_id, uncategorized_text } };
  },
  succeeded: async ({ body: { dispute_id: id, payment_id: paymentId, dispute_status } }, shop) => {
    const { evidence: stored } = await shop.stored(
      disputeKey({ merchantId: shop.merchant.id, paymentId, id }),
    );
    const { connectorFileId } = Object(stored).receipt;
    return dispute_status === 'dispute_challenged' && /^file_/.test(connectorFileId);
  },
  grants: [{ action: 's3:GetObject' }],
  crash: 'moves no money of ours, and has its crash test in test/functions/disputes',
  budget: cost(5, 6, 5, 2.5),
  moreStepsAtFirst: 1,
};

/** A dispute that was opened in a second of its own, so that a span has no other one. */
export const inItsOwnSecond = (shop: Shop) => {
  const id = shop.newId('du').padEnd(23, '0');
  const ago = 3_600 + (createHash('sha256').update(id).digest().readUInt32BE() % 80_000);
  return { ...inLedger(shop, id), opensAt: hoursFrom(shop, -ago / 3_600) };
};

/** Fetches the second in which a dispute opened, from the merchant's account with a connector. */
async function fetching(shop: Shop, opensAt: string, connector: string): Promise<Ask> {
  const { body } = await shop.ask('connector-accounts.list', {
    params: { account_id: shop.merchant.id },
  });
  const account = body.find((one: { connector_name: string }) => one.connector_name === connector);
  const { merchant_connector_id } = account;
  const second = opensAt.slice(0, 19);
  return { params: { merchant_connector_id }, query: { fetch_from: second, fetch_till: second } };
}

/** A dispute that only the processor has. */
async function disputedUnheard(shop: Shop, changes: object = {}): Promise<Ask> {
  const payment = await paid(shop);
  const { payment_id } = payment;
  const dispute = inItsOwnSecond(shop);
  await shop.enterDispute(`${payment_id}_1`, { ...dispute, ...changes });
  return fetching(shop, dispute.opensAt, 'stripe_test');
}

const hasFetched: Scenario['succeeded'] = ({ body }) => body.length > 0;

export const disputes: Scenarios = {
  // The pointer of its identifier leads to the dispute, which is read with its payment.
  'disputes.retrieve': { request: ofDispute, budget: cost(2, 4, 0, 3.5) },
  'disputes.retrieve, sync without a change': {
    request: async (shop) => ({ ...(await ofDispute(shop)), query: { force_sync: 'true' } }),
    budget: cost(2, 4, 0, 3.5),
  },
  // The disputed amount is no longer refundable.
  'disputes.retrieve, of one that was lost meanwhile': {
    request: async (shop) => ({ ...(await ofLostDispute(shop)), query: { force_sync: 'true' } }),
    succeeded: isLost,
    grants: 'all others',
  },
  // The payment, and the new dispute with the pointer of its identifier.
  'disputes.fetch': {
    request: (shop) => disputedUnheard(shop),
    succeeded: hasFetched,
    crash: 'moves no money of ours, and is crash-tested in test/functions/disputes',
    budget: cost(4, 5, 2, 2.5),
  },
  'disputes.fetch, of one that was lost meanwhile': {
    request: (shop) => disputedUnheard(shop, { status: 'lost' }),
    succeeded: hasFetched,
    grants: [{ action: 'dynamodb:UpdateItem' }],
  },
  // Stripe names a payment only by its own identifier, which the index leads from.
  'disputes.fetch, from Stripe': {
    prepare: uploadingAFile.prepare,
    request: async (shop) => {
      const { payment_id } = await paid(shop, undefined, { connector: ['stripe'] });
      const { attempt } = await shop.stored(paymentKey(shop.merchant.id, payment_id));
      const { connectorTransactionId } = Object(attempt);
      const dispute = inItsOwnSecond(shop);
      await shop.enterDispute(connectorTransactionId, dispute);
      return fetching(shop, dispute.opensAt, 'stripe');
    },
    succeeded: hasFetched,
    grants: [{ action: 'dynamodb:Query', resource: /by-list/ }],
  },
  // Stored before the processor is asked, and after. Two units are for the index of due items, on
  // which the dispute is until its connector has answered.
  'disputes.accept': { request: ofDispute, budget: cost(4, 5, 4, 2.5), moreStepsAtFirst: 1 },
  'disputes.accept, of one that was lost meanwhile': {
    request: ofLostDispute,
    succeeded: isLost,
    grants: 'all others',
  },
  'disputes.submit-evidence': {
    request: async (shop) => {
      const { dispute_id } = await disputed(shop);
      return { body: { dispute_id, uncategorized_text } };
    },
    budget: cost(4, 5, 4, 2.5),
    moreStepsAtFirst: 1,
  },
  'disputes.submit-evidence, with a file': {
    request: async (shop) => {
      const request = await upload(shop);
      const { file_id } = await done(shop, 'files.create', request);
      const { dispute_id } = request.form;
      return { body: { dispute_id, receipt: file_id, uncategorized_text } };
    },
    succeeded: isChallenged,
    grants: 'all others',
  },
  // The same evidence once more: the switch learns that the dispute is lost.
  'disputes.submit-evidence, once more': {
    request: async (shop) => {
      const { payment_id, dispute_id } = await disputed(shop);
      const request = { body: { dispute_id, customer_name: 'Joseph' } };
      await done(shop, 'disputes.submit-evidence', request);
      await shop.enterDispute(`${payment_id}_1`, { status: 'lost' });
      return request;
    },
    succeeded: isLost,
    grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
  },
  'disputes.submit-evidence, uploading a file': uploadingAFile,
  // The record of a file, and that it is attached; its bytes are in no table.
  'disputes.attach-evidence': {
    request: async (shop) => ({ form: evidence((await disputed(shop)).dispute_id) }),
    budget: cost(4, 5, 2, 2.5),
  },
  'disputes.list-evidence': {
    request: async (shop) => ({ params: { dispute_id: await withEvidence(shop) } }),
    budget: cost(3, 4, 0, 3.5),
  },
  'disputes.delete-evidence': {
    request: async (shop) => ({
      body: { dispute_id: await withEvidence(shop), evidence_type: 'receipt' },
    }),
    budget: cost(3, 4, 1, 2.5),
  },
  'files.create': { request: upload, budget: cost(3, 4, 1, 2.5) },
  'files.retrieve': { request: ofFile, budget: cost(1, 2, 0, 1.5) },
  'files.delete': { request: ofFile, budget: cost(2, 3, 1, 1.5) },
};

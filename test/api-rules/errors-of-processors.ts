import { payoutCards, payoutMerchant, toCard } from '../support/entities/a-payout.ts';
import { paymentWebhook, signedWebhook } from '../support/processors/processor-webhooks.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { aPdf, switchWithDisputes } from '../support/switch/switch-with-disputes.ts';
import type { ErrorRow } from './error-row.ts';
import { asking, type RuleContext, type RuleRequest, refused, ruleContext } from './rule.ts';

type Send = RuleContext['world']['dependencies']['send'];

const says =
  (status: number, code: string, message: string): Send =>
  async () => ({
    kind: 'answered',
    response: { status, headers: {}, body: JSON.stringify({ error: { code, message } }) },
  });
const lost: Send = async () => ({ kind: 'unknown', reason: 'timeout' });

/** A shop with a dispute, whose processor from then on answers so. */
async function disputedWhere(send?: Send) {
  const shop = await switchWithDisputes();
  const { disputeId } = await shop.disputed();
  if (send) shop.dependencies.send = send;
  return { shop, disputeId };
}

const accepted =
  (send: Send): RuleRequest =>
  async () => {
    const { shop, disputeId } = await disputedWhere(send);
    return shop.accept(disputeId);
  };

/** An upload for a dispute, with these parts of its form changed or left out. */
const uploaded =
  (changes: Readonly<Record<string, string | Blob | undefined>>): RuleRequest =>
  async () => {
    const { shop, disputeId } = await disputedWhere();
    const whole = { dispute_id: disputeId, purpose: 'dispute_evidence', file: aPdf(), ...changes };
    const parts = Object.entries(whole).flatMap(([name, part]) =>
      part === undefined ? [] : [[name, part] as const],
    );
    return shop.ask('files.create', { form: Object.fromEntries(parts) });
  };

/** A webhook that a processor sends to the merchant of the context. */
const reportedByProcessor =
  (
    text: string,
    change: { readonly key?: string; readonly connector?: string } = {},
  ): RuleRequest =>
  async ({ world, merchant }) => {
    const { key = `key of ${merchant.id}`, connector = 'stripe_test' } = change;
    return world.ask('incoming-webhooks.receive', {
      params: { merchant_id: merchant.id, connector },
      ...signedWebhook(text, key, world.dependencies.clock.now, world.port.items()),
    });
  };

const mandateRefused: RuleRequest = async () => {
  const context = await ruleContext();
  const { mandate_id } = await context.done('payments.create', {
    body: {
      amount: 1_000,
      currency: 'EUR',
      confirm: true,
      customer_id: 'joseph',
      setup_future_usage: 'off_session',
      mandate_data: {
        customer_acceptance: { acceptance_type: 'offline' },
        mandate_type: { multi_use: null },
      },
      ...byCard(),
    },
  });
  context.world.dependencies.send = says(403, 'NO', 'Not you');
  return context.ask('mandates.revoke', { params: { mandate_id } });
};

export const errorsOfProcessors: readonly ErrorRow[] = [
  [
    'dispute_not_found',
    'a dispute that does not exist',
    asking('disputes.retrieve', undefined, { params: { dispute_id: 'dp_unknown' } }),
    refused(404, 'HE_04', 'Dispute does not exist in our records'),
  ],
  [
    'dispute_status_invalid',
    'the acceptance of a lost dispute',
    async () => {
      const { shop, disputeId } = await disputedWhere();
      await shop.accept(disputeId);
      return shop.accept(disputeId);
    },
    refused(400, 'HE_03', 'Dispute status validation failed'),
  ],
  [
    'dispute_operation_failed',
    'the acceptance of a dispute that the processor does not answer',
    accepted(lost),
    refused(
      400,
      'CE_08',
      'Dispute operation failed while processing with connector. Retry operation',
    ),
  ],
  [
    'dispute_refused_by_connector',
    'the acceptance of a dispute that the processor refuses',
    accepted(says(400, 'DC_22', 'The dispute is over')),
    {
      status: 400,
      body: {
        error: {
          type: 'connector',
          code: 'CE_00',
          message: 'DC_22: The dispute is over',
          reason: 'The dispute is over',
          connector: 'stripe_test',
        },
      },
    },
  ],
  [
    'mandate_refused_by_connector',
    'the revocation of a mandate that the processor refuses',
    mandateRefused,
    {
      status: 403,
      body: { error: { type: 'connector', code: 'CE_00', message: 'NO: Not you' } },
    },
  ],
  [
    'dispute_id_missing',
    'evidence without dispute_id',
    uploaded({ dispute_id: undefined }),
    refused(400, 'IR_34', 'Dispute id not found in the request'),
  ],
  [
    'file_missing',
    'evidence without a file',
    uploaded({ file: undefined }),
    refused(400, 'IR_33', 'File not found in the request'),
  ],
  [
    'file_purpose_missing',
    'a file without purpose',
    uploaded({ purpose: undefined }),
    refused(400, 'IR_35', 'File purpose not found in the request or is invalid'),
  ],
  [
    'file_purpose_missing',
    'a file with an unknown purpose',
    uploaded({ purpose: 'holiday' }),
    refused(400, 'IR_35', 'File purpose not found in the request or is invalid'),
  ],
  [
    'file_type_missing',
    'a file whose type cannot be told from bytes and name',
    uploaded({ file: new File(['hello'], 'note', { type: 'text/plain' }) }),
    refused(400, 'IR_36', 'File content type not found'),
  ],
  [
    'file_invalid',
    'a file of a type that is not allowed',
    uploaded({ file: new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }) }),
    refused(400, 'HE_03', expect.stringMatching(/^File validation failed .+/)),
  ],
  [
    'file_not_found',
    'a file that does not exist',
    asking('files.retrieve', undefined, { params: { file_id: 'file_unknown' } }),
    refused(404, 'HE_04', 'File does not exist in our records'),
  ],
  [
    'file_not_available',
    'a file whose bytes are gone from storage',
    async () => {
      const { shop, disputeId } = await disputedWhere();
      const form = { dispute_id: disputeId, purpose: 'dispute_evidence', file: aPdf() };
      const { file_id } = (await shop.ask('files.create', { form })).body;
      await shop.files.remove({ merchantId: shop.merchant.id, id: file_id });
      return shop.ask('files.retrieve', { params: { file_id } });
    },
    refused(404, 'HE_04', 'File not available'),
  ],
  [
    'payout_failed',
    'the cancellation of a payout that the processor refuses',
    async () => {
      const payer = await payoutMerchant();
      const card = toCard(payoutCards.refusesCancels);
      const request = { confirm: true, auto_fulfill: true, ...card };
      const { payout_id } = (await payer.create(request)).body;
      return payer.cancel(payout_id);
    },
    refused(400, 'IR_41', 'Payout failed while processing with connector.'),
  ],
  [
    'webhook_not_authentic',
    'a connector webhook with a wrong signature',
    reportedByProcessor(paymentWebhook(), { key: 'another key' }),
    refused(401, 'WE_01', 'Webhook authentication failed'),
  ],
  [
    'webhook_unreadable',
    'a connector webhook without content',
    reportedByProcessor('{}'),
    refused(400, 'WE_02', 'Bad request body received'),
  ],
  [
    'webhook_object_not_found',
    'a connector webhook about a payment that does not exist',
    reportedByProcessor(paymentWebhook({ reference: 'pay_unknown_1' })),
    refused(404, 'WE_04', 'Webhook resource was not found'),
  ],
  [
    'connector_account_not_found',
    'a webhook of a connector that the merchant has no account with',
    reportedByProcessor(paymentWebhook(), { connector: 'adyen_test' }),
    refused(404, 'HE_02', 'Merchant connector account does not exist in our records'),
  ],
];

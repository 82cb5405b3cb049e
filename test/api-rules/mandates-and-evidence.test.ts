import { byCard } from '../support/switch/payments-in-memory.ts';
import { aPdf, switchWithDisputes } from '../support/switch/switch-with-disputes.ts';
import {
  accepted,
  asking,
  describeRules,
  missing,
  type Outcome,
  precondition,
  type RouteRule,
  type Rule,
  type RuleContext,
  type RuleRequest,
  refused,
  rulesOf,
  words,
} from './rule.ts';

const sale = { amount: 1_000, currency: 'EUR', confirm: true };
const invalidMandate = (reason: string): Outcome => ({
  status: 400,
  body: { error: { code: 'HE_03', message: 'Mandate Validation Failed', reason } },
});

const consent = {
  customer_id: 'joseph',
  setup_future_usage: 'off_session',
  mandate_data: {
    customer_acceptance: { acceptance_type: 'offline' },
    mandate_type: { multi_use: { amount: 5_000, currency: 'EUR' } },
  },
  ...byCard(),
};

/** A payment whose customer agrees to later charges up to 50 EUR, with these changes. */
const consenting = (changes: object = {}): RuleRequest =>
  asking('payments.create', { ...sale, ...consent, ...changes });

const consented = async ({ done }: RuleContext, changes: object = {}): Promise<string> =>
  (await done('payments.create', { body: { ...sale, ...consent, ...changes } })).mandate_id;

/** A charge of Joseph while he is away, with these changes. */
const charging =
  (changes: object, ofConsent: object = {}): RuleRequest =>
  async (context) =>
    context.ask('payments.create', {
      body: {
        ...sale,
        off_session: true,
        customer_id: 'joseph',
        recurring_details: { type: 'mandate_id', data: await consented(context, ofConsent) },
        ...changes,
      },
    });

const singleUse = {
  mandate_data: {
    ...consent.mandate_data,
    mandate_type: { single_use: { amount: 5_000, currency: 'EUR' } },
  },
};

const consents: Rule[] = rulesOf('POST /payments', [
  [
    'mandate_data makes a mandate with an identifier',
    consenting(),
    accepted({ status: 'succeeded', mandate_id: expect.stringMatching(/^man_[A-Za-z0-9]{20}$/) }),
  ],
  [
    'mandate_data without customer_id',
    consenting({ customer_id: null }),
    precondition('`customer_id` is mandatory for mandates'),
  ],
  [
    'mandate_data without setup_future_usage off_session',
    consenting({ setup_future_usage: 'on_session' }),
    precondition('`setup_future_usage` must be `off_session` for mandates'),
  ],
  [
    'mandate_data with both mandate_type and update_mandate_id',
    consenting({ mandate_data: { ...consent.mandate_data, update_mandate_id: 'man_1' } }),
    refused(
      422,
      'IR_06',
      "Only one field out of 'mandate_type' and 'update_mandate_id' was expected, found both",
    ),
  ],
  [
    'mandate_data together with recurring_details',
    consenting({ recurring_details: { type: 'mandate_id', data: 'man_1' } }),
    invalidMandate('Expected one out of recurring_details and mandate_data but got both'),
  ],
  [
    'an unknown member of mandate_data',
    consenting({ mandate_data: { ...consent.mandate_data, colour: 'red' } }),
    refused(400, 'IR_06', expect.stringContaining('unknown field `colour`')),
  ],
]);

const charges: Rule[] = rulesOf('POST /payments', [
  ['a mandate charge without the customer', charging({}), accepted({ status: 'succeeded' })],
  ['a mandate charge without customer_id', charging({ customer_id: null }), missing('customer_id')],
  ['a mandate charge without confirm', charging({ confirm: null }), missing('confirm')],
  [
    'a mandate charge with confirm false',
    charging({ confirm: false }),
    precondition('`confirm` must be `true` for mandates'),
  ],
  ['a mandate charge without off_session', charging({ off_session: null }), missing('off_session')],
  [
    'a mandate charge with off_session false',
    charging({ off_session: false }),
    precondition('`off_session` should be `true` for mandates'),
  ],
  [
    'a mandate charge by both recurring_details and payment_token',
    charging({ payment_token: 'token' }),
    precondition('Expected one out of recurring_details and payment_token but got both'),
  ],
  [
    'a mandate charge by both recurring_details and mandate_id',
    charging({ mandate_id: 'man_1' }),
    precondition('Expected one out of recurring_details and mandate_id but got both'),
  ],
  [
    'a charge by a mandate that does not exist',
    charging({ recurring_details: { type: 'mandate_id', data: 'man_unknown' } }),
    refused(404, 'HE_02', 'Mandate does not exist in our records'),
  ],
  [
    'a charge by a payment method that does not exist',
    charging({ recurring_details: { type: 'payment_method_id', data: 'pm_unknown' } }),
    refused(404, 'HE_02', 'Payment method does not exist in our records'),
  ],
  [
    'a charge by the mandate of another customer',
    charging({ customer_id: 'mary' }),
    precondition('customer_id must match mandate customer_id'),
  ],
  [
    'a charge of more than the mandate’s amount',
    charging({ amount: 5_001 }),
    invalidMandate('request amount is greater than mandate amount'),
  ],
  [
    'a charge of the mandate’s whole amount',
    charging({ amount: 5_000 }),
    accepted({ status: 'succeeded' }),
  ],
  [
    'a charge of more than earlier charges left of the mandate’s amount',
    async (context) => {
      const recurring_details = { type: 'mandate_id', data: await consented(context) };
      await charging({ amount: 4_001, recurring_details })(context);
      return charging({ amount: 1_000, recurring_details })(context);
    },
    invalidMandate('request amount is greater than mandate amount'),
  ],
  [
    'a charge in another currency than the mandate’s',
    charging({ currency: 'USD' }),
    invalidMandate('cross currency mandates not supported'),
  ],
  [
    'a mandate charge by another payment method than the mandate’s',
    charging({ payment_method: 'wallet', payment_method_type: 'paypal' }),
    precondition(
      'payment method in request does not match previously provided payment method information',
    ),
  ],
  [
    'a second charge by a single_use mandate',
    async (context) => {
      const data = await consented(context, singleUse);
      const body = {
        ...sale,
        off_session: true,
        customer_id: 'joseph',
        recurring_details: { type: 'mandate_id', data },
      };
      await context.done('payments.create', { body });
      return context.ask('payments.create', { body });
    },
    precondition('mandate is not active'),
  ],
  [
    'a charge by a revoked mandate',
    async (context) => {
      const mandate_id = await consented(context);
      await context.done('mandates.revoke', { params: { mandate_id } });
      return charging({ recurring_details: { type: 'mandate_id', data: mandate_id } })(context);
    },
    precondition('mandate is not active'),
  ],
]);

/** The filters of a list of payments. */
const lists: Rule[] = [
  ...rulesOf('GET /payments/list', [
    ...words('created created.lt created.lte created.gt created.gte').map(
      (field): RouteRule => [
        `a filter by ${field}`,
        asking('payments.list', undefined, { query: { [field]: '2031-06-01T00:00:00Z' } }),
        accepted({ size: expect.any(Number) }),
      ],
    ),
    ...words('starting_after ending_before').map(
      (field): RouteRule => [
        `a filter with ${field} of a payment that does not exist`,
        asking('payments.list', undefined, { query: { [field]: 'pay_unknown' } }),
        refused(404, 'HE_02', 'Payment does not exist in our records'),
      ],
    ),
  ]),
  ...rulesOf('POST /payments/list', [
    ...words('amount attempt_count created modified').flatMap((on) =>
      words('asc desc').map(
        (by): RouteRule => [
          `order by ${on}, ${by}`,
          asking('payments.filter', { order: { on, by } }),
          accepted(),
        ],
      ),
    ),
    ...words(
      `succeeded failed cancelled cancelled_post_capture processing requires_customer_action
    requires_merchant_action requires_payment_method requires_confirmation requires_capture
    partially_captured partially_captured_and_capturable
    partially_authorized_and_requires_capture partially_captured_and_processing conflicted expired
    review`,
    ).map(
      (status): RouteRule => [
        `a filter by status ${status}`,
        asking('payments.filter', { status: [status] }),
        accepted(),
      ],
    ),
    ...words('manual saved_card click_to_pay').map(
      (card_discovery): RouteRule => [
        `a filter by card_discovery ${card_discovery}`,
        asking('payments.filter', { card_discovery: [card_discovery] }),
        accepted(),
      ],
    ),
  ]),
  ...words('pending succeeded failed review').map(
    (refund_status): Rule => [
      'POST /refunds/list',
      `a filter by refund_status ${refund_status}`,
      asking('refunds.list', { refund_status: [refund_status] }),
      accepted(),
    ],
  ),
];

describe('a consent', () => {
  describeRules(consents);
});

describe('a charge', () => {
  describeRules(charges);
});

describe('a list of payments', () => {
  describeRules(lists);
});

describe('evidence in a dispute', () => {
  const kinds = words(
    `cancellation_policy customer_communication customer_signature receipt refund_policy
    service_documentation shipping_documentation invoice_showing_distinct_transactions
    recurring_transaction_agreement uncategorized_file`,
  );

  it.each(kinds)('POST /disputes/evidence: a file may be attached as %s', async (evidence_type) => {
    const shop = await switchWithDisputes();
    const { disputeId: dispute_id } = await shop.disputed();
    const { status } = await shop.attach({ dispute_id, evidence_type, file: aPdf() });
    expect(status).toBe(200);
    expect(await shop.evidence(dispute_id)).toMatchObject([{ evidence_type }]);
  });

  it('POST /disputes/evidence: a file of an unknown evidence_type is refused with 400 IR_35', async () => {
    const shop = await switchWithDisputes();
    const { disputeId: dispute_id } = await shop.disputed();
    const answer = await shop.attach({ dispute_id, evidence_type: 'hearsay', file: aPdf() });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'IR_35']);
  });

  it('GET /disputes/{dispute_id}: the amount is text, and is_already_refunded says whether refunds cover it', async () => {
    const shop = await switchWithDisputes();
    const { disputeId } = await shop.disputed();
    expect((await shop.dispute(disputeId)).body).toMatchObject({
      dispute_id: expect.stringMatching(/^dp_[A-Za-z0-9]{20}$/),
      amount: '10000',
      dispute_stage: 'dispute',
      dispute_status: 'dispute_opened',
      is_already_refunded: false,
    });
  });
});

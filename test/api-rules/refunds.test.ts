import type { RefundLimits } from '#switch/refunds/check-refund.ts';
import {
  accepted,
  asking,
  describeRules,
  letters,
  malformed,
  metadataOf,
  paid,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  ruleContext,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

/** A refund that states this, of a payment of 25.99 EUR that was paid at once. */
const refund =
  (stated: object = {}, payment: object = {}): RuleRequest =>
  async (context) =>
    context.ask('refunds.create', {
      body: { payment_id: await paid(context, payment), ...stated },
    });

const invalid = (field: string, expected: string) =>
  refused(422, 'IR_05', `${field} contains invalid data. Expected format is ${expected}`);

const defaults: Rule[] = rulesOf('POST /refunds', [
  [
    'a refund without an amount is of all that was captured',
    refund(),
    accepted({
      amount: 2_599,
      currency: 'EUR',
      status: 'succeeded',
      refund_id: expect.stringMatching(/^ref_[A-Za-z0-9]{20}$/),
      reason: null,
      metadata: null,
      error_code: null,
      error_message: null,
    }),
  ],
  [
    'a refund without an amount after a partial refund',
    async (context) => {
      const payment_id = await paid(context);
      await context.done('refunds.create', { body: { payment_id, amount: 100 } });
      return context.ask('refunds.create', { body: { payment_id } });
    },
    refused(400, 'IR_13', 'The refund amount exceeds the amount captured'),
  ],
  ...words('instant scheduled').map(
    (refund_type): RouteRule => [
      `refund_type ${refund_type}`,
      refund({ refund_type }),
      accepted({ status: refund_type === 'instant' ? 'succeeded' : 'pending' }),
    ],
  ),
  ['an unknown refund_type', refund({ refund_type: 'later' }), unknownVariant('refund_type')],
]);

const limits: Rule[] = rulesOf('POST /refunds', [
  ['amount 100', refund({ amount: 100 }), accepted({ amount: 100 })],
  [
    'amount 99, below the minimum of 100',
    refund({ amount: 99 }),
    invalid('amount', 'integer of at least 100'),
  ],
  [
    'a refund without an amount of a payment of 99',
    refund({}, { amount: 99 }),
    accepted({ amount: 99 }),
  ],
  ['amount 0', refund({ amount: 0 }), invalid('amount', 'positive integer')],
  ['amount -1', refund({ amount: -1 }), invalid('amount', 'positive integer')],
  [
    'amount above what was captured',
    refund({ amount: 2_600 }),
    refused(400, 'IR_13', 'The refund amount exceeds the amount captured'),
  ],
  ['amount as text', refund({ amount: '500' }), malformed('amount')],
  [
    'refund_id of 30 characters',
    refund({ refund_id: letters(30) }),
    accepted({ refund_id: letters(30) }),
  ],
  ['refund_id of 31 characters', refund({ refund_id: letters(31) }), refused(422, 'IR_05')],
  [
    'payment_id of 64 characters',
    refund({}, { payment_id: letters(64) }),
    accepted({ payment_id: letters(64) }),
  ],
  [
    'reason of 255 characters',
    refund({ reason: letters(255) }),
    accepted({ reason: letters(255) }),
  ],
  ['reason of 256 characters', refund({ reason: letters(256) }), malformed('255')],
  [
    'metadata of 50 keys',
    refund({ metadata: metadataOf(50) }),
    accepted({ metadata: metadataOf(50) }),
  ],
  ['metadata of 51 keys', refund({ metadata: metadataOf(51) }), malformed('50 keys')],
  [
    'metadata with a key of 41 characters',
    refund({ metadata: metadataOf(1, 41) }),
    malformed('40 characters'),
  ],
  [
    'metadata with a value of 501 characters',
    refund({ metadata: { note: letters(501) } }),
    malformed('500'),
  ],
]);

const others: Rule[] = [
  ...rulesOf('POST /refunds', [
    ['payment_id is required', asking('refunds.create', {}), malformed('`payment_id`')],
    ['unknown members are refused', refund({ colour: 'red' }), malformed('`colour`')],
    [
      'merchant_id of another merchant',
      refund({ merchant_id: 'another' }),
      invalid('merchant_id', 'merchant_id from merchant account'),
    ],
    [
      'a payment that does not exist',
      asking('refunds.create', { payment_id: 'pay_unknown' }),
      refused(404, 'HE_02', 'Payment does not exist in our records'),
    ],
    [
      'a second refund under one refund_id',
      async (context) => {
        const refund_id = context.newId('ref');
        await context.done('refunds.create', {
          body: { payment_id: await paid(context), refund_id, amount: 100 },
        });
        return context.ask('refunds.create', {
          body: { payment_id: await paid(context), refund_id },
        });
      },
      refused(
        400,
        'HE_01',
        'Duplicate refund request. Refund already attempted with the refund ID',
      ),
    ],
    [
      'the same request under the same refund_id is answered with the first refund',
      async (context) => {
        const body = { payment_id: await paid(context), refund_id: 'ref_same', amount: 100 };
        await context.done('refunds.create', { body });
        return context.ask('refunds.create', { body });
      },
      accepted({ refund_id: 'ref_same', amount: 100 }),
    ],
  ]),
  [
    'POST /refunds/{refund_id}',
    'an update of reason and metadata',
    async (context) => {
      const { refund_id } = await context.done('refunds.create', {
        body: { payment_id: await paid(context) },
      });
      const body = { reason: 'gone', metadata: { floor: 2 } };
      return context.ask('refunds.update', { params: { refund_id }, body });
    },
    accepted({ reason: 'gone', metadata: { floor: 2 } }),
  ],
];

/** Statuses in which a payment cannot be refunded, each with a request that leads to it. */
const notPaid: readonly (readonly [status: string, payment: object])[] = [
  ['requires_payment_method', { confirm: false, payment_method: null, payment_method_data: null }],
  ['requires_confirmation', { confirm: false }],
  ['requires_capture', { capture_method: 'manual' }],
];

const states: Rule[] = notPaid.map(([status, payment]) => [
  'POST /refunds',
  `a payment with status ${status}`,
  refund({}, payment),
  refused(
    400,
    'IR_14',
    `This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`,
  ),
]);

describe('a refund', () => {
  describeRules([...defaults, ...limits, ...others, ...states]);
});

describe('the limits of number and age of refunds', () => {
  const usual: RefundLimits = { most: 10, days: 365 };

  it('POST /refunds: eleven refunds of a payment are taken, and the twelfth is refused with 400 IR_12', async () => {
    const context = await ruleContext({ refundLimits: usual });
    const payment_id = await paid(context);
    const give = () => context.ask('refunds.create', { body: { payment_id, amount: 100 } });
    for (let count = 1; count <= 11; count++) expect((await give()).status).toBe(200);
    const { status, body } = await give();
    expect({ status, body }).toMatchObject(
      refused(400, 'IR_12', 'Reached maximum refund attempts'),
    );
  });

  it('POST /refunds: a deployment with a limit of 12 takes 13 refunds of a payment, and refuses the next', async () => {
    const context = await ruleContext({ refundLimits: { ...usual, most: 12 } });
    const payment_id = await paid(context);
    const give = () => context.ask('refunds.create', { body: { payment_id, amount: 100 } });
    for (let count = 1; count <= 13; count++) expect((await give()).status).toBe(200);
    expect((await give()).status).toBe(400);
  });

  const dayMs = 86_400_000;

  it.each([
    ['365 whole days and most of one more, is taken', 366 * dayMs - 1, accepted()],
    [
      '366 days, is refused with 422 IR_05',
      366 * dayMs,
      invalid('created_at', 'created_at not older than 365 days'),
    ],
  ])(
    'POST /refunds: the refund of a payment that was created %s ago',
    async (_age, ms, outcome) => {
      const context = await ruleContext({ refundLimits: usual });
      const { clock, processor } = context.world.dependencies;
      const payment_id = await paid(context);
      clock.now = new Date(clock.now.getTime() + ms);
      processor.clock.now = clock.now;
      const { status, body } = await context.ask('refunds.create', { body: { payment_id } });
      expect({ status, body }).toMatchObject(outcome);
    },
  );
});

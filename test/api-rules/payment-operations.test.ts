import * as v from 'valibot';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import type { Answer } from '../support/switch/switch-in-memory.ts';
import {
  accepted,
  describeRules,
  malformed,
  paid,
  type Rule,
  type RuleContext,
  type RuleRequest,
  refused,
  routeOf,
  ruleContext,
  rulesOf,
  words,
} from './rule.ts';

/** The operations on a payment, each with its name in a refusal. */
const operations = {
  update: ['payments.update', 'update'],
  confirm: ['payments.confirm', 'confirm'],
  capture: ['payments.capture', ''],
  cancel: ['payments.cancel', 'cancel'],
  cancel_post_capture: ['payments.cancel-post-capture', 'cancel_post_capture'],
  incremental: ['payments.incremental-authorization', 'increment authorization'],
  extend: ['payments.extend-authorization', 'extend authorization'],
  complete_authorize: ['payments.complete-authorize', 'confirm'],
  update_metadata: ['payments.update-metadata', 'update_metadata'],
  refund: ['refunds.create', ''],
} as const;
type Name = keyof typeof operations;
const names = Object.keys(operations) as readonly Name[]; // Its keys have this type.

/**
 * The operations that a payment accepts in each status: `+` accepts, `-` refuses. A processing
 * payment accepts a capture only when it allows several captures. A payment that is over is not
 * cancelled, though Hyperswitch answers that it is: see the decision on money.
 */
const taken: Readonly<Record<string, string>> = {
  //                                         up co ca vo pc in ex au me re
  requires_payment_method: /*             */ '+  +  -  +  -  -  -  +  -  -',
  requires_confirmation: /*               */ '+  +  -  +  -  -  -  +  -  -',
  requires_customer_action: /*            */ '-  -  -  +  -  -  -  +  +  -',
  requires_merchant_action: /*            */ '-  -  -  -  -  -  -  +  -  -',
  requires_capture: /*                    */ '-  -  +  +  -  +  +  +  +  -',
  processing: /*                          */ '-  -  m  -  -  -  -  +  -  -',
  succeeded: /*                           */ '-  -  -  -  +  -  -  -  +  +',
  failed: /*                              */ '-  r  -  -  -  -  -  -  +  -',
  cancelled: /*                           */ '-  -  -  -  -  -  -  +  -  -',
  partially_captured: /*                  */ '-  -  -  -  +  -  -  +  +  +',
  partially_captured_and_capturable: /*   */ '-  -  +  +  -  -  -  +  +  -',
  partially_authorized_and_requires_capture: '-  -  +  +  -  -  +  +  -  -',
  conflicted: /*                          */ '-  -  -  -  -  -  -  +  -  -',
  expired: /*                             */ '-  -  -  -  -  -  -  +  -  -',
  cancelled_post_capture: /*              */ '-  -  -  -  -  -  -  +  -  -',
  review: /*                              */ '-  -  -  -  -  -  -  -  -  -',
};

/** A payment whose money is reserved, brought into this status. */
async function paymentWithStatus(context: RuleContext, status: string): Promise<string> {
  const requests = {
    request_incremental_authorization: true,
    request_extended_authorization: true,
  };
  const id = await paid(context, { capture_method: 'manual', ...requests });
  const { payments } = context.world.services;
  const payment = await payments.get(context.merchant.id, id);
  await payments.save({ ...payment, status: v.parse(PaymentStatus, status) });
  return id;
}

const asked = async (context: RuleContext, name: Name, payment_id: string): Promise<Answer> =>
  name === 'refund'
    ? context.ask('refunds.create', { body: { payment_id } })
    : context.ask(operations[name][0], {
        params: { payment_id },
        ...(name !== 'extend' && { body: bodies[name] ?? {} }),
      });

const bodies: Partial<Record<Name, object>> = {
  confirm: byCard(),
  incremental: { amount: 5_000 },
  update_metadata: { metadata: { floor: '2' } },
};

/** The refusal where it is not accepted. */
function refusalOf(name: Name, status: string): readonly [code: string, message: string] {
  if (name === 'capture' && status === 'processing') {
    return [
      'IR_14',
      'This Payment could not be captured because it has a capture_method of manual. The expected state is manual_multiple',
    ];
  }
  if (name === 'capture') {
    return [
      'IR_14',
      `This Payment could not be captured because it has a payment.status of ${status}. The expected state is requires_capture, partially_captured_and_capturable, processing`,
    ];
  }
  if (name === 'refund') {
    return [
      'IR_14',
      `This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`,
    ];
  }
  const retry =
    name === 'confirm' && status === 'failed'
      ? ', you can enable `manual_retry` in profile to try this payment again'
      : '';
  const [, action] = operations[name];
  return ['IR_16', `You cannot ${action} this payment because it has status ${status}${retry}`];
}

describe('operations on payments by status', () => {
  let context: RuleContext;
  beforeAll(async () => {
    context = await ruleContext();
  });

  it('the table of statuses and operations has every status that a payment can reach', () => {
    const unreached = 'partially_captured_and_processing';
    expect(Object.keys(taken).sort()).toEqual(
      PaymentStatus.options.filter((status) => status !== unreached).sort(),
    );
  });

  const cells = Object.entries(taken).flatMap(([status, row]) =>
    words(row).map((cell, index) => [names[index] ?? 'update', status, cell] as const),
  );

  it.each(cells.filter(([, , cell]) => cell !== '+'))(
    'the operation %s on a payment with status %s is refused, and the answer names the status',
    async (name, status) => {
      const answer = await asked(context, name, await paymentWithStatus(context, status));
      const [code, message] = refusalOf(name, status);
      expect(answer).toMatchObject(refused(400, code, message));
    },
  );

  it.each(cells.filter(([, , cell]) => cell === '+'))(
    'the operation %s on a payment with status %s is not refused for the status',
    async (name, status) => {
      const { status: answered, body } = await asked(
        context,
        name,
        await paymentWithStatus(context, status),
      );
      // The answer may name something else that such a payment lacks, and not its status.
      expect(body.error?.message ?? '').not.toMatch(/because it has/);
      expect(answered).toBeLessThan(500);
    },
  );
});

const ofAuthorized =
  (operation: string, body: object): RuleRequest =>
  async (context) => {
    const payment_id = await paymentWithStatus(context, 'requires_capture');
    return context.ask(operation, { params: { payment_id }, body });
  };
const ofWaiting =
  (operation: string, body: object): RuleRequest =>
  async (context) => {
    const { payment_id } = await context.done('payments.create', {
      body: { amount: 2_599, currency: 'EUR' },
    });
    return context.ask(operation, { params: { payment_id }, body });
  };

const confirmed = (capture: object, stated: object = {}): RuleRequest =>
  ofWaiting('payments.confirm', { ...byCard(), ...capture, ...stated });

const confirms: Rule[] = [
  ...rulesOf('POST /payments/{payment_id}/confirm', [
    [
      'a confirm with automatic capture of a part of the amount',
      confirmed({ amount_to_capture: 1 }),
      refused(
        400,
        'IR_16',
        'amount_to_capture must be equal to total_capturable_amount when capture_method = automatic',
      ),
    ],
    [
      'a confirm with amount_to_capture above the amount',
      confirmed({ amount_to_capture: 2_600, capture_method: 'manual' }),
      refused(422, 'IR_05', expect.stringContaining('lesser than or equal to amount')),
    ],
    [
      'a confirm with amount_to_capture of the whole net amount',
      confirmed({ amount_to_capture: 2_700 }, { shipping_cost: 101 }),
      accepted({ status: 'succeeded', amount_received: 2_700 }),
    ],
    [
      'a confirm with the merchant_id of another merchant',
      confirmed({ merchant_id: 'another' }),
      refused(404, 'HE_02', 'Merchant account does not exist in our records'),
    ],
  ]),
  [
    'POST /payments/{payment_id}/cancel',
    'cancellation_reason of 1000 characters',
    ofAuthorized('payments.cancel', { cancellation_reason: 'x'.repeat(1_000) }),
    accepted({ status: 'cancelled', cancellation_reason: 'x'.repeat(1_000) }),
  ],
];

const retrieved =
  (query: Readonly<Record<string, string>>): RuleRequest =>
  async (context) =>
    context.ask('payments.retrieve', { params: { payment_id: await paid(context) }, query });

const members: Rule[] = [
  ...words('payments.update payments.confirm').map(
    (operation): Rule => [
      routeOf(operation),
      'an unknown member is refused',
      ofWaiting(operation, { colour: 'red' }),
      malformed('unknown field `colour`'),
    ],
  ),
  [
    'POST /payments/{payment_id}/update_metadata',
    'an unknown member is refused',
    ofAuthorized('payments.update-metadata', { metadata: { a: 'b' }, colour: 'red' }),
    malformed('unknown field `colour`'),
  ],
  ...(
    [
      ['payments.capture', {}],
      ['payments.cancel', {}],
      ['payments.incremental-authorization', { amount: 5_000 }],
    ] as const
  ).map(
    ([operation, body]): Rule => [
      routeOf(operation),
      'an unknown member is ignored',
      ofAuthorized(operation, { ...body, colour: 'red' }),
      accepted(),
    ],
  ),
  ...['null', '7', '"capture"'].map(
    (text): Rule => [
      'POST /payments/{payment_id}/capture',
      `a capture whose body is ${text} and no object`,
      async (context) => {
        const payment_id = await paymentWithStatus(context, 'requires_capture');
        return context.ask('payments.capture', { params: { payment_id }, text });
      },
      refused(400, 'IR_06', expect.stringMatching(/^Json deserialize error: invalid type: /)),
    ],
  ),
  ...rulesOf('GET /payments/{payment_id}', [
    [
      'expand_attempts true shows the attempts',
      retrieved({ expand_attempts: 'true' }),
      accepted({ attempts: [{}] }),
    ],
    ['force_sync with an unknown value', retrieved({ force_sync: 'maybe' }), refused(400, 'IR_06')],
  ]),
];

describe('requests of operations on payments', () => {
  describeRules([...members, ...confirms]);

  it('GET /payments/{payment_id}: attempts and captures are left out unless the query asks for them', async () => {
    const { body } = await retrieved({})(await ruleContext());
    expect(Object.keys(body).filter((key) => /^(attempts|captures)$/.test(key))).toEqual([]);
  });
});

import type { Change } from '#platform/queues/stream-function.ts';
import { outcomesIn } from '#switch/routing/dynamic/learn-outcomes.ts';
import { transitionFacts } from '#webhooks/monitoring/transition-facts.ts';
import { byCard } from '../../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  container,
  switchDependencies,
} from '../../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../../support/table/memory-table.ts';

const attempt = { id: 'pay_1_1', status: 'started', connectorName: 'adyen' };
const payment = {
  pk: 'MERCHANT#m#PAYMENT#pay_1',
  sk: 'PAYMENT',
  currency: 'EUR',
  amountMinor: 6540,
  requestFields: { payment_method: 'card' },
  attempt,
  attemptCount: 1,
  transitions: [{ type: 'payment_created', status: 'requires_confirmation', version: 1 }],
};
const then = (type: string, status: string, version = 3) => [
  ...payment.transitions,
  { type, status, version },
];

it('a payment that was created and nothing more is no line', () => {
  expect(transitionFacts({ before: undefined, after: payment })).toEqual([]);
  expect(transitionFacts({ before: payment, after: undefined })).toEqual([]);
});

it('an authorization is one line with its connector, method and outcome', () => {
  const after = {
    ...payment,
    attempt: { ...attempt, status: 'authorized' },
    transitions: then('payment_authorized', 'requires_capture'),
  };
  expect(transitionFacts({ before: payment, after })).toEqual([
    {
      kind: 'payments',
      status: 'requires_capture',
      connector: 'adyen',
      method: 'card',
      outcome: 'authorized',
      authorizedPercent: 100,
    },
  ]);
  expect(transitionFacts({ before: after, after })).toEqual([]);
});

it.each(['authorized', 'capture_initiated', 'capture_review'])(
  'a capture of a %s payment decides nothing again, and counts its amount',
  (status) => {
    const before = { ...payment, amountReceivedMinor: 1000, attempt: { ...attempt, status } };
    const after = {
      ...before,
      amountReceivedMinor: 6540,
      attempt: { ...attempt, status: 'charged' },
      transitions: then('payment_succeeded', 'succeeded'),
    };
    expect(transitionFacts({ before, after })).toEqual([
      { kind: 'payments', status: 'succeeded', money: 'captured', currency: 'EUR', amount: 5540 },
    ]);
  },
);

/** A payment of 65.40 with its further requests, and all that the stream tells of it. */
async function toldOf(
  capture_method: string,
  ...requests: readonly (readonly [operation: string, body: object])[]
): Promise<readonly Change[]> {
  const told: Change[] = [];
  const shop = container(
    memoryPort([], (before, after) => told.push({ before, after })),
    switchDependencies(),
  );
  const { key } = await aMerchant(shop);
  const body = aPaymentRequest({ capture_method, confirm: true, ...byCard() });
  const created = await shop.ask('payments.create', { key, body });
  const params = { payment_id: created.body.payment_id };
  const answers = [created];
  for (const [operation, body] of requests) {
    answers.push(await shop.ask(operation, { key, params, body }));
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return told;
}

it.each([
  ['at once', 'automatic', [], [['captured', 6540]]],
  ['in part', 'manual', [['payments.capture', { amount_to_capture: 1000 }]], [['captured', 1000]]],
  [
    'in parts',
    'manual_multiple',
    [
      ['payments.capture', { amount_to_capture: 1000 }],
      ['payments.capture', { amount_to_capture: 2000 }],
    ],
    [
      ['captured', 1000],
      ['captured', 2000],
    ],
  ],
  [
    'and voided',
    'automatic',
    [['payments.cancel-post-capture', {}]],
    [
      ['captured', 6540],
      ['refunded', 6540],
    ],
  ],
] as const)(
  'an amount captured %s is counted by the captured amount',
  async (_, how, requests, moved) => {
    const lines = (await toldOf(how, ...requests)).flatMap(transitionFacts);
    const money = lines.filter((line) => line.money !== undefined);
    expect(money.map((line) => [line.money, line.amount])).toEqual(moved);
  },
);

it('a payment that is captured by hand is authorized once in all that the stream tells of it', async () => {
  const told = await toldOf('manual', ['payments.capture', {}]);
  const lines = told.flatMap(transitionFacts);
  expect(lines.map(({ status, outcome }) => [status, outcome])).toEqual([
    ['requires_capture', 'authorized'],
    ['succeeded', undefined],
  ]);
  const marked = { profileId: 'pro_1', group: 'card' };
  const learned = told.map(({ before, after }) => ({
    before: before && { ...before, attempt: { ...Object(before.attempt), learning: marked } },
    after: after && { ...after, attempt: { ...Object(after.attempt), learning: marked } },
  }));
  expect(learned.flatMap(outcomesIn)).toHaveLength(1);
});

it.each([
  ['with a documented code', { code: '12', message: 'Not enough balance' }, 'UE_1000'],
  ['with another code', { code: '05' }, 'UE_9000'],
  ['without an error', undefined, 'no error'],
])(
  'a decline %s and without a rule of the operator is counted by the code that its answer has',
  (_, error, unifiedCode) => {
    const after = {
      ...payment,
      attempt: { ...attempt, status: 'failure', ...(error && { error }) },
      transitions: then('payment_failed', 'failed'),
    };
    expect(transitionFacts({ before: payment, after })).toMatchObject([
      { outcome: 'declined', authorizedPercent: 0, unifiedCode },
    ]);
  },
);

it('a decline has its unified code, and a success after another attempt says that it was saved', () => {
  const failed = {
    ...payment,
    attempt: { ...attempt, status: 'failure', error: { unified: { code: 'UE_9000' } } },
    transitions: then('payment_failed', 'failed'),
  };
  expect(transitionFacts({ before: payment, after: failed })).toMatchObject([
    { status: 'failed', connector: 'adyen', outcome: 'declined', unifiedCode: 'UE_9000' },
  ]);
  const saved = {
    ...payment,
    attempt: { ...attempt, id: 'pay_1_2', status: 'charged' },
    attemptCount: 2,
    amountReceivedMinor: 6540,
    transitions: then('payment_succeeded', 'succeeded'),
  };
  expect(transitionFacts({ before: payment, after: saved })).toMatchObject([
    { savedByRetry: true, outcome: 'authorized', amount: 6540 },
  ]);
});

it('an attempt that another followed is counted once, by its outcome', () => {
  const after = {
    ...attempt,
    pk: payment.pk,
    sk: 'ATTEMPT#000001',
    status: 'failure',
    error: { unified: { code: 'UE_1000' } },
    paymentMethodData: { billing: null, card: {} },
  };
  expect(transitionFacts({ before: undefined, after })).toEqual([
    {
      kind: 'attempts',
      status: 'failure',
      connector: 'adyen',
      method: 'card',
      outcome: 'declined',
      authorizedPercent: 0,
      unifiedCode: 'UE_1000',
    },
  ]);
  expect(transitionFacts({ before: after, after })).toEqual([]);
});

it.each([
  ['REFUND#ref_1', 'refund_succeeded', { kind: 'refunds', money: 'refunded', amount: 6540 }],
  ['PAYOUT', 'payout_success', { kind: 'payouts', money: 'paid out', amount: 6540 }],
  ['DISPUTE#dp_1', 'dispute_opened', { kind: 'pre_dispute', money: 'disputed', amount: 6540 }],
  ['DISPUTE#dp_1', 'dispute_lost', { kind: 'pre_dispute' }],
  ['MANDATE', 'mandate_active', { kind: 'mandates' }],
])('a change of %s to %s is a line', (sk, type, expected) => {
  const after = {
    sk,
    currency: 'EUR',
    amountMinor: 6540,
    stage: 'pre_dispute',
    transitions: [{ type, status: 'so', version: 2 }],
  };
  expect(transitionFacts({ before: undefined, after })).toMatchObject([expected]);
});

it('an item that is none of these, or cannot be read, says nothing', () => {
  for (const after of [{ sk: 'MERCHANT' }, { sk: 7 }, { sk: 'PAYMENT', transitions: 'x' }]) {
    expect(transitionFacts({ before: undefined, after })).toEqual([]);
  }
});

it('an amount that the log would take for a card number is left out', () => {
  const after = {
    sk: 'PAYOUT',
    currency: 'IDR',
    amountMinor: 4_242_424_242_424,
    transitions: [{ type: 'payout_success', status: 'success', version: 2 }],
  };
  expect(transitionFacts({ before: undefined, after })).toEqual([
    { kind: 'payouts', status: 'success' },
  ]);
});

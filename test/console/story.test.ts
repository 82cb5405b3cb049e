import { fieldChanges, storyOf } from '../../console/story.ts';

const pk = 'MERCHANT#shop#PAYMENT#pay_1';
const createdAt = '2026-01-01T10:00:00.000Z';
const begun = Date.parse(createdAt);

const payment = {
  pk,
  sk: 'PAYMENT',
  merchantId: 'shop',
  id: 'pay_1',
  status: 'succeeded',
  createdAt,
  clientSecret: 'pay_1_secret_abcdefghijabcdefghij',
  attempt: {
    id: 'pay_1_1',
    status: 'charged',
    connectorName: 'stripe_test',
    createdAt,
    askedAt: createdAt,
    modifiedAt: '2026-01-01T10:00:00.080Z',
    routing: {
      approach: 'priority',
      accounts: ['stripe_test:mca_1', 'adyen_test:mca_2'],
      excluded: { 'paypal_test:mca_3': 'currency' },
    },
  },
  transitions: [
    { type: 'payment_created', status: 'processing', at: createdAt, version: 1 },
    { type: 'payment_succeeded', status: 'succeeded', at: '2026-01-01T10:00:00.080Z', version: 2 },
  ],
};
const eventPk = 'MERCHANT#shop#EVENT#evt_1';
const events = [
  {
    pk: eventPk,
    sk: 'EVENT',
    id: 'evt_1',
    type: 'payment_succeeded',
    createdAt: '2026-01-01T10:00:00.080Z',
    body: JSON.stringify({ content: { object: { client_secret: 'pay_1_secret_x' } } }),
  },
  {
    pk: eventPk,
    sk: 'DELIVERY',
    attempts: [
      {
        number: 1,
        kind: 'initial_attempt',
        at: '2026-01-01T10:00:00.300Z',
        ms: 12,
        delivered: false,
        status: 500,
      },
    ],
  },
  { pk: eventPk, sk: 'ANSWER#1', attempt: 1, answer: 'a long answer' },
];
const lineAt = (after: number, facts: object) => ({
  at: begun + after,
  level: 'info' as const,
  source: 'payments.create',
  message: JSON.stringify({ level: 'info', function: 'payments.create', ...facts }),
});
const none = { changes: [], lines: [], receipts: [], events: [] };

describe('the story of a payment', () => {
  it('the story of a payment is in the order of its events, causes first', () => {
    const { transitions: _, ...first } = { ...payment, status: 'processing', version: 1 };
    const second = { ...payment, version: 2 };
    const entries = storyOf({
      items: [payment],
      events,
      changes: [
        { at: begun, before: undefined, after: first },
        { at: begun + 80, before: first, after: second },
      ],
      lines: [
        // It reaches the console after the outcome was saved.
        lineAt(84, {
          message: 'connector outcome',
          connector: 'stripe_test',
          flow: 'Authorize',
          ms: 60,
          status: 200,
          result: 'captured',
        }),
        lineAt(95, { message: 'request', operation: 'payments.create', status: 200, ms: 90 }),
        lineAt(96, { message: 'span', name: 'payments.create' }),
      ],
      receipts: [],
    });
    expect(entries.map(({ kind, title, note, tone }) => [kind, title, note, tone])).toEqual([
      ['request', 'payments.create', '200', 'good'],
      ['routing', 'priority', 'stripe_test → adyen_test', 'plain'],
      ['change', 'payment created', 'processing · version 1', 'waiting'],
      ['exchange', 'stripe_test · Authorize', 'captured · 200', 'good'],
      ['change', 'payment saved', 'succeeded · version 2', 'good'],
      ['event', 'payment_succeeded', 'evt_1', 'plain'],
      ['delivery', 'initial attempt', '500', 'bad'],
    ]);
    expect(entries[4]?.changes).toEqual([
      { field: 'status', before: 'processing', after: 'succeeded' },
    ]);
    expect(entries[6]?.payload).toMatchObject({ answer: 'a long answer', status: 500 });
  });

  it('the story of a payment consists of its items only, when log and stream have dropped it', () => {
    const entries = storyOf({ ...none, items: [payment] });
    expect(entries.map(({ kind, title }) => [kind, title])).toEqual([
      ['routing', 'priority'],
      ['change', 'payment processing'],
      ['exchange', 'stripe_test · attempt 1'],
      ['change', 'payment succeeded'],
    ]);
    expect(entries[0]?.payload).toMatchObject({
      excluded: { 'paypal_test:mca_3': 'The account does not accept this currency.' },
    });
  });

  it('the story of a payment shows no secret', () => {
    const entries = storyOf({
      ...none,
      items: [payment],
      events,
      changes: [{ at: begun, before: undefined, after: payment }],
    });
    expect(JSON.stringify(entries)).not.toContain('_secret_');
  });

  it('the story of a payment skips lines that are not JSON, and keeps errors', () => {
    const entries = storyOf({
      ...none,
      items: [payment],
      lines: [
        { at: begun, level: 'info', source: 'x', message: 'pay_1 plain words' },
        lineAt(50, { level: 'error', message: 'payment without an outcome for too long' }),
      ],
    });
    expect(entries.filter(({ kind }) => kind === 'log')).toMatchObject([
      { title: 'payment without an outcome for too long', tone: 'bad' },
    ]);
  });
});

it('the story of a declined payment has the line that its test card was at a live account', () => {
  const line = { message: 'test card at a live account', connector: 'stripe' };
  const entries = storyOf({ ...none, items: [payment], lines: [lineAt(70, line)] });
  expect(entries.filter(({ kind }) => kind === 'log')).toMatchObject([
    { title: 'test card at a live account', payload: { connector: 'stripe' } },
  ]);
});

it('the story of a payment names the members of a request that were ignored', () => {
  const line = { message: 'members ignored', operation: 'payments.capture', members: 'shop_note' };
  const entries = storyOf({ ...none, items: [payment], lines: [lineAt(70, line)] });
  expect(entries.filter(({ kind }) => kind === 'log')).toMatchObject([
    { title: 'members ignored', note: 'shop_note' },
  ]);
});

it('the story of a declined payment or refund has the reason where it was saved', () => {
  const asked = { ...payment, status: 'processing', version: 1 };
  const error = { code: 'DC_08', message: 'Payment declined: Stolen card' };
  const declined = { ...asked, status: 'failed', version: 2, attempt: { ...asked.attempt, error } };
  const refund = { pk, sk: 'REFUND#ref_1', id: 'ref_1', status: 'pending', version: 1 };
  const refused = { ...refund, status: 'failed', error: { message: 'Refund declined' } };
  const changes = [
    { at: begun, before: undefined, after: asked },
    { at: begun + 1, before: asked, after: declined },
    { at: begun + 2, before: declined, after: { ...declined, version: 3 } },
    { at: begun + 3, before: refund, after: refused },
  ];
  const entries = storyOf({ ...none, items: [declined], changes });
  expect(entries.filter(({ kind }) => kind === 'change').map(({ note }) => note)).toEqual([
    'processing · version 1',
    'failed · DC_08 · Payment declined: Stolen card · version 2',
    'failed · version 3',
    'failed · Refund declined · version 1',
  ]);
});

describe('the changes of an item', () => {
  it("an item's changes name nested fields, and leave out fields that change with every save", () => {
    const before = { pk, sk: 'PAYMENT', version: 1, save_id: 'a', attempt: { status: 'started' } };
    const after = { pk, sk: 'PAYMENT', version: 2, save_id: 'b', attempt: { status: 'charged' } };
    expect(fieldChanges(before, after)).toEqual([
      { field: 'attempt.status', before: 'started', after: 'charged' },
    ]);
  });

  it("an item's changes show an added or removed field", () => {
    const before = { pk, sk: 'PAYMENT', dueAt: 'soon' };
    const after = { pk, sk: 'PAYMENT', refundCount: 1 };
    expect(fieldChanges(before, after)).toEqual([
      { field: 'dueAt', before: 'soon' },
      { field: 'refundCount', after: '1' },
    ]);
  });
});

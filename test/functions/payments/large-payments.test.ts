import { itemCeiling, maxItemBytes } from '#platform/table/item-size.ts';
import { itemSize } from '#platform/table/units.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const filler = 'x'.repeat(30_000);

/** Thirteen updates, each of which fills another member with 30 KB. */
const updates: readonly object[] = [
  { metadata: { filler } },
  { frm_metadata: { filler } },
  ...['noon', 'adyen', 'braintree', 'airwallex', 'apple_pay', 'santander'].map((name) => ({
    connector_metadata: { [name]: { filler } },
  })),
  { feature_metadata: { pix_additional_details: null, boleto_additional_details: { filler } } },
  { split_payments: { stripe_split_payment: { filler } } },
  { split_payments: { adyen_split_payment: { filler } } },
  { split_payments: { xendit_split_payment: { filler } } },
  { feature_metadata: { apple_pay_recurring_details: { filler } } },
];

async function begun(changes: object = {}) {
  const world = switchInMemory();
  const { key } = await aMerchant(world, 'merchant_example');
  const body = aPaymentRequest({ confirm: false, ...changes });
  const created = await world.ask('payments.create', { key, body });
  expect(created.status).toBe(200);
  const params = { payment_id: String(created.body.payment_id) };
  const ask = (operation: string, more: object = {}) =>
    world.ask(operation, { key, params, body: {}, ...more });
  const items = () => world.port.items().filter(({ id }) => id === params.payment_id);
  const item = () => {
    const [found] = items().filter(({ sk }) => sk === 'PAYMENT');
    if (!found) throw new Error('There is no payment.');
    return found;
  };
  return { world, key, params, ask, item };
}

type Begun = Awaited<ReturnType<typeof begun>>;

/** The payment as an earlier version might have left it: much larger than any is today. */
async function grown({ world, item }: Begun, bytes: number) {
  const { requestFields, ...payment } = item();
  const metadata = { order: '17', filler: '' };
  const large = { ...payment, requestFields: { ...Object(requestFields), metadata } };
  metadata.filler = 'x'.repeat(bytes - itemSize(large));
  await world.port.update(item(), { set: { requestFields: large.requestFields } });
  expect(itemSize(item())).toBe(bytes);
}

/** The answers of the processor are lost meanwhile. */
async function unheard<T>({ dependencies }: Begun['world'], ask: () => Promise<T>): Promise<T> {
  const { send } = dependencies;
  dependencies.send = async (...request) => {
    await send(...request);
    return { kind: 'unknown', reason: 'timeout' };
  };
  try {
    return await ask();
  } finally {
    dependencies.send = send;
  }
}

describe('a payment that its merchant fills with 30 KB again and again', () => {
  it('a payment that is filled with 30 KB again and again accepts all that fits, refuses the rest with a reason and writes none of that', async () => {
    const { world, ask, item } = await begun();
    const statuses: number[] = [];
    for (const body of updates) {
      const before = world.port.items();
      const { status, body: answer } = await ask('payments.update', { body });
      statuses.push(status);
      expect(itemSize(item())).toBeLessThanOrEqual(itemCeiling);
      if (status === 200) continue;
      expect(status).toBe(400);
      expect(answer).toMatchObject({
        error: {
          type: 'invalid_request',
          code: 'IR_06',
          message: expect.stringMatching(/too large to be kept.*`(.*metadata|split_payments)`/),
        },
      });
      expect(world.port.items()).toEqual(before);
    }
    expect(statuses[0]).toBe(200);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(5);
  });

  it('a payment filled with 30 KB again and again is charged by its confirm and succeeds: the outcome always fits', async () => {
    const { ask, item } = await begun();
    for (const body of updates) await ask('payments.update', { body });
    expect(await ask('payments.confirm', { body: byCard() })).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    });
    expect(itemSize(item())).toBeLessThanOrEqual(itemCeiling);
  });

  it('a payment filled to its limit asks no processor when its confirm is too large, and writes nothing', async () => {
    const { world, ask } = await begun({ metadata: { filler } });
    const before = world.port.items();
    const calls = world.dependencies.send;
    let asked = 0;
    world.dependencies.send = (...request) => {
      asked += 1;
      return calls(...request);
    };
    const body = { ...byCard(), frm_metadata: { filler }, customer: { id: 'cus_new' } };
    const { status, body: answer } = await ask('payments.confirm', { body });
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: { message: expect.stringContaining('metadata') } });
    expect(asked).toBe(0);
    expect(world.port.items()).toEqual(before);
  });

  it('a payment that is too large creates no customer record', async () => {
    const world = switchInMemory();
    const { key } = await aMerchant(world, 'merchant_example');
    const before = world.port.items();
    // An empty object is two characters of JSON, and more bytes in the table.
    const many = Array.from({ length: 10_000 }, () => ({}));
    for (const confirm of [false, true]) {
      const means = confirm ? byCard() : {};
      const customer_id = 'cus_new';
      const body = aPaymentRequest({ confirm, ...means, customer_id, metadata: { many } });
      const { status, body: answer } = await world.ask('payments.create', { key, body });
      expect([status, answer]).toMatchObject([400, { error: { code: 'IR_06' } }]);
    }
    expect(world.port.items()).toEqual(before);
  });
});

/** The largest length that the request is accepted with; from there on it is refused. */
async function largestAccepted(ask: (length: number) => Promise<{ readonly status: number }>) {
  let [accepted, refused] = [0, 32_000];
  while (refused - accepted > 1) {
    const length = Math.floor((accepted + refused) / 2);
    if ((await ask(length)).status === 200) accepted = length;
    else refused = length;
  }
  return accepted;
}

describe('a payment that is as large as its last request may make it', () => {
  const { payment_method_data, ...means } = byCard();
  const named = { card_holder_name: '\u{1F600}'.repeat(120), nick_name: 'n'.repeat(120) };
  const methods: readonly (readonly [string, object])[] = [
    ['a card', byCard()],
    [
      'a card with long names',
      { ...means, payment_method_data: { card: { ...payment_method_data.card, ...named } } },
    ],
  ];
  const texts = [
    ['', 'x'],
    ['d'.repeat(8_192), 'x'],
    ['\u{1F600}'.repeat(2_000), '\u00fc'],
  ] as const;

  it.each(
    texts.flatMap(([description, letter]) =>
      methods.map((one) => [...one, description, letter] as const),
    ),
  )(
    'a payment that an update fills to its size limit accepts a confirm that states only %s',
    async (name, method, description, letter) => {
      const { ask } = await begun();
      await largestAccepted((length) =>
        ask('payments.update', {
          body: { description, metadata: { filler: letter.repeat(length) } },
        }),
      );
      const { status, body } = await ask('payments.confirm', { body: method });
      expect({ name, status, refusal: body.error?.message }).toEqual({ name, status: 200 });
    },
  );

  it('a payment that its create fills to its size limit accepts a confirm, a capture and a refund', async () => {
    const world = switchInMemory();
    const { key } = await aMerchant(world);
    const created: string[] = [];
    await largestAccepted(async (length) => {
      const metadata = { filler: 'x'.repeat(length) };
      const body = aPaymentRequest({ confirm: false, capture_method: 'manual', metadata });
      const answer = await world.ask('payments.create', { key, body });
      if (answer.status === 200) created.push(answer.body.payment_id);
      return answer;
    });
    const payment_id = created.at(-1) ?? '';
    const ask = (name: string, body: object) =>
      world.ask(name, { key, params: { payment_id }, body });
    expect((await ask('payments.confirm', byCard())).status).toBe(200);
    expect((await ask('payments.capture', {})).status).toBe(200);
    const refund = await world.ask('refunds.create', { key, body: { payment_id } });
    expect(refund.status).toBe(200);
  });
});

it('a text has a limit, also where the contract names no length', async () => {
  const { world, key } = await begun();
  const before = world.port.items();
  const state = 'x'.repeat(16_385);
  const body = aPaymentRequest({ billing: { address: { state } } });
  const { status, body: answer } = await world.ask('payments.create', { key, body });
  expect(status).toBe(400);
  expect(answer).toMatchObject({
    error: {
      code: 'IR_06',
      message: expect.stringContaining(
        'billing.address.state: the maximum allowed length for this field is 16384',
      ),
    },
  });
  expect(world.port.items()).toEqual(before);
});

describe('a browser that confirms a failed payment again and again with 20 KB more', () => {
  it('a browser that confirms a failed payment again and again with 20 KB more is refused once it is too much, and can still pay', async () => {
    const { world, key, params, item, ask } = await begun();
    const profile = world.port.items().find(({ sk }) => sk.startsWith('PROFILE#'));
    if (profile)
      await world.port.update(profile, { set: { settings: { is_manual_retry_enabled: true } } });
    const declined = byCard('4000000000000002');
    const statuses: number[] = [];
    const text = 'x'.repeat(15_000);
    for (const more of [
      { metadata: { text } },
      { frm_metadata: { text } },
      { connector_metadata: { noon: { text } } },
      { connector_metadata: { noon: { text } }, frm_metadata: { text } },
    ]) {
      const { status } = await ask('payments.confirm', { body: { ...declined, ...more } });
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    expect(itemSize(item())).toBeLessThanOrEqual(itemCeiling);
    const paid = await world.ask('payments.confirm', { key, params, body: byCard() });
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });
});

describe('a payment that is larger than payments may be, as an earlier version left it', () => {
  /** Only the additions of the next save would still fit. */
  const almostFull = maxItemBytes - 300;

  it('a payment above the size limit can be resolved by an operator: its metadata names the dropped fields', async () => {
    const all = await begun();
    const { world, ask, item } = all;
    await unheard(world, () => ask('payments.confirm', { body: byCard() }));
    await grown(all, almostFull);
    const decided = await ask('payments.manual-update', {
      key: adminKey,
      body: { merchant_id: 'merchant_example', attempt_status: 'charged', reason: 'r'.repeat(255) },
    });
    expect(decided).toMatchObject({ status: 200, body: { attempt_status: 'charged' } });
    expect((await ask('payments.retrieve')).body).toMatchObject({
      status: 'succeeded',
      metadata: { removed_for_size: 'metadata' },
    });
    expect(itemSize(item())).toBeLessThan(maxItemBytes);
  });

  it('a payment above the size limit stores the outcome that a webhook brings later', async () => {
    const all = await begun();
    const { world, ask } = all;
    const heard = await unheard(world, () => ask('payments.confirm', { body: byCard() }));
    expect(heard.body).toMatchObject({ status: 'processing' });
    await grown(all, almostFull);
    const { body } = await ask('payments.retrieve', { query: { force_sync: 'true' } });
    expect(body).toMatchObject({
      status: 'succeeded',
      metadata: { removed_for_size: 'metadata' },
    });
  });

  it('a payment above the size limit can be captured, and cancelled', async () => {
    for (const [operation, status] of [
      ['payments.capture', 'succeeded'],
      ['payments.cancel', 'cancelled'],
    ] as const) {
      const all = await begun({ capture_method: 'manual' });
      await all.ask('payments.confirm', { body: byCard() });
      await grown(all, almostFull);
      expect(await all.ask(operation)).toMatchObject({ status: 200, body: { status } });
    }
  });

  it('a payment above the size limit is not changed by a request as long as it is too large', async () => {
    const all = await begun();
    await grown(all, almostFull);
    const before = all.world.port.items();
    const body = { description: 'Order 17' };
    expect(await all.ask('payments.update', { body })).toMatchObject({ status: 400 });
    expect(all.world.port.items()).toEqual(before);
    const smaller = { metadata: { order: '18' } };
    expect(await all.ask('payments.update', { body: smaller })).toMatchObject({ status: 200 });
  });
});

import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const stated = {
  base_currency: 'USD',
  conversion: { EUR: { to_factor: '0.92' }, JPY: { to_factor: '150', from_factor: '0.0066' } },
};

async function withRates(body: object = stated) {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const set = (rates: object) => world.ask('forex.set-rates', { key: adminKey, body: rates });
  return {
    ...world,
    set,
    answer: await set(body),
    rates: () => world.ask('forex.retrieve-rates', { key }),
    convert: (amount: string, from_currency: string, to_currency: string) =>
      world.ask('forex.convert', { key, query: { amount, from_currency, to_currency } }),
  };
}

it('the exchange rates that an operator sets are read by every merchant, with the way back completed', async () => {
  const { answer, rates, dependencies } = await withRates();
  const { status, body } = await rates();
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      base_currency: 'USD',
      conversion: {
        EUR: { to_factor: '0.92', from_factor: '1.0869565217391304347826086957' },
        JPY: { to_factor: '150', from_factor: '0.0066' },
      },
    },
    timestamp: Math.floor(dependencies.clock.now.getTime() / 1_000),
  });
  expect(answer.body).toEqual(body);
});

it('the exchange rates that are read can be set again as they are, and replace all earlier ones', async () => {
  const { set, rates } = await withRates();
  const { data } = (await rates()).body;
  expect((await set(data)).body.data).toEqual(data);
  await set({ base_currency: 'EUR', conversion: {} });
  expect((await rates()).body.data).toEqual({ base_currency: 'EUR', conversion: {} });
});

it('the exchange rates set by two operators at once are wholly those of one', async () => {
  const { set, rates } = await withRates();
  const others = { base_currency: 'EUR', conversion: { USD: { to_factor: '1.1' } } };
  await Promise.all([set(stated), set(others)]);
  const { base_currency, conversion } = (await rates()).body.data;
  expect([base_currency, Object.keys(conversion)]).toEqual(
    base_currency === 'EUR' ? ['EUR', ['USD']] : ['USD', ['EUR', 'JPY']],
  );
});

it('a set of exchange rates may have all 165 currencies, with all digits that a factor may have', async () => {
  const { Currency } = await import('#vocabulary/currencies.ts');
  const factor = `${'9'.repeat(12)}.${'9'.repeat(28)}`;
  const conversion = Object.fromEntries(
    Currency.options.map((name) => [name, { to_factor: factor, from_factor: factor }]),
  );
  const { answer, rates } = await withRates({ base_currency: 'USD', conversion });
  expect(answer.status).toBe(200);
  expect((await rates()).body.data.conversion).toEqual(conversion);
});

it('an amount is converted between currencies of different decimals without a loss', async () => {
  const { convert } = await withRates();
  const converted = async (...asked: Parameters<typeof convert>) => (await convert(...asked)).body;
  expect(await converted('6540', 'USD', 'EUR')).toEqual({
    converted_amount: '60.1680',
    currency: 'EUR',
  });
  expect((await converted('1000', 'JPY', 'EUR')).converted_amount).toBe('6.072000');
  expect((await converted('-1000', 'JPY', 'JPY')).converted_amount).toBe('-1000');
});

it.each([
  ['eur', 'USD'],
  ['USD', 'XXX'],
  // A currency without a rate.
  ['USD', 'GBP'],
])(
  'a conversion from %s to %s is refused as Hyperswitch refuses a word that is no currency',
  async (from, to) => {
    const { convert } = await withRates();
    const { status, body } = await convert('1', from, to);
    expect([status, body.error.code, body.error.message]).toEqual([
      422,
      'IR_06',
      'The provided currency is not acceptable',
    ]);
  },
);

it.each(['1.5', '', '99999999999999999', '1e3'])(
  'a conversion of the amount %s is refused',
  async (amount) => {
    const { convert } = await withRates();
    const { status, body } = await convert(amount, 'USD', 'EUR');
    expect([status, body.error.code]).toEqual([400, 'IR_06']);
  },
);

it('the exchange rates that no operator has set are not found, nor does an amount convert', async () => {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const query = { amount: '1', from_currency: 'USD', to_currency: 'EUR' };
  for (const answer of [
    await world.ask('forex.retrieve-rates', { key }),
    await world.ask('forex.convert', { key, query }),
  ]) {
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
      404,
      'IR_37',
      'Unable to fetch forex rates',
    ]);
  }
});

it.each([
  [{ EUR: { to_factor: 0.92 } }],
  [{ EUR: { to_factor: '0' } }],
  [{ EUR: { to_factor: '0.000' } }],
  [{ EUR: { to_factor: '-1' } }],
  [{ EUR: { to_factor: '1e3' } }],
  [{ EUR: { to_factor: '1', from_factor: '' } }],
  [{ EUR: { to_factor: '1234567890123' } }],
  [{ EUR: {} }],
  [{ XXX: { to_factor: '1' } }],
])('the exchange rates with %j are refused, and the earlier ones stay', async (conversion) => {
  const { set, rates } = await withRates();
  const before = (await rates()).body;
  const { status, body } = await set({ base_currency: 'USD', conversion });
  expect([status, body.error.code]).toEqual([400, 'IR_06']);
  expect((await rates()).body).toEqual(before);
});

it('the exchange rates are set only by an operator', async () => {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const { status } = await world.ask('forex.set-rates', { key, body: stated });
  expect(status).toBe(401);
});

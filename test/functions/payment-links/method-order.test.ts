import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks } from './a-linked-payment.ts';
import { checkoutIn } from './a-payer.ts';

type World = Awaited<ReturnType<typeof aSwitchWithLinks>>;

/** The methods on the page of a payment, as a payer with these headers gets it. */
async function methodsOn(world: World, payment: object, headers: Record<string, string> = {}) {
  await world.linked(payment);
  const { text } = await world.show('pay_1', { headers });
  return checkoutIn(text).methods;
}
const idsOf = (methods: Awaited<ReturnType<typeof methodsOn>>) =>
  methods.map(({ id, type }) => type ?? id);
const namesOf = (methods: Awaited<ReturnType<typeof methodsOn>>) => methods.map(({ name }) => name);

/** A shop whose account states these methods. */
async function aShopThatStates(payment_methods_enabled: object[]) {
  const world = await aSwitchWithLinks();
  const { id: account_id } = world.merchant;
  const listed = await world.answered('connector-accounts.list', {
    key: adminKey,
    params: { account_id },
  });
  const [{ merchant_connector_id }] = listed;
  await world.answered('connector-accounts.update', {
    key: adminKey,
    params: { account_id, merchant_connector_id },
    body: { connector_type: 'payment_processor', payment_methods_enabled },
  });
  world.passes(5);
  return world;
}

/** A shop whose account states no methods, so that it takes all of its processor. */
const aShopThatTakesAll = () => aShopThatStates([]);

const enabled = (payment_method: string, ...types: string[]) => ({
  payment_method,
  payment_method_types: types.map((payment_method_type) => ({ payment_method_type })),
});
const from = (country: string) => ({ billing: { address: { country } } });

describe('the order of the methods on a payment page', () => {
  it("a page shows an account's methods in the order in which the merchant states them", async () => {
    const world = await aShopThatStates([
      enabled('wallet', 'paypal'),
      enabled('bank_redirect', 'ideal'),
      enabled('card', 'credit'),
      enabled('wallet', 'swish'),
      enabled('bank_redirect', 'giropay'),
    ]);
    const ids = idsOf(await methodsOn(world, from('NL')));
    expect(ids).toEqual(['paypal', 'ideal', 'card', 'swish', 'giropay']);
  });

  it.each([
    ['EUR', 'NL', ['ideal', 'card']],
    ['EUR', 'BE', ['bancontact_card', 'card']],
    ['EUR', 'DE', ['paypal', 'klarna', 'sepa', 'card']],
    ['PLN', 'PL', ['blik', 'przelewy24']],
    ['BRL', 'BR', ['pix', 'card', 'boleto']],
    ['CNY', 'CN', ['ali_pay', 'we_chat_pay']],
    ['INR', 'IN', ['upi_qr', 'card']],
    ['SEK', 'SE', ['swish', 'klarna', 'card']],
    ['USD', 'US', ['card', 'paypal']],
    ['KWD', 'KW', ['knet', 'card']],
  ])(
    'a page in %s for a payer from %s begins with the methods that are common there',
    async (currency, country, first) => {
      const world = await aShopThatTakesAll();
      const ids = idsOf(await methodsOn(world, { currency, ...from(country) }));
      expect(ids.slice(0, first.length)).toEqual(first);
    },
  );

  it("a payer's country is that of the network, or of the browser's language with its currency, without an address", async () => {
    const world = await aShopThatTakesAll();
    const first = async (headers: Record<string, string>) => {
      const { text } = await world.show('pay_1', { headers });
      return idsOf(checkoutIn(text).methods)[0];
    };
    await world.linked();
    expect(await first({})).toBe('card');
    expect(await first({ 'accept-language': 'nl-NL,nl;q=0.9' })).toBe('ideal');
    expect(await first({ 'accept-language': 'nl' })).toBe('card');
    // A Pole who reads Swedish at a shop in euro pays neither by Swish nor by BLIK.
    expect(await first({ 'accept-language': 'sv-SE' })).toBe('card');
    expect(await first({ 'cloudfront-viewer-country': 'BE', 'accept-language': 'nl-NL' })).toBe(
      'bancontact_card',
    );
    expect(await first({ 'cloudfront-viewer-country': '__proto__' })).toBe('card');
  });

  it('a page of a currency without a table begins with cards and the wallets that are used everywhere', async () => {
    const world = await aShopThatTakesAll();
    const ids = idsOf(await methodsOn(world, { currency: 'ISK' }));
    expect(ids[0]).toBe('card');
    expect(ids.slice(1, 4)).toContain('paypal');
    expect(ids).not.toContain('ideal');
  });
});

describe('the use of methods on a payment page', () => {
  const minutes = (now: Date) => Math.floor(now.getTime() / 60_000);

  /** A profile that counts outcomes, of which these succeeded lately by payment method. */
  async function aShopThatCounts(successes: Readonly<Record<string, number>>) {
    const world = await aShopThatTakesAll();
    const { id, profileId } = world.merchant;
    await world.answered('routing.create-success-based', {
      params: { account_id: id, profile_id: profileId },
      query: { enable: 'metrics' },
      body: {},
    });
    world.passes(5);
    const at = minutes(world.dependencies.clock.now);
    await world.services.scores.change(id, profileId, (scores) => ({
      ...scores,
      rates: Object.fromEntries(
        Object.entries(successes).map(([group, some]) => [group, { mca_1: [some, some, at] }]),
      ),
    }));
    return world;
  }

  it("a page of a currency without a table begins with the methods that the merchant's payers used", async () => {
    const world = await aShopThatCounts({ card: 3, bank_redirect: 9 });
    const methods = await methodsOn(world, { currency: 'ISK' });
    const [first] = methods;
    expect(first?.method).toBe('bank_redirect');
    const others = methods.filter(({ method }) => method !== 'bank_redirect');
    expect(others.map(({ method }) => method).slice(0, 2)).toEqual(['card', 'wallet']);
  });

  it("a page of a country with a table keeps the country's order", async () => {
    const world = await aShopThatCounts({ card: 3, bank_redirect: 9 });
    expect(idsOf(await methodsOn(world, from('NL')))[0]).toBe('ideal');
  });

  it('a page whose counts cannot be read has the order without them', async () => {
    const world = await aShopThatCounts({ bank_redirect: 9 });
    const { scores } = world.services;
    Object.assign(world.services, {
      scores: { ...scores, read: () => Promise.reject(new Error('The table is away.')) },
    });
    expect(idsOf(await methodsOn(world, { currency: 'ISK' }))[0]).toBe('card');
  });
});

describe('the methods that a payment page offers', () => {
  it('a page of an account that states no methods offers none that ended or that belongs to another currency', async () => {
    const world = await aShopThatTakesAll();
    const ids = idsOf(await methodsOn(world, {}));
    for (const gone of ['giropay', 'sofort', 'knet', 'benefit', 'momo_atm', 'swish', 'blik']) {
      expect(ids).not.toContain(gone);
    }
    expect(ids).toEqual(expect.arrayContaining(['card', 'paypal', 'ideal', 'bancontact_card']));
  });

  it('a page for a payer from one country offers no method of another one', async () => {
    const world = await aShopThatTakesAll();
    const ids = idsOf(await methodsOn(world, from('NL')));
    expect(ids).toContain('ideal');
    expect(ids).not.toContain('bancontact_card');
  });

  it.each(['EUR', 'USD', 'BRL', 'IDR', 'GBP', 'PLN', 'INR'])(
    'a page in %s has no name twice and no internal name',
    async (currency) => {
      const world = await aShopThatTakesAll();
      const names = namesOf(await methodsOn(world, { currency }));
      expect(new Set(names).size).toBe(names.length);
      expect(
        names.filter((name) => /redirect|_|\bUk\b|Atm\b/i.test(name) && name !== 'MoMo ATM'),
      ).toEqual([]);
    },
  );

  it('the API lists every method all the same', async () => {
    const world = await aShopThatTakesAll();
    await world.linked();
    const list = await world.answered('payment-methods.list-for-merchant', {});
    const types = JSON.stringify(list);
    for (const type of ['giropay', 'sofort', 'card_redirect', 'knet'])
      expect(types).toContain(type);
  });

  it('a page names the mark of each method and has the marks of exactly those', async () => {
    const world = await aShopThatTakesAll();
    await world.linked(from('NL'));
    const { text, headers } = await world.show('pay_1');
    const { methods, marks } = checkoutIn(text);
    for (const { mark } of methods) expect(marks[mark]).toMatch(/^<svg/);
    expect(Object.keys(marks)).not.toContain('blik');
    expect(methods.find(({ id }) => id === 'card')?.networks).toEqual(
      expect.arrayContaining(['Visa', 'Mastercard']),
    );
    expect(headers['content-security-policy']).toContain('img-src data:');
  });
});

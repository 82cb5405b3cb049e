import fc from 'fast-check';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { aSwitchWithLinks, asks, linking } from './a-linked-payment.ts';

type Switch = Awaited<ReturnType<typeof aSwitchWithLinks>>;

const base = 'https://switch.test/payment_link';
const refusalOf = ({ status, body }: Awaited<ReturnType<Switch['ask']>>) => [
  status,
  body.error.code,
  body.error.message,
];

describe('a payment that is made with a link', () => {
  let world: Switch;
  beforeEach(async () => {
    world = await aSwitchWithLinks();
  });
  const refused = async (body: object) =>
    refusalOf(await world.ask('payments.create', { key: world.merchant.key, body }));

  it('a payment created with a link shows its link', async () => {
    const { payment_link } = await world.linked();
    expect(payment_link).toEqual({
      link: expect.stringMatching(
        new RegExp(`^${base}/merchant_example/pay_1\\?locale=en&page_token=[\\w-]{22}$`),
      ),
      secure_link: null,
      payment_link_id: expect.stringMatching(/^plink_[0-9A-Za-z]{20}$/),
    });
    const request = { params: { payment_id: 'pay_1' } };
    expect((await world.answered('payments.retrieve', request)).payment_link).toEqual(payment_link);
  });

  it('a payment created with a link is written with its pointer together, in one call', async () => {
    await world.linked();
    const items = world.port.items().filter(({ sk }) => sk === 'PAYMENT_LINK');
    expect(items).toMatchObject([
      { paymentId: 'pay_1', merchantId: 'merchant_example', version: 1 },
    ]);
    expect(Object.keys(items[0] ?? {}).sort()).toEqual([
      ...[
        'createdAt',
        'id',
        'merchantId',
        'paymentId',
        'pk',
        'profileId',
        'save_id',
        'sk',
        'version',
      ],
    ]);
  });

  it.each([
    ['de-CH, fr;q=0.8', 'de-CH'],
    ['fr;q=0.9', 'fr'],
    ['en;q=0.5, *;q=0.1, fr;q=0, de;q=0.7', 'de'],
    ['*', 'en'],
    ['"><script>', 'en'],
  ])('a payment link has the language of %j: %s', async (header, locale) => {
    const headers = { 'accept-language': header };
    const { payment_link } = await world.linked({}, { headers });
    const opened = new RegExp(
      `^${base}/merchant_example/pay_1\\?locale=${locale}&page_token=[\\w-]{22}$`,
    );
    expect(payment_link.link).toMatch(opened);
  });

  it('a payment link has one for frames too when the profile allows domains, and under its own domain', async () => {
    await world.setProfile({
      payment_link_config: { domain_name: 'pay.shop.example', allowed_domains: ['*.shop.example'] },
    });
    expect((await world.linked()).payment_link).toMatchObject({
      link: expect.stringMatching(
        /^https:\/\/pay\.shop\.example\/payment_link\/merchant_example\/pay_1\?locale=en&page_token=/,
      ),
      secure_link: expect.stringMatching(
        /^https:\/\/pay\.shop\.example\/payment_link\/s\/merchant_example\/pay_1\?locale=en&page_token=/,
      ),
    });
  });

  it('a payment link is refused when the payment is confirmed at once', async () => {
    const confirmed = { ...linking(), confirm: true, ...byCard() };
    expect(await refused(confirmed)).toEqual([
      ...[422, 'IR_06', 'cannot confirm a payment while creating a payment link'],
    ]);
    expect(world.port.items().some(({ sk }) => sk.startsWith('PAYMENT'))).toBe(false);
  });

  it('a payment link is refused when no account can take it', async () => {
    const { id: account_id } = world.merchant;
    const accounts = await world.answered('connector-accounts.list', { params: { account_id } });
    for (const { merchant_connector_id } of accounts) {
      await world.answered('connector-accounts.update', {
        params: { account_id, merchant_connector_id },
        body: { connector_type: 'payment_processor', disabled: true, status: 'inactive' },
      });
    }
    world.passes(5);
    expect(await refused(linking())).toEqual([
      400,
      'IR_39',
      'No eligible connector was found for the current payment method configuration',
    ]);
    expect(world.port.items().some(({ sk }) => sk.startsWith('PAYMENT'))).toBe(false);
  });

  it('a payment link is refused when its order lines do not add up to the amount', async () => {
    const line = { product_name: 'Shoes', quantity: 2, amount: 1_299 };
    expect(await refused(linking({ order_details: [line] }))).toEqual([
      ...[422, 'IR_06', 'order_details add up to 2598, and amount is 2599'],
    ]);
    const stated = { ...line, total_amount: 2_599 };
    expect((await world.linked({ order_details: [stated] })).payment_link).not.toBeNull();
  });

  it("a payment link returns to the profile's page when it names none", async () => {
    await world.setProfile({ return_url: 'https://shop.example/profile' });
    expect((await world.linked({ return_url: undefined })).payment_link).not.toBeNull();
  });

  it('a payment link is not created for an existing payment', async () => {
    await world.answered('payments.create', { body: linking({ payment_link: false }) });
    expect(await refused(linking())).toEqual([
      ...[400, 'HE_01', 'The payment with the specified payment_id already exists in our records'],
    ]);
    expect(world.port.items().some(({ sk }) => sk === 'PAYMENT_LINK')).toBe(false);
    expect((await world.show('pay_1')).status).toBe(404);
  });

  it('a payment link is created once of many requests at the same time', async () => {
    const asked = () => world.ask('payments.create', { key: world.merchant.key, body: linking() });
    const answers = await Promise.all([asked(), asked(), asked()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const kept = world.port.items().filter(({ sk }) => sk.startsWith('PAYMENT'));
    expect(kept.map(({ sk }) => sk).sort()).toEqual(['PAYMENT', 'PAYMENT_LINK']);
  });

  it('a payment link is the same with its payment when the request comes again under its key', async () => {
    const headers = { 'idempotency-key': 'a key of more than sixteen characters' };
    const body = linking({ payment_id: undefined });
    const first = await world.answered('payments.create', { body, headers });
    const second = await world.answered('payments.create', { body, headers });
    expect(second.payment_link).toEqual(first.payment_link);
    expect(world.port.items().filter(({ sk }) => sk === 'PAYMENT_LINK')).toHaveLength(1);
  });

  it.each([
    [{ domain_name: 'no host', allowed_domains: ['shop.example'] }, 'Invalid host domain name'],
    [{ domain_name: 'pay.shop.example' }, 'Invalid allowed domain names'],
    [{ allowed_domains: ['shop.example; script-src *'] }, 'Invalid allowed domain names'],
  ])('a payment link has no profile with %j', async (payment_link_config, message) => {
    const { id: account_id, profileId: profile_id, key } = world.merchant;
    const body = { payment_link_config };
    const params = { account_id, profile_id };
    const expected = [422, 'IR_06', `${message} received in payment_link_config`];
    expect(refusalOf(await world.ask('profiles.update', { key, params, body }))).toEqual(expected);
    expect(refusalOf(await world.ask('profiles.create', { key, params, body }))).toEqual(expected);
  });

  it('a payment is never created without its link, whatever its configuration', async () => {
    const texts = fc.oneof(fc.string(), fc.constant('#ff0000'), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            theme: texts,
            logo: texts,
            seller_name: texts,
            show_merchant_name: fc.oneof(fc.boolean(), fc.string()),
            transaction_details: fc.oneof(
              fc.array(fc.record({ key: fc.string(), value: fc.string() }), { maxLength: 3 }),
              fc.string(),
            ),
            details_layout: fc.constantFrom('layout1', 'layout2', 'layout3'),
            background_image: fc.record({ url: texts }, { requiredKeys: [] }),
          },
          { requiredKeys: [] },
        ),
        fc.oneof(fc.boolean(), fc.string()),
        async (payment_link_config, payment_link) => {
          const own = await aSwitchWithLinks();
          const body = linking({ payment_link, payment_link_config });
          const answer = await own.ask('payments.create', { key: own.merchant.key, body });
          expect(answer.status).toBeLessThan(500);
          const kept = own.port.items().filter(({ sk }) => sk.startsWith('PAYMENT'));
          const made = answer.status === 200;
          expect(kept).toHaveLength(made ? (payment_link === true ? 2 : 1) : 0);
          if (made && payment_link === true) {
            expect((await own.show('pay_1')).status).toBe(200);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a payment link', () => {
  let world: Switch;
  let id: string;
  let secret: string;
  beforeEach(async () => {
    world = await aSwitchWithLinks();
    const made = await world.linked({ session_expiry: 600 });
    [id, secret] = [made.payment_link.payment_link_id, made.client_secret];
  });
  const retrieve = (more: object = {}) =>
    world.ask('payment-links.retrieve', {
      key: world.merchant.key,
      params: { payment_link_id: id },
      ...more,
    });
  const unknown = [404, 'HE_02', 'Payment Link does not exist in our records'];

  it('a payment link is shown to its merchant', async () => {
    const { createdAt, expiresAt } = await world.services.payments.get('merchant_example', 'pay_1');
    expect((await retrieve()).body).toEqual({
      payment_link_id: id,
      merchant_id: 'merchant_example',
      processor_merchant_id: 'merchant_example',
      link_to_pay: (await world.answered('payments.retrieve', { params: { payment_id: 'pay_1' } }))
        .payment_link.link,
      amount: 2_599,
      created_at: createdAt,
      expiry: expiresAt,
      description: 'Two pairs of shoes',
      status: 'active',
      currency: 'EUR',
      secure_link: null,
    });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(600_000);
  });

  it("a payment link is shown with its payment's present state", async () => {
    const params = { payment_id: 'pay_1' };
    await world.answered('payments.update', { params, body: { amount: 3_000 } });
    world.passes(601);
    expect((await retrieve()).body).toMatchObject({ amount: 3_000, status: 'expired' });
  });

  it("a payment link is shown to its customer, with the payment's secret and no other", async () => {
    const key = world.merchant.publishableKey;
    const asked = (client_secret: string) => retrieve({ key, query: { client_secret } });
    expect((await asked(secret)).body.payment_link_id).toBe(id);
    const { client_secret: another } = await world.linked({ payment_id: 'pay_2' });
    expect(refusalOf(await asked(another)).slice(0, 2)).toEqual([400, 'IR_09']);
    expect(refusalOf(await retrieve({ key })).slice(0, 2)).toEqual([400, 'IR_04']);
    expect(refusalOf(await retrieve({ query: { client_secret: secret } }))).toEqual([
      ...[422, 'IR_06', 'client_secret is not a valid parameter'],
    ]);
    world.passes(601);
    expect(refusalOf(await asked(secret)).slice(0, 2)).toEqual([400, 'IR_08']);
  });

  it('a payment link is shown to no other merchant or profile', async () => {
    const other = await aMerchant(world, 'merchant_other');
    expect(refusalOf(await retrieve({ key: other.key }))).toEqual(unknown);
    const params = { payment_link_id: 'plink_unknown' };
    expect(refusalOf(await retrieve({ params }))).toEqual(unknown);
    const made = await world.answered('profiles.create', {
      params: { account_id: 'merchant_example' },
      body: { profile_name: 'another' },
    });
    const headers = { 'x-profile-id': made.profile_id };
    expect(refusalOf(await retrieve({ headers }))).toEqual(unknown);
    expect(await world.list({}, headers)).toEqual([]);
    expect(await world.list({}, { 'x-profile-id': world.merchant.profileId })).toHaveLength(1);
  });

  it('a payment link is on the list, newest first, and payments without one are not', async () => {
    world.passes(10);
    await world.linked({ payment_id: 'pay_2', amount: 100 });
    world.passes(10);
    await world.linked({ payment_id: 'pay_3', amount: 200 });
    await world.answered('payments.create', { body: { amount: 5, currency: 'EUR' } });
    const other = await aMerchant(world, 'merchant_other');
    await asks(world, other).linked();
    const amounts = async (body: object) =>
      (await world.list(body)).map(({ amount }: { amount: number }) => amount);
    const all = await world.list();
    expect(all.map(({ amount }: { amount: number }) => amount)).toEqual([200, 100, 2_599]);
    expect(all[2]).toEqual((await retrieve()).body);
    const { created_at: second } = all[1];
    expect(await amounts({ limit: 1 })).toEqual([200]);
    expect(await amounts({ created: second })).toEqual([100]);
    expect(await amounts({ 'created.lt': second })).toEqual([2_599]);
    expect(await amounts({ 'created.lte': second })).toEqual([100, 2_599]);
    expect(await amounts({ 'created.gt': second })).toEqual([200]);
    expect(await amounts({ 'created.gte': second })).toEqual([200, 100]);
  });

  it.each([0, 101])('a payment link is on no list of %d', async (limit) => {
    const answer = await world.ask('payment-links.list', {
      key: world.merchant.key,
      body: { limit },
    });
    const message = 'limit should be in between 1 and 100';
    expect(refusalOf(answer)).toEqual([422, 'IR_06', message]);
  });

  it("a payment link's list is returned or refused, whatever the query is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), async (limit, created) => {
        const body = { limit, created };
        const { status } = await world.ask('payment-links.list', { key: world.merchant.key, body });
        expect(status).toBeLessThan(500);
      }),
    );
  });
});

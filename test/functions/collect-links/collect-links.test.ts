import { payeeRequest } from '#switch/payee-pages/payee-flow.ts';
import {
  type Answer,
  type Ask,
  aMerchant,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { payeeIn, titleIn } from '../payout-links/a-linked-payout.ts';

const error = (code: string, message: string) => ({
  error: expect.objectContaining({ code, message }),
});
const card = ['4242 4242 4242 4242', '10 / 35', 'Joseph Doe'];

/** A merchant with a customer, and the requests about its collect links. */
async function aCollector(account: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, 'merchant_example', account);
  const { key } = merchant;
  await world.ask('customers.create', { key, body: { customer_id: 'cus_1', name: 'Joseph' } });
  const create = (more: object = {}, request: object = {}) =>
    world.ask('collect-links.create', { key, body: { customer_id: 'cus_1', ...more }, ...request });
  const open = (link: string, { query = {}, ...request }: Ask = {}) => {
    const { pathname, searchParams } = new URL(link);
    const [, , , merchant_id = '', pm_collect_link_id = ''] = pathname.split('/');
    return world.ask('collect-links.show', {
      params: { merchant_id, pm_collect_link_id },
      query: { ...Object.fromEntries(searchParams), ...query },
      ...request,
    });
  };
  /** Sends the form of a page, as the page's script does. */
  const submit = async (page: Answer, values: readonly string[] = card) => {
    const data = payeeIn(page);
    const [method] = data?.methods ?? [];
    if (!data || !method) throw new Error('The page has no form.');
    const [, method_id = ''] = /^\.\.\/\.\.\/(pm_\w+)\/save$/.exec(data.path) ?? [];
    return world.ask('payment-methods.save', {
      key: data.key,
      params: { method_id },
      body: { client_secret: data.secret, ...payeeRequest(method, values) },
    });
  };
  return {
    ...world,
    merchant,
    create,
    open,
    submit,
    /** A link's address. */
    linked: async (more: object = {}, request: object = {}) => {
      const { status, body, text } = await create(more, request);
      if (status !== 200) throw new Error(text);
      return String(body.link);
    },
    pass(seconds: number) {
      const { clock } = world.dependencies;
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
    saved: async () =>
      (await world.ask('payment-methods.list', { key, params: { customer_id: 'cus_1' } })).body
        .customer_payment_methods,
    cardsKept: () =>
      world.dependencies.vault.ports.cards
        .items()
        .filter(({ sk, sealed }) => sk === 'CARD' && sealed !== undefined).length,
  };
}

describe('a link on which a customer saves a card', () => {
  it('a collect link answers its address, its time and its look', async () => {
    const { create, merchant, dependencies } = await aCollector();
    const now = dependencies.clock.now.getTime();
    const look = { logo: 'https://images.example/a.png', merchant_name: 'Shoes', theme: '#123456' };
    const answer = await create({ ...look, return_url: 'https://shop.example/return' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...look,
        pm_collect_link_id: expect.stringMatching(/^pm_collect_link_[0-9A-Za-z]{20}$/),
        customer_id: 'cus_1',
        expiry: new Date(now + 900_000).toISOString(),
        return_url: 'https://shop.example/return',
        enabled_payment_methods: [
          { payment_method: 'card', payment_method_types: ['credit', 'debit'] },
        ],
      },
    });
    const { link, pm_collect_link_id: id } = answer.body;
    expect(link).toMatch(
      new RegExp(
        `^https://switch\\.test/payment_methods/collect/${merchant.id}/${id}\\?page_token=[\\w-]{22}$`,
      ),
    );
  });

  it('a collect link takes its look, domain and methods from the account where the request has none', async () => {
    const enabled_payment_methods = [{ payment_method: 'card', payment_method_types: ['debit'] }];
    const { create, open } = await aCollector({
      pm_collect_link_config: {
        allowed_domains: ['shop.example'],
        domain_name: 'pay.shop.example',
        merchant_name: 'By account',
        theme: '#111111',
        enabled_payment_methods,
      },
    });
    const { body } = await create({ pm_collect_link_id: 'link_1' });
    expect(body).toMatchObject({
      merchant_name: 'By account',
      theme: '#111111',
      enabled_payment_methods,
    });
    expect(body.link).toMatch(
      /^https:\/\/pay\.shop\.example\/payment_methods\/collect\/.*link_1\?/,
    );
    const page = await open(body.link);
    expect(page.text).toContain('<bdi>By account</bdi>');
    expect(page.headers['content-security-policy']).toMatch(/frame-ancestors shop\.example$/);
    expect((await create({ merchant_name: 'Own' })).body).toMatchObject({
      merchant_name: 'Own',
      theme: null,
    });
  });

  it.each([
    [
      'an unknown customer',
      { customer_id: 'cus_2' },
      422,
      'IR_06',
      'customer [cus_2] not found for merchant [merchant_example]',
    ],
    [
      'no method that can be saved',
      {
        enabled_payment_methods: [
          { payment_method: 'bank_transfer', payment_method_types: ['ach'] },
        ],
      },
      501,
      'IR_00',
      'Saving a bank_transfer is not implemented',
    ],
  ])(
    'a collect link for %s is refused, and nothing is written',
    async (_, more, status, code, message) => {
      const { create, port } = await aCollector();
      const before = port.items();
      expect(await create(more)).toMatchObject({ status, body: error(code, message) });
      expect(port.items()).toEqual(before);
    },
  );

  it('a collect link under a used identifier is refused', async () => {
    const { create, open, linked } = await aCollector();
    const link = await linked({ pm_collect_link_id: 'link_1' });
    expect(await create({ pm_collect_link_id: 'link_1' })).toMatchObject({
      status: 400,
      body: error('HE_01', 'payment method collect link already exists'),
    });
    expect(payeeIn(await open(link))).toBeDefined();
  });

  it('a repeated request with the same Idempotency-Key answers the same link', async () => {
    const { create } = await aCollector();
    const request = { headers: { 'idempotency-key': 'once-1' } };
    const both = [await create({}, request), await create({}, request)];
    expect(both[1]?.body).toEqual(both[0]?.body);
  });
});

describe('the page on which a customer saves a card', () => {
  it('the card of the page is saved for the customer, and the page shows so', async () => {
    const { linked, open, submit, saved, merchant, cardsKept } = await aCollector();
    const link = await linked({
      return_url: 'https://shop.example/return',
      merchant_name: 'A & B',
    });
    const page = await open(link);
    expect(page.status).toBe(200);
    expect(titleIn(page)).toBe('Add your payment details');
    expect(page.text).toContain('<bdi>A &amp; B</bdi>');
    expect(page.text).not.toContain(merchant.key);
    expect((await submit(page)).status).toBe(200);
    expect(await saved()).toEqual([
      expect.objectContaining({
        payment_method: 'card',
        card: expect.objectContaining({ last4_digits: '4242', card_holder_name: 'Joseph Doe' }),
      }),
    ]);
    expect(cardsKept()).toBe(1);
    const after = await open(link);
    expect(titleIn(after)).toBe('Details saved');
    expect(payeeIn(after)).toBeUndefined();
    const id = link.split('?')[0]?.split('/').at(-1);
    expect(after.text).toContain(
      `href="https://shop.example/return?pm_collect_link_id=${id}&amp;status=submitted"`,
    );
  });

  it('a collect link saves one of two cards that are sent at once, and none later', async () => {
    const { linked, open, submit, saved, cardsKept } = await aCollector();
    const link = await linked();
    const page = await open(link);
    const other = ['5555 5555 5555 4444', '10 / 35', ''];
    const answers = await Promise.all([submit(page), submit(page, other)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await submit(page, other)).status).toBe(400);
    expect(await saved()).toHaveLength(1);
    expect(cardsKept()).toBe(1);
  });

  it('a card that the customer had saved before stays one, and the page shows that it is saved', async () => {
    const { linked, open, submit, saved, cardsKept } = await aCollector();
    await submit(await open(await linked()));
    const link = await linked();
    expect((await submit(await open(link))).status).toBe(200);
    expect(titleIn(await open(link))).toBe('Details saved');
    expect(await saved()).toHaveLength(1);
    expect(cardsKept()).toBe(1);
  });

  it('a collect link takes a card until it expires, also beyond 15 minutes', async () => {
    const { linked, open, submit, pass, saved } = await aCollector();
    const [short, long] = [await linked(), await linked({ session_expiry: 86_400 })];
    const page = await open(short);
    pass(901);
    expect((await submit(page)).status).toBe(400);
    expect(titleIn(await open(short))).toBe('Link expired');
    expect((await submit(await open(long))).status).toBe(200);
    expect(await saved()).toHaveLength(1);
    pass(86_400);
    expect(titleIn(await open(long))).toBe('Details saved');
  });

  it('the secret of a page that has saved its card changes the card no longer than any other', async () => {
    const { linked, open, submit, pass, ask } = await aCollector();
    const page = await open(await linked({ session_expiry: 86_400 }));
    const { body } = await submit(page);
    pass(901);
    const { status } = await ask('payment-methods.update', {
      key: payeeIn(page)?.key,
      params: { method_id: body.payment_method_id },
      body: { client_secret: payeeIn(page)?.secret, card: { nick_name: 'Other' } },
    });
    expect(status).toBe(400);
  });

  it('a collect page opens by its page token only', async () => {
    const { linked, open, merchant } = await aCollector();
    const [link, other] = [await linked(), await linked()];
    const token = new URL(other).searchParams.get('page_token') ?? '';
    for (const query of [{ page_token: '' }, { page_token: token }]) {
      expect((await open(link, { query })).status).toBe(404);
    }
    expect((await open(link.replace(merchant.id, 'merchant_unknown'))).status).toBe(404);
    expect((await open(link.replace('pm_collect_link_', 'pm_collect_link_x'))).status).toBe(404);
  });

  it('a collect page is written in the language of its link, and its policy lets no other page frame it', async () => {
    const { linked, open } = await aCollector();
    const page = await open(await linked({}, { headers: { 'accept-language': 'fr' } }));
    expect(titleIn(page)).toBe('Ajouter vos coordonnées de paiement');
    const policy = page.headers['content-security-policy']?.split('; ') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining(["connect-src 'self'", "frame-ancestors 'none'"]),
    );
  });

  it('a deleted customer has no collect link any more', async () => {
    const { ask, create, merchant } = await aCollector();
    const { key } = merchant;
    await ask('customers.delete', { key, params: { customer_id: 'cus_1' } });
    expect(await create()).toMatchObject({ status: 400 });
  });
});

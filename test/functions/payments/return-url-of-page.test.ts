import { byCard } from '../../support/switch/payments-in-memory.ts';
import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

interface Stated {
  readonly payment?: string;
  readonly profile?: string;
  readonly account?: string;
  readonly domains?: readonly string[];
}

/** A payment of a merchant that stated these addresses, and the confirm of its page. */
async function aPage({ payment, profile, account, domains }: Stated) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, 'shop_1', account ? { return_url: account } : {});
  const changed = await world.ask('profiles.update', {
    key: adminKey,
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: {
      ...(profile && { return_url: profile }),
      ...(domains && {
        payment_link_config: { domain_name: 'pay.shop.example', allowed_domains: domains },
      }),
    },
  });
  if (changed.status !== 200) throw new Error(changed.text);
  const body = { amount: 6_540, currency: 'USD', ...(payment && { return_url: payment }) };
  const { payment_id, client_secret } = (
    await world.ask('payments.create', { key: merchant.key, body })
  ).body;
  return (return_url: string) =>
    world.ask('payments.confirm', {
      key: merchant.publishableKey,
      params: { payment_id },
      body: { client_secret, ...byCard(), return_url },
    });
}

const shop = 'https://shop.example/wc-api/hyper';

describe('the return_url of a customer’s page', () => {
  it.each<[address: string, stated: Stated]>([
    [`${shop}/?payment_id=pay_1`, { payment: shop }],
    ['https://shop.example/', { payment: shop }],
    ['https://SHOP.Example:443/other#part', { payment: shop }],
    ['https://bücher.example/x', { payment: 'https://xn--bcher-kva.example/' }],
    ['http://localhost:5252/done', { payment: 'http://localhost:5252' }],
    ['shopapp://paid/2', { payment: 'shopapp://paid' }],
    // The address of an app with Hyperswitch's mobile SDK.
    ['com.shop.app.hyperswitch://', { payment: shop }],
    ['https://profile.example/x', { payment: shop, profile: 'https://profile.example/done' }],
    ['https://account.example/x', { payment: shop, account: 'https://account.example/done' }],
    ['https://eu.shop.example/x', { payment: 'https://a.example/', domains: ['*.shop.example'] }],
    ['https://one.example:8443/x', { payment: shop, domains: ['https://one.example:8443'] }],
    ['https://anywhere.example/x', {}],
    ['https://anywhere.example/x', { profile: shop, account: shop }],
  ])('a page may return to %s where the merchant stated %j', async (address, stated) => {
    const confirm = await aPage(stated);
    expect((await confirm(address)).body).toMatchObject({
      status: 'succeeded',
      return_url: address,
    });
  });

  it.each<[address: string, origin: string, stated?: Stated]>([
    ['https://evil.example/', 'https://evil.example'],
    ['https://shop.example.evil.example/', 'https://shop.example.evil.example'],
    ['https://sh0p.example/', 'https://sh0p.example'],
    ['https://ѕhop.example/', 'https://xn--hop-ehd.example'],
    ['https://shop.example:8443/', 'https://shop.example:8443'],
    ['https://shop.example./', 'https://shop.example.'],
    ['http://shop.example/', 'http://shop.example'],
    ['http://shop.example:443/', 'http://shop.example:443'],
    ['https:\\\\evil.example\\', 'https://evil.example'],
    ['https://shop.example\\@evil.example/', 'https://shop.example'],
    ['https://eu.shop.example/', 'https://eu.shop.example'],
    ['https://\tevil.example/', 'https://evil.example'],
    ['shopapp://paid', 'shopapp://paid'],
    ['com.shop.app.hyperswitch://paid', 'com.shop.app.hyperswitch://paid'],
    ['hyperswitch://', 'hyperswitch://'],
    ['https://com.shop.app.hyperswitch/', 'https://com.shop.app.hyperswitch'],
    ['https://shop.example/', 'https://shop.example', { payment: 'shopapp://paid' }],
    [
      'https://shop.example.evil.example/',
      'https://shop.example.evil.example',
      { payment: 'https://a.example', domains: ['*.shop.example'] },
    ],
    [
      'https://eu.shop.example:81/',
      'https://eu.shop.example:81',
      { payment: 'https://a.example', domains: ['*.shop.example'] },
    ],
  ])(
    'a page may not return to %j, and the refusal names %s',
    async (address, origin, stated = { payment: shop }) => {
      const confirm = await aPage(stated);
      expect(await confirm(address)).toMatchObject({
        status: 401,
        body: {
          error: {
            code: 'IR_18',
            message: `return_url cannot be changed with a publishable key: the merchant stated no address at ${origin}`,
          },
        },
      });
      expect((await confirm(stated.payment ?? shop)).status).toBe(200);
    },
  );

  it.each([
    'javascript:alert(1)',
    'https://shop.example@evil.example/',
    'https://u:p@shop.example/',
    'data:text/html,x',
    '//shop.example/',
    '',
  ])('no page may return to %j', async (address) => {
    for (const stated of [{ payment: shop }, {}]) {
      const confirm = await aPage(stated);
      expect((await confirm(address)).status).toBe(400);
    }
  });
});

import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aPaymentRequest,
  type Container,
  container,
} from '../../support/switch/switch-in-memory.ts';
import { aWallet, visa, type Wallet } from '../payment-methods/a-wallet.ts';

/** A shop whose settings one container changes while another one, which keeps them, takes payments. */
async function twoContainers() {
  const wallet = await aWallet();
  const other: Container = container(wallet.port, wallet.dependencies);
  const ask = (name: string, request: object = {}) =>
    other.ask(name, { key: wallet.merchant.key, ...request });
  const pay = (payment_id: string) =>
    ask('payments.create', {
      body: aPaymentRequest({ payment_id, confirm: true, ...byCard(visa) }),
    });
  const waiting = (payment_id: string) =>
    ask('payments.create', { body: aPaymentRequest({ payment_id, ...byCard(visa) }) });
  expect((await pay('pay_before')).body).toMatchObject({ status: 'succeeded' });
  return { wallet, ask, pay, waiting };
}

const ofProfile = ({ merchant }: Wallet) => ({
  account_id: merchant.id,
  profile_id: merchant.profileId,
});

const guard = {
  card_ip_blocking_status: 'disabled',
  card_ip_blocking_threshold: 3,
  guest_user_card_blocking_status: 'disabled',
  guest_user_card_blocking_threshold: 10,
  customer_id_blocking_status: 'disabled',
  customer_id_blocking_threshold: 5,
  card_testing_guard_expiry: 600,
};

/** A merchant's settings against fraud, and the answer to the next payment. */
const settings: readonly (readonly [string, (wallet: Wallet) => Promise<unknown>, object])[] = [
  [
    'the blocklist is on',
    async (wallet) => {
      const body = { type: 'card_bin', data: '424242' };
      await wallet.good('blocklist.create', { body });
      await wallet.good('blocklist.toggle', { query: { status: 'true' } });
    },
    { error: { type: 'blocked' } },
  ],
  [
    'a profile refuses such cards',
    (wallet) =>
      wallet.good('profiles.update', {
        params: ofProfile(wallet),
        body: { payment_method_blocking: { card: { card_types: ['credit'] } } },
      }),
    { error: { type: 'blocked' } },
  ],
  [
    'a connector account is disabled',
    async (wallet) => {
      const params = { account_id: wallet.merchant.id };
      const [account] = await wallet.good('connector-accounts.list', { params });
      await wallet.good('connector-accounts.update', {
        params: { ...params, merchant_connector_id: account.merchant_connector_id },
        body: { connector_type: 'payment_processor', status: 'active', disabled: true },
      });
    },
    { error: { type: 'invalid_request' } },
  ],
  [
    'a connector account is gone',
    async (wallet) => {
      const params = { account_id: wallet.merchant.id };
      const [account] = await wallet.good('connector-accounts.list', { params });
      await wallet.ask('connector-accounts.delete', {
        key: 'test_admin',
        params: { ...params, merchant_connector_id: account.merchant_connector_id },
      });
    },
    { error: { type: 'invalid_request' } },
  ],
];

describe('a container that has read the settings before', () => {
  it.each(settings)(
    'a container takes no payment once another has answered that %s',
    async (_, set, refusal) => {
      const { wallet, pay, ask, waiting } = await twoContainers();
      for (const payment_id of ['pay_confirmed', 'pay_updated']) await waiting(payment_id);
      const charged = (await wallet.dependencies.processor.ledger()).length;
      await set(wallet);
      const answers = [
        await pay('pay_created'),
        await ask('payments.confirm', { params: { payment_id: 'pay_confirmed' }, body: {} }),
        await ask('payments.update', {
          params: { payment_id: 'pay_updated' },
          body: { confirm: true },
        }),
      ];
      expect(answers.map(({ body }) => body)).toMatchObject([refusal, refusal, refusal]);
      expect(await wallet.dependencies.processor.ledger()).toHaveLength(charged);
    },
  );

  it('a profile refuses such cards, no other one tells a page to confirm', async () => {
    const { wallet, ask, waiting } = await twoContainers();
    const { body } = await waiting('pay_1');
    const eligibility = async () =>
      (
        await ask('payments.eligibility-check', {
          key: wallet.merchant.publishableKey,
          params: { payment_id: 'pay_1' },
          body: {
            client_secret: body.client_secret,
            payment_method_type: 'card',
            payment_method_data: byCard(visa).payment_method_data,
          },
        })
      ).body.sdk_next_action.next_action;
    expect(await eligibility()).toBe('confirm');
    await wallet.good('profiles.update', {
      params: ofProfile(wallet),
      body: { payment_method_blocking: { card: { card_types: ['credit'] } } },
    });
    expect(await eligibility()).toMatchObject({ deny: {} });
  });

  it('cards that are tried one after another are counted, the first failure counts in the other one', async () => {
    const { wallet, ask } = await twoContainers();
    const card_testing_guard_config = {
      ...guard,
      guest_user_card_blocking_status: 'enabled',
      guest_user_card_blocking_threshold: 1,
    };
    const params = ofProfile(wallet);
    await wallet.good('profiles.update', { params, body: { card_testing_guard_config } });
    const tried = (payment_id: string) =>
      ask('payments.create', {
        body: aPaymentRequest({ payment_id, confirm: true, ...byCard('4000000000000002') }),
      });
    expect((await tried('pay_1')).body).toMatchObject({ status: 'failed' });
    expect((await tried('pay_2')).body).toMatchObject({ error: { code: 'IR_16' } });
  });

  it('the blocklist is on, although it was set before by a function that died', async () => {
    const { wallet, pay } = await twoContainers();
    await wallet.good('blocklist.create', { body: { type: 'card_bin', data: '424242' } });
    const account = wallet.port.items().find(({ sk }) => sk === 'ACCOUNT');
    if (!account) throw new Error('The merchant has an account.');
    await wallet.port.update(account, { set: { blocklistGuard: true } });
    await wallet.good('blocklist.toggle', { query: { status: 'true' } });
    expect((await pay('pay_1')).body).toMatchObject({ error: { type: 'blocked' } });
  });

  it('a profile was made, every other one knows it', async () => {
    const { wallet, ask } = await twoContainers();
    const { profile_id } = await wallet.good('profiles.create', {
      params: { account_id: wallet.merchant.id },
      body: { profile_name: 'second' },
    });
    const listed = await ask('payment-methods.list-for-merchant', {
      headers: { 'x-profile-id': profile_id },
    });
    expect(listed.status).toBe(200);
  });
});

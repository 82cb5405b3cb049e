import { countedIn, writtenBy } from '../../support/documents/written-lines.ts';
import {
  connectForPayouts,
  payoutMerchant,
  toBank,
  toCard,
} from '../../support/entities/a-payout.ts';
import { spoilCredentials } from '../../support/processors/spoilt-credentials.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';

const toWallet = {
  payout_method_data: { wallet: { paypal: { email: 'joseph.doe@example.com' } } },
};

/** A merchant that pays out through adyen_test, else through fauxpay, and its choices. */
async function aWorld() {
  const payer = await payoutMerchant();
  payer.pass(1);
  const fauxpay = await connectForPayouts(payer.shop, payer.merchant, {
    connector_name: 'fauxpay',
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'payouts by fauxpay' },
  });
  const { id: account_id, key, profileId: profile_id } = payer.merchant;
  const ask = async (name: string, request: object) => {
    const { status, body } = await payer.shop.ask(name, { key, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ...payer,
    ask,
    adyen: { connector: 'adyen_test', merchant_connector_id: payer.accountId },
    fauxpay: { connector: 'fauxpay', merchant_connector_id: fauxpay },
    async activate(algorithm: object) {
      const body = { name: 'an algorithm', description: 'All', profile_id, algorithm };
      const { id } = await ask('routing.create-for-payouts', { body });
      await ask('routing.activate-for-payouts', { params: { routing_algorithm_id: id }, body: {} });
      payer.pass(3);
      return String(id);
    },
    async states(payout_routing_algorithm: object) {
      await payer.shop.ask('profiles.update', {
        key: adminKey,
        params: { account_id, profile_id },
        body: { payout_routing_algorithm },
      });
      payer.pass(3);
    },
    async payerOf(body: object): Promise<string> {
      const { body: paid } = await payer.create({ confirm: true, ...body });
      return paid.connector;
    },
  };
}

const word = (lhs: string, value: string) => ({
  condition: [{ lhs, comparison: 'equal', value: { type: 'enum_variant', value }, metadata: {} }],
});

describe('a payout goes', () => {
  it('a payout goes where the active algorithm routes it, before the setting of its profile', async () => {
    const world = await aWorld();
    expect(await world.payerOf(toCard())).toBe('adyen_test');
    await world.states({ type: 'single', data: 'adyen_test' });
    const id = await world.activate({ type: 'single', data: world.fauxpay });
    const { body } = await world.create({ confirm: true, ...toCard() });
    expect(body.connector).toBe('fauxpay');
    const { attempt } = await world.shop.services.payouts.get(world.merchant.id, body.payout_id);
    expect(attempt.routing).toEqual({
      approach: 'rule_based_routing',
      algorithmId: id,
      accounts: [
        `fauxpay:${world.fauxpay.merchant_connector_id}`,
        `adyen_test:${world.adyen.merchant_connector_id}`,
      ],
    });
    expect(
      await world.payerOf({ ...toCard(), routing: { type: 'single', data: world.adyen } }),
    ).toBe('adyen_test');
  });

  it.each<[string, object, object]>([
    ['its method', word('payout_type', 'wallet'), toWallet],
    ['its wallet', word('wallet', 'paypal'), toWallet],
    ['the kind of its account', word('bank_transfer', 'ach'), toBank()],
    ['its currency', word('currency', 'EUR'), { ...toCard(), currency: 'EUR' }],
    [
      'its billing country',
      word('billing_country', 'Germany'),
      {
        ...toCard(),
        billing: { address: { country: 'DE' } },
      },
    ],
  ])('a payout goes where a rule about %s routes it', async (_, statement, body) => {
    const world = await aWorld();
    await world.activate({
      type: 'advanced',
      data: {
        defaultSelection: { type: 'priority', data: [world.adyen] },
        rules: [
          {
            name: 'the rule',
            connectorSelection: { type: 'priority', data: [world.fauxpay] },
            statements: [statement],
          },
        ],
        metadata: {},
      },
    });
    expect(await world.payerOf(body)).toBe('fauxpay');
    expect(await world.payerOf({ ...toCard(), currency: 'GBP' })).toBe('adyen_test');
  });

  it('a payout goes by shares that are drawn again alike for the same payout', async () => {
    const world = await aWorld();
    await world.activate({
      type: 'volume_split',
      data: [
        { connector: world.adyen, split: 1 },
        { connector: world.fauxpay, split: 1 },
      ],
    });
    const payers = new Set<string>();
    for (let number = 0; number < 16; number += 1) {
      payers.add(await world.payerOf({ ...toCard(), payout_id: `payout_${number}` }));
    }
    expect([...payers].sort()).toEqual(['adyen_test', 'fauxpay']);
  });
});

describe('a payout whose processor cannot be reached', () => {
  /** Nothing reaches adyen_test, whose key is the merchant's first. */
  function withoutAdyen({ dependencies, merchant }: Awaited<ReturnType<typeof aWorld>>) {
    const { send } = dependencies;
    dependencies.send = async (request, options) =>
      Object.values(request.headers).includes(`payouts of ${merchant.id}`)
        ? { kind: 'not_sent', reason: 'no connection' }
        : send(request, options);
  }

  it('a payout whose processor cannot be reached is paid by the next account, once', async () => {
    const world = await aWorld();
    withoutAdyen(world);
    const { body } = await world.create({ confirm: true, auto_fulfill: true, ...toCard() });
    expect(body).toMatchObject({ status: 'success', connector: 'fauxpay' });
    const { attempt } = await world.shop.services.payouts.get(world.merchant.id, body.payout_id);
    expect(attempt.id).toBe(`${body.payout_id}_2`);
    const ledger = await world.dependencies.processor.payoutLedger();
    expect(ledger).toHaveLength(1);
  });

  it("a payout whose processor cannot be reached fails, with the reason logged and counted, when the next account's credentials do not open", async () => {
    const world = await aWorld();
    withoutAdyen(world);
    await spoilCredentials(world.shop, world.merchant.id, 'fauxpay');
    world.pass(3);
    const lines = await writtenBy(async () => {
      const { body } = await world.create({ confirm: true, auto_fulfill: true, ...toCard() });
      expect(body).toMatchObject({ status: 'failed', connector: 'adyen_test' });
    });
    expect(countedIn(lines, 'FailoverStopped')).toBe(1);
    const said = lines.find((line) => line.includes('next connector not asked'));
    expect(JSON.parse(said ?? '')).toMatchObject({ level: 'error', connector: 'fauxpay' });
  });

  it('a payout whose processor cannot be reached fails when no other account is left', async () => {
    const world = await aWorld();
    withoutAdyen(world);
    const { body } = await world.create({
      confirm: true,
      auto_fulfill: true,
      connector: ['adyen_test'],
      ...toCard(),
    });
    expect(body).toMatchObject({ status: 'failed', connector: 'adyen_test' });
    expect(await world.dependencies.processor.payoutLedger()).toEqual([]);
  });
});

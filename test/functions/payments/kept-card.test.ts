import type { Completion } from '#connectors/interface/payments.ts';
import { syncWithConnector } from '#switch/payments/sync-payment.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import type { CardVault } from '#vault/cards/card-vault.ts';
import { completingProcessor } from '../../support/processors/completing-processor.ts';
import { queryAt } from '../../support/requests/page-queries.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const challengedCard = '4000003800000446';

/** A payment whose customer is at the page of a processor that wants the card again. */
async function challenged(cards: Partial<CardVault> = {}) {
  const base = switchDependencies();
  const { adapters, ...completing } = completingProcessor(base.processor.send);
  const completions: Completion[] = [];
  const connector = adapters.connectorNamed();
  const { complete } = connector;
  if (!complete) throw new Error('It finishes payments.');
  const listening = {
    ...connector,
    complete: {
      ...complete,
      request: (...[input, account]: Parameters<typeof complete.request>) => {
        completions.push(input);
        return complete.request(input, account);
      },
    },
  };
  const dependencies = {
    ...base,
    vault: { ...base.vault, cards: { ...base.vault.cards, ...cards } },
    send: completing.send,
    adapters: {
      connectorNamed: () => listening,
      aboutNamed: (name: string) => {
        const about = adapters.aboutNamed?.(name);
        return about && { ...about, completesWithCard: true as const };
      },
    },
  };
  const world = switchInMemory([], dependencies);
  const merchant = await aMerchant(world);
  const { body: payment } = await world.ask('payments.create', {
    key: merchant.key,
    body: aPaymentRequest({
      payment_id: 'pay_1',
      confirm: true,
      return_url: 'https://shop.example/return',
      ...byCard(challengedCard),
    }),
  });
  const params = { payment_id: 'pay_1', merchant_id: merchant.id };
  return {
    ...world,
    merchant,
    payment,
    completions,
    dependencies,
    stored: () =>
      Object(world.port.items().find(({ id, sk }) => id === 'pay_1' && sk === 'PAYMENT')),
    back: async (proof: string, way = 'complete') =>
      world.ask(`payments.${way}`, {
        params: { ...params, connector: 'stripe_test' },
        query: { ...(await queryAt(world.services, params, 'complete')), proof },
      }),
    later: (seconds: number) => {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    },
    sync: () =>
      syncDueItem(
        world.services,
        { pk: `MERCHANT#${merchant.id}#PAYMENT#pay_1`, sk: 'PAYMENT' },
        { remainingMs: () => 28_000, requestId: 'sync' },
      ),
    cards: () =>
      base.vault.ports.cards
        .items()
        .filter((one) => one.sk === 'CARD' && one.deletedAt === undefined),
    codes: () => base.vault.ports.codes.items(),
    charges: async () =>
      (await dependencies.processor.ledger()).map(({ chargedTimes }) => chargedTimes),
  };
}

describe('a card that a processor wants again after the challenge', () => {
  it('a card that a processor wants again waits in the vault without its code, and nowhere else', async () => {
    const one = await challenged();
    expect(one.payment.status).toBe('requires_customer_action');
    expect(one.cards()).toHaveLength(1);
    expect(one.codes()).toEqual([]);
    const { attachedCard } = one.stored();
    expect(attachedCard).toEqual({ token: one.cards()[0]?.token });
    for (const kept of [one.port.items(), one.dependencies.logged, one.payment]) {
      expect(JSON.stringify(kept)).not.toContain(challengedCard);
    }
    expect(JSON.stringify(one.payment)).not.toContain(attachedCard.token);
  });

  it('a card that a processor wants again is handed over once for each step, and is gone after the last', async () => {
    const one = await challenged();
    await one.back('again');
    expect(one.stored().status).toBe('requires_customer_action');
    expect(one.cards()).toHaveLength(1);
    one.later(6);
    await one.back('yes');
    expect(one.stored().status).toBe('succeeded');
    expect(one.stored()).not.toHaveProperty('attachedCard');
    expect(one.cards()).toEqual([]);
    const { number, cvc } = { cvc: undefined, ...one.completions.at(-1)?.card };
    expect([one.completions.length, number, cvc]).toEqual([2, challengedCard, undefined]);
    expect(one.completions[0]?.completeUrl).toMatch(/\/redirect\/complete\/stripe_test\?/);
    expect(await one.charges()).toEqual([1]);
  });

  it('a card that a processor wants again is gone after a decline', async () => {
    const one = await challenged();
    await one.back('no');
    expect(one.stored().status).toBe('failed');
    expect(one.cards()).toEqual([]);
  });

  it('a card that cannot be kept fails the payment before its customer is sent anywhere', async () => {
    const store = async () => {
      throw new Error('The vault is away.');
    };
    const one = await challenged({ store });
    expect(one.payment).toMatchObject({ status: 'failed', next_action: null });
    expect(one.cards()).toEqual([]);
  });

  it('a card that the vault does not give at the moment leaves the payment open', async () => {
    const use = async () => {
      throw new Error('The vault is away.');
    };
    const one = await challenged({ use });
    expect((await one.back('yes')).status).toBe(500);
    expect(one.stored().status).toBe('requires_customer_action');
    expect(one.completions).toEqual([]);
  });

  it('a payment whose card waits is not asked about before its time is over, and then has failed', async () => {
    const one = await challenged();
    const { send } = one.dependencies;
    one.dependencies.send = async (request, options) => {
      if (request.method === 'GET') throw new Error('Nothing is to be asked.');
      return send(request, options);
    };
    one.later(61);
    await one.sync();
    expect(one.stored()).toMatchObject({
      status: 'requires_customer_action',
      pendingSync: { checks: 1 },
    });
    one.later(841);
    await one.sync();
    expect(one.stored().status).toBe('failed');
    await one.back('yes');
    expect(one.completions).toEqual([]);
  });

  it('a payment whose customer comes back in the moment in which its time ends is not failed by the sync', async () => {
    const one = await challenged();
    // What a sync has read that began before the customer was back, and saves after.
    const stale = await one.services.payments.get(one.merchant.id, 'pay_1');
    const request = { remainingMs: () => 28_000, requestId: 'sync' };
    one.later(890);
    const { send } = one.dependencies;
    one.dependencies.send = async (...asked) => {
      one.later(20);
      const { status } = await syncWithConnector(stale, request, one.services);
      expect(status).not.toBe('failed');
      return send(...asked);
    };
    await one.back('yes');
    expect(one.stored().status).toBe('succeeded');
    expect(await one.charges()).toEqual([1]);
  });
});

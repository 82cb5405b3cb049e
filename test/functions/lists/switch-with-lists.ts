import type { Item } from '#platform/table/table.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  container,
  type Merchant,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { listedInMemory } from '../../support/table/listed-in-memory.ts';

/** A merchant whose payments, refunds, customers and events are listed, everything in memory. */
export async function switchWithLists() {
  const dependencies = switchDependencies();
  dependencies.clock.now = new Date('2026-03-05T10:07:00.000Z');
  dependencies.processor.clock.now = dependencies.clock.now;
  const stream = listedInMemory();
  const shop = container(stream.memory, dependencies);
  const merchant = await aMerchant(shop, 'shop_1');

  async function good(name: string, request: Ask, by: Merchant = merchant) {
    const answer = await shop.ask(name, { key: by.key, ...request });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`);
    return answer.body;
  }
  return {
    dependencies,
    shop,
    merchant,
    memory: stream.memory,
    catchUp: stream.catchUp,
    good,
    /** Lets time pass, for the switch and for the processor. */
    pass(seconds: number) {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
      dependencies.processor.clock.now = dependencies.clock.now;
    },
    /** A payment of 50.00 EUR that was paid at once, by its identifier. */
    async pay(changes: object = {}, by: Merchant = merchant): Promise<string> {
      const body = { amount: 5_000, currency: 'EUR', confirm: true, ...byCard(), ...changes };
      return String((await good('payments.create', { body }, by)).payment_id);
    },
    /** A list, once everything until now is on it. */
    async list(name: string, request: Ask = {}, by: Merchant = merchant) {
      await stream.catchUp();
      return good(name, request, by);
    },
    ask: (name: string, request: Ask = {}) => shop.ask(name, { key: merchant.key, ...request }),
    byAdmin: (name: string, request: Ask = {}) => shop.ask(name, { key: adminKey, ...request }),
    /** Everything that is stored but for lists themselves. */
    stored: (): readonly Item[] => stream.memory.items(),
  };
}

export type ListedShop = Awaited<ReturnType<typeof switchWithLists>>;

export const idsOf = (payments: readonly { payment_id: string }[]) =>
  payments.map(({ payment_id }) => payment_id);

import { logTo } from '#platform/log.ts';
import type { TablePort } from '#platform/table/port.ts';
import { syncDuePayout } from '#switch/payouts/sync-due-payout.ts';
import {
  adminKey,
  aMerchant,
  type Container,
  container,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
} from '../switch/switch-in-memory.ts';
import { memoryPort } from '../table/memory-table.ts';

/** Cards that the sandbox processor pays to in its own manner: published test numbers. */
export const payoutCards = {
  usual: '4000056655665556',
  debit: '5200828282828210',
  declined: '4000000000000002',
  cannotBeCreated: '4000000000000069',
  ineligible: '4000000000009979',
  needsAccount: '4000003800000446',
  later: '4000000000000077',
  failsLater: '4000000000005126',
  comesBack: '4000000000000259',
  comesBackAfterAll: '4000000000000101',
  neverAnswers: '4000000000000341',
  answers500: '4000000000000119',
  anotherAmount: '4000000000001976',
  refusesCancels: '4000000000000127',
  unreachable: '4000000000004954',
} as const;

export const toCard = (card_number: string = payoutCards.usual) => ({
  payout_method_data: {
    card: {
      card_number,
      expiry_month: '10',
      expiry_year: '2035',
      card_holder_name: 'Joseph Doe',
    },
  },
});

export const toBank = (bank_account_number = '000123456789') => ({
  payout_method_data: { bank: { bank_account_number, bank_routing_number: '110000000' } },
});

/** Connects a merchant with a processor that pays out. */
export async function connectForPayouts(
  { ask }: Container,
  merchant: Pick<Merchant, 'id'>,
  changes: object = {},
): Promise<string> {
  const { status, body } = await ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchant.id },
    body: {
      connector_type: 'payout_processor',
      connector_name: 'adyen_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: `payouts of ${merchant.id}` },
      ...changes,
    },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return String(body.merchant_connector_id);
}

/** A merchant that pays out, with its switch, processor and clock, all in memory. */
export async function payoutMerchant(given: Partial<SwitchDependencies> = {}) {
  const dependencies = { ...switchDependencies(), ...given };
  const memory = memoryPort();
  const table: { port: TablePort } = { port: memory };
  const port: TablePort = {
    get: (...all) => table.port.get(...all),
    put: (...all) => table.port.put(...all),
    delete: (...all) => table.port.delete(...all),
    update: (...all) => table.port.update(...all),
    updateWhere: (...all) => table.port.updateWhere(...all),
    take: (...all) => table.port.take(...all),
    query: (...all) => table.port.query(...all),
    batchGet: (...all) => table.port.batchGet(...all),
    transact: (...all) => table.port.transact(...all),
  };
  const shop = container(port, dependencies);
  const merchant = await aMerchant(shop);
  const accountId = await connectForPayouts(shop, merchant);
  const metrics: string[] = [];
  const services = {
    ...shop.services,
    log: logTo((line) => dependencies.logged.push(line)),
    metric: (name: string) => {
      metrics.push(name);
    },
  };
  const on = (operation: string, payout_id: string, body: object = {}, more: object = {}) =>
    shop.ask(operation, { key: merchant.key, params: { payout_id }, body, ...more });
  return {
    dependencies,
    memory,
    table,
    shop,
    merchant,
    accountId,
    metrics,
    create: (body: object = {}, more: object = {}) =>
      shop.ask('payouts.create', {
        key: merchant.key,
        body: { amount: 6_540, currency: 'USD', customer_id: 'cus_1', ...body },
        ...more,
      }),
    confirm: (id: string, body?: object, more?: object) => on('payouts.confirm', id, body, more),
    update: (id: string, body?: object, more?: object) => on('payouts.update', id, body, more),
    fulfill: (id: string, body?: object, more?: object) => on('payouts.fulfill', id, body, more),
    cancel: (id: string, body?: object, more?: object) => on('payouts.cancel', id, body, more),
    show: (payout_id: string, query: Record<string, string> = {}, more: object = {}) =>
      shop.ask('payouts.retrieve', { key: merchant.key, params: { payout_id }, query, ...more }),
    /** Lets time pass, for the switch and for the processor. */
    pass(seconds: number) {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
      dependencies.processor.clock.now = dependencies.clock.now;
    },
    /** The guard looks at a payout whose time has come. */
    look: (payoutId: string) =>
      syncDuePayout(
        services,
        { merchantId: merchant.id, payoutId },
        { remainingMs: () => 28_000, requestId: 'req_guard' },
      ),
    stored: (id: string) => shop.services.payouts.get(merchant.id, id),
    /** How many cards the vault keeps: of one that was removed nothing sealed is left. */
    cardsKept: () =>
      dependencies.vault.ports.cards
        .items()
        .filter(({ sk, sealed }) => sk === 'CARD' && sealed !== undefined).length,
    /** How often, and how much in minor units, the processor has paid out, by our references. */
    async paidOut() {
      const books = await dependencies.processor.payoutLedger();
      return books.flatMap(({ reference, movements }) =>
        movements
          .filter(({ kind }) => kind === 'paid out')
          .map(({ amountMinor }) => ({ reference, amountMinor })),
      );
    },
  };
}

export type PayoutMerchant = Awaited<ReturnType<typeof payoutMerchant>>;

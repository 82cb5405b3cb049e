import * as v from 'valibot';
import { httpConnectors, type SendContext } from '#connectors/connectors.ts';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { ephemeralKeyStore } from '#merchants/ephemeral-keys/ephemeral-key-store.ts';
import { cachedCardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import { cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import type { Send } from '#platform/http/egress/egress.ts';
import type { Implemented, Request } from '#platform/http/operation/implement.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { randomText } from '#platform/ids.ts';
import { logTo } from '#platform/log.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { TablePort } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { screeningStore } from '#switch/blocklist/screening-store.ts';
import { customerStore } from '#switch/customers/customer-store.ts';
import { mandateStore } from '#switch/mandates/mandate-store.ts';
import { paymentMethodStore } from '#switch/payment-methods/payment-method-store.ts';
import { proofStore } from '#switch/payments/authentication/proof-store.ts';
import type { CardServices } from '#switch/payments/card-services.ts';
import { paymentStore } from '#switch/payments/payment-store.ts';
import type { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { PaymentResponse } from '#switch/payments/response/payment-response.ts';
import { scoresStore } from '#switch/routing/dynamic/scores-store.ts';
import { ConnectorName } from '#vocabulary/connectors.ts';
import { create as createAccount } from '../../../functions/accounts/create.ts';
import { create as createConnectorAccount } from '../../../functions/connector-accounts/create.ts';
import { approve } from '../../../functions/payments/approve.ts';
import { cancel } from '../../../functions/payments/cancel.ts';
import { cancelPostCapture } from '../../../functions/payments/cancel-post-capture.ts';
import { capture } from '../../../functions/payments/capture.ts';
import { complete as completeAuthorize } from '../../../functions/payments/complete-authorize.ts';
import { confirm } from '../../../functions/payments/confirm.ts';
import { create as createPayment } from '../../../functions/payments/create.ts';
import { extend } from '../../../functions/payments/extend-authorization.ts';
import { increment } from '../../../functions/payments/incremental-authorization.ts';
import { reject } from '../../../functions/payments/reject.ts';
import { retrieve } from '../../../functions/payments/retrieve.ts';
import { syncPostCapture } from '../../../functions/payments/sync-post-capture-cancel.ts';
import { update } from '../../../functions/payments/update.ts';
import { addressesWith } from '../processors/an-exchange.ts';
import { sandboxProcessor, sandboxUrl } from '../processors/sandbox-processor.ts';
import { memoryKeys } from '../table/memory-keys.ts';
import { memoryPort } from '../table/memory-table.ts';
import { type AVault, aVault } from '../vault/a-vault.ts';

export const merchantId = 'shop_1';

export const card = (number = '4242424242424242') => ({
  card_number: number,
  card_exp_month: '12',
  card_exp_year: '2039',
  card_cvc: '314',
});

export const byCard = (number?: string) => ({
  payment_method: 'card' as const,
  payment_method_data: { card: card(number) },
});

interface Faults {
  /** Stands between the stores and the table. */
  readonly port?: (port: TablePort) => TablePort;
  /** Stands between the connectors and the sandbox processor. */
  readonly send?: (send: Send) => Send;
  /** The adapters, and their features; our own unless stated. */
  readonly adapters?: Pick<SendContext, 'connectorNamed' | 'aboutNamed'>;
  /** The connector accounts, in the order in which they are asked; `stripe_test` alone unless stated. */
  readonly connectors?: readonly string[];
  /** Stands between the payments and the vault. */
  readonly cards?: (vault: AVault) => CardServices['vault'];
  readonly codes?: (vault: AVault) => CardServices['codes'];
  /** Settings of the merchant's profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
}

/**
 * A merchant with a profile and a connector account, everything in memory, and the services that
 * payments are taken with. `asked` are the calls that reached the processor.
 */
export async function paymentsInMemory({
  port = (one) => one,
  send = (one) => one,
  adapters = {},
  connectors = ['stripe_test'],
  cards = (vault) => vault.cards,
  codes = (vault) => vault.codes,
  profile,
}: Faults = {}) {
  const memory = memoryPort();
  const processor = sandboxProcessor();
  const clock = { now: new Date() };
  processor.clock.now = clock.now;
  const asked: string[] = [];
  const counted: Send = (request, options) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return processor.send(request, options);
  };
  const keys = memoryKeys();
  const secrets = merchantSecrets(keys);
  const calm = configurationStore(tableOver(memory));
  await createAccount.run(
    { ...request, params: undefined, caller: { kind: 'admin' }, body: { merchant_id: merchantId } },
    { configurations: calm, keys, environment: 'snd' },
    undefined,
  );
  for (const connector_name of connectors) {
    await createConnectorAccount.run(
      {
        ...request,
        params: { account_id: merchantId },
        caller: { kind: 'admin' },
        body: {
          connector_type: 'payment_processor',
          connector_name: v.parse(ConnectorName, connector_name),
          connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_1' },
        },
      },
      { configurations: calm, secrets, testConnectors: true, isProduction: false },
      undefined,
    );
  }
  const stored = memory.items().find(({ sk }) => sk.startsWith('PROFILE#'));
  if (profile && stored) await memory.update(stored, { set: { settings: profile } });

  const table = tableOver(port(memory));
  const sending = send(counted);
  const vault = aVault();
  const services = {
    vault: cards(vault),
    codes: codes(vault),
    paymentMethods: paymentMethodStore(table),
    cardRanges: cachedCardRanges(cardBinStore(table), { clock: () => clock.now.getTime() }),
    mandates: mandateStore(table),
    payments: paymentStore(table),
    customers: customerStore(table),
    ephemeralKeys: ephemeralKeyStore(table),
    configurations: configurationStore(table, () => clock.now.getTime()),
    secrets,
    scores: scoresStore(table),
    screening: screeningStore(table),
    proofs: proofStore(table),
    connectors: ({ remainingMs }: { remainingMs(): number }) =>
      httpConnectors({
        ...adapters,
        send: sending,
        remainingMs,
        addresses: addressesWith(sandboxUrl),
        log: logTo(() => {}),
      }),
    random: () => 0,
    clock: () => clock.now,
    switchUrl: 'https://switch.test',
  };
  /** An operation on one payment, as it is served; its schemas refuse here too. */
  const on =
    <O extends Operation, Loaded>(implemented: Implemented<O, typeof services, Loaded>) =>
    async (
      payment_id: string,
      given: object = {},
      more: Partial<typeof request> = {},
    ): Promise<PaymentResponse> => {
      const { operation } = implemented;
      // The operation's schemas made it what its type says.
      const asked = {
        ...request,
        now: clock.now,
        ...more,
        caller,
        params: { payment_id },
        query: operation.query && v.parse(operation.query, given),
        body: operation.body && v.parse(operation.body, given),
      } as unknown as Request<O>;
      const loaded = (await implemented.load?.({ ...asked, merchantId }, services)) as Loaded;
      return v.parse(PaymentResponse, await implemented.run(asked, services, loaded));
    };

  const create = async (body: PaymentRequest, now = request.now) => {
    const asked = { ...request, now, params: undefined, caller, body };
    const loaded = await createPayment.load?.({ ...asked, merchantId }, services);
    return createPayment.run(asked, services, loaded ?? [undefined, undefined]);
  };

  return {
    services,
    vault,
    clock,
    /** Lets time pass, for the switch and for the processor. */
    passes(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
      processor.clock.now = clock.now;
    },
    confirm: on(confirm),
    update: on(update),
    capture: on(capture),
    increment: on(increment),
    extend: on(extend),
    approve: on(approve),
    reject: on(reject),
    completeAuthorize: on(completeAuthorize),
    cancel: on(cancel),
    cancelPostCapture: on(cancelPostCapture),
    syncPostCapture: on(syncPostCapture),
    retrieve: on(retrieve),
    /** Asks the connector for the state of a payment. */
    sync: (payment_id: string) => on(retrieve)(payment_id, { force_sync: 'true' }),
    /** A payment of 25.99 EUR that was confirmed at once, by its identifier. */
    async paid(more: object = {}): Promise<string> {
      const body = v.parse(createPayment.operation.body, {
        amount: 2_599,
        currency: 'EUR',
        confirm: true,
        ...byCard(),
        ...more,
      });
      return v.parse(PaymentResponse, await create(body, clock.now)).payment_id;
    },
    /** The processor's own books on a payment, one for each attempt that reached it. */
    books: async (payment_id: string) =>
      (await processor.ledger()).filter(({ reference }) => reference.startsWith(`${payment_id}_`)),
    asked,
    memory,
    processor,
    /** The payments that were charged, by our reference. */
    charges: () => new Set(asked.filter((one) => one.startsWith('PUT'))),
    create: (body: PaymentRequest) => create(body),
  };
}

export const caller = { kind: 'merchant', merchantId } as const;

/** The members that every request has. */
export const request = {
  query: undefined,
  headers: {},
  requestId: 'req_1',
  get invocationId() {
    return randomText(20);
  },
  sourceIp: '203.0.113.9',
  now: new Date(),
  remainingMs: () => 28_000,
};

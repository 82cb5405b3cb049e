import { create as createAccount } from '../../functions/accounts/create.ts';
import { create as createConnectorAccount } from '../../functions/connector-accounts/create.ts';
import { create as createPayment } from '../../functions/payments/create.ts';
import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { httpConnectors } from '../../shared/connectors/connectors.ts';
import { customerStore } from '../../shared/customers/customer-store.ts';
import type { Send } from '../../shared/http/egress.ts';
import { logTo } from '../../shared/log.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import type { PaymentRequest } from '../../shared/payments/request.ts';
import { merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import type { TablePort } from '../../shared/table/port.ts';
import { tableOver } from '../../shared/table/table.ts';
import { memoryKeys } from './memory-keys.ts';
import { memoryPort } from './memory-table.ts';
import { sandboxProcessor, sandboxUrl } from './sandbox-processor.ts';

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
}

/**
 * A merchant with a profile and a connector account, everything in memory, and the services that
 * payments are taken with. `asked` are the calls that reached the processor.
 */
export async function aShop({ port = (one) => one, send = (one) => one }: Faults = {}) {
  const memory = memoryPort();
  const processor = sandboxProcessor();
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
  await createConnectorAccount.run(
    {
      ...request,
      params: { account_id: merchantId },
      caller: { kind: 'admin' },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'stripe_test',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_1' },
      },
    },
    { configurations: calm, secrets, testConnectors: true },
    undefined,
  );

  const table = tableOver(port(memory));
  const sending = send(counted);
  const services = {
    payments: paymentStore(table),
    customers: customerStore(table),
    configurations: configurationStore(table),
    secrets,
    connectors: ({ remainingMs }: { remainingMs(): number }) =>
      httpConnectors({ send: sending, remainingMs, sandboxUrl, log: logTo(() => {}) }),
    random: () => 0,
  };
  return {
    services,
    asked,
    memory,
    processor,
    /** The payments that were charged, by our reference. */
    charges: () => new Set(asked.filter((one) => one.startsWith('PUT'))),
    create: (body: PaymentRequest) =>
      createPayment.run({ ...request, params: undefined, caller, body }, services, undefined),
  };
}

export const caller = { kind: 'merchant', merchantId } as const;

/** What every request has, whatever it is about. */
export const request = {
  query: undefined,
  headers: {},
  requestId: 'req_1',
  sourceIp: '203.0.113.9',
  now: new Date(),
  remainingMs: () => 28_000,
};

import * as v from 'valibot';
import { ConnectorName } from '#vocabulary/connectors.ts';
import { create as createConnectorAccount } from '../../../functions/connector-accounts/create.ts';
import { merchantId, paymentsInMemory, request } from '../switch/payments-in-memory.ts';

/** The consequence of fraud, for cards that this connector is paid with. */
export const cardsAt = (
  gateway: string,
  action: 'cancel_txn' | 'auto_refund' | 'manual_review',
) => ({
  gateway: v.parse(ConnectorName, gateway),
  payment_methods: [
    {
      payment_method: 'card' as const,
      payment_method_types: [
        {
          payment_method_type: 'credit' as const,
          card_networks: 'Visa' as const,
          flow: 'pre' as const,
          action,
        },
      ],
      flow: 'pre' as const,
    },
  ],
});

/** A shop whose payments are checked for fraud by the sandbox, under the name of one of its checkers. */
export async function paymentsWithFraudCheck({
  checker = 'signifyd',
  configs,
  profile,
  ...faults
}: Parameters<typeof paymentsInMemory>[0] & {
  readonly checker?: 'signifyd' | 'riskified';
  readonly configs?: readonly ReturnType<typeof cardsAt>[];
} = {}) {
  const shop = await paymentsInMemory({
    ...faults,
    profile: { frm_routing_algorithm: { type: 'single', data: checker }, ...profile },
  });
  await createConnectorAccount.run(
    {
      ...request,
      params: { account_id: merchantId },
      caller: { kind: 'admin' },
      body: {
        connector_type: 'payment_vas',
        connector_name: checker,
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a checker' },
        ...(configs && { frm_configs: [...configs] }),
      },
    },
    {
      configurations: shop.services.configurations,
      secrets: shop.services.secrets,
      testConnectors: true,
      isProduction: false,
    },
    undefined,
  );
  return shop;
}

/** Customers by whose address the sandbox's checkers tell how risky they are. */
export const customers = {
  safe: { email: 'payer@example.com' },
  doubtful: { email: 'review@example.com' },
  fraudulent: { email: 'fraud@example.com' },
};

import type { ListDefinition } from '#platform/lists/list-definition.ts';
import { compact } from '#platform/schema.ts';
import type { Payment } from '../payment.ts';
import { parsePayment, paymentKey } from '../payment-store.ts';
import { authenticationTypeOf } from '../response/authentication-type.ts';

/** The facets by which payments are filtered and counted; each has few values. */
const factsOf = (payment: Payment) => {
  const { status, currency, profileId, attempt, requestFields } = payment;
  return textsOf({
    status,
    currency,
    profile: profileId,
    connector: attempt.connectorName,
    account: attempt.connectorAccountId,
    method: requestFields.payment_method,
    type: requestFields.payment_method_type,
    authentication: authenticationTypeOf(payment, attempt),
    network: attempt.paymentMethodData?.card?.card_network,
    discovery: attempt.cardDiscovery ?? (attempt.paymentMethodData?.card ? 'manual' : undefined),
  });
};

/** Only texts are facets; absent ones are left out. */
const textsOf = (facts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => typeof fact[1] === 'string'),
  );

/** The list of a merchant's payments by creation time. */
export const listedPayments: ListDefinition<Payment> = {
  list: 'payments',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#PAYMENT#([^#]+)$/.exec(pk) ?? [];
    return sk === 'PAYMENT' && owner && id ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [paymentKey(owner.slice('MERCHANT#'.length), id)],
  parse: ([item]) => parsePayment(item),
  entryOf(payment) {
    const { merchantId, id, version, createdAt, modifiedAt, amountMinor, customer, requestFields } =
      payment;
    const { merchant_order_reference_id: order } = requestFields;
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'payments',
      id,
      version,
      createdAt,
      facets: factsOf(payment),
      sortable: {
        amount: amountMinor,
        modified: Date.parse(modifiedAt),
        attempts: payment.attemptCount,
      },
      indexed: compact({
        customer: customer?.id,
        email: customer?.email?.toLowerCase(),
        order: typeof order === 'string' ? order : undefined,
      }),
    };
  },
};

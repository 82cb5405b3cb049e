import type { ListedKind } from '../../lists/listed-kind.ts';
import { compact } from '../../schema.ts';
import type { Payment } from '../payment.ts';
import { parsePayment, paymentKey } from '../payment-store.ts';
import { authenticationTypeOf } from '../response/authentication-type.ts';

/** By what payments are filtered and counted; each has few values. */
const factsOf = (payment: Payment) => {
  const { status, currency, profileId, attempt, terms } = payment;
  return textsOf({
    status,
    currency,
    profile: profileId,
    connector: attempt.connectorName,
    account: attempt.connectorAccountId,
    method: terms.payment_method,
    type: terms.payment_method_type,
    authentication: authenticationTypeOf(payment, attempt),
    network: attempt.paymentMethodData?.card?.card_network,
    discovery: attempt.cardDiscovery ?? (attempt.paymentMethodData?.card ? 'manual' : undefined),
  });
};

/** Only texts are facts; what is not there is left out. */
const textsOf = (facts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => typeof fact[1] === 'string'),
  );

/** Payments, by when they were made. */
export const listedPayments: ListedKind = {
  list: 'payments',
  thingOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#PAYMENT#([^#]+)$/.exec(pk) ?? [];
    return sk === 'PAYMENT' && owner && id ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [paymentKey(owner.slice('MERCHANT#'.length), id)],
  entryOf([item]) {
    const payment = parsePayment(item);
    const { merchantId, id, version, createdAt, modifiedAt, amountMinor, customer, terms } =
      payment;
    const { merchant_order_reference_id: order } = terms;
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'payments',
      id,
      version,
      createdAt,
      facts: factsOf(payment),
      numbers: {
        amount: amountMinor,
        modified: Date.parse(modifiedAt),
        attempts: payment.attemptCount,
      },
      under: compact({
        customer: customer?.id,
        email: customer?.email?.toLowerCase(),
        order: typeof order === 'string' ? order : undefined,
      }),
    };
  },
};

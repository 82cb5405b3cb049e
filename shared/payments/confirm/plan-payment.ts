import type { Configuration, ConnectorAccount } from '../../accounts/merchant-account.ts';
import { indexedIdsOf } from '../../connectors/abouts.part.ts';
import { SwitchError } from '../../errors.ts';
import { route } from '../../routing/routing.ts';
import type { Confirmation } from '../lifecycle/attempts.ts';
import { allowsManualRetry } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';
import { isClickToPay } from '../payment-source/method-payload.ts';
import { requirePaymentMethod } from '../payment-source/payment-source.ts';
import type { StoredCard } from '../payment-source/stored-card.ts';
import {
  accountFor,
  type ConnectorMandate,
  chargeOfMandate,
  connectorCustomersOf,
  hasStoredCredential,
  maskedOfMandate,
  methodOfCredential,
  networkTransactionIdOf,
  type StoredCredential,
  savedMethodOf,
} from '../payment-source/stored-credential.ts';
import { withAuthorizationDefaults } from '../request/authorization-options.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { straightThroughRouting } from '../request/straight-through-routing.ts';
import {
  customerOf,
  isAccountVerification,
  maskedMethodOf,
  requestFieldsOf,
} from '../request/terms.ts';
import { checkCapability, isCapable } from './connector-capability.ts';

/** How a payment will be authorized, decided before anything is saved. */
export interface PaymentPlan {
  readonly configuration: Configuration;
  /**
   * The connector account to use; `others` are tried when the request certainly did not reach it.
   */
  readonly account: ConnectorAccount;
  readonly others: readonly ConnectorAccount[];
  /** The processor's stored credential to charge, if any. */
  readonly connectorMandate?: ConnectorMandate | undefined;
  /** The card network's id of an earlier payment, if this processor may get another processor's. */
  readonly networkTransactionId?: string | undefined;
  /** The processors' own ids of the customer, by connector account. */
  readonly connectorCustomers?: Readonly<Record<string, string>>;
  readonly confirmation: Omit<Confirmation, 'switchUrl'>;
}

/** What a plan needs beside the payment and the request. */
interface PlanInput {
  /** The stored credential that the request refers to. */
  readonly credential: StoredCredential;
  /** From 0 to 1; selects a share of a volume split. */
  readonly random: number;
  readonly now: Date;
}

/**
 * Plans how a payment will be authorized: by which connector account and for how much. `payment` is
 * the payment before this request; a new payment has no attempt yet. Throws every refusal that a
 * confirm can get before money is at stake.
 */
export function planPayment(
  configuration: Configuration,
  payment: Pick<Payment, 'profileId' | 'amountMinor' | 'currency' | 'requestFields' | 'customer'>,
  request: PaymentRequest,
  { credential: named, random, now }: PlanInput,
): PaymentPlan {
  const { card: stored } = named;
  if (!hasStoredCredential(named)) requirePaymentMethod(request);
  const mandate = chargeOfMandate(named, payment, request, now);
  const { method, type } = hasStoredCredential(named)
    ? methodOfCredential(named, request)
    : { method: request.payment_method, type: request.payment_method_type };
  const paymentMethodData = stored
    ? maskedOf(stored, request)
    : (maskedOfMandate(named) ?? maskedMethodOf(request));
  if (!method) throw new SwitchError('missing_param', { field: 'payment_method' });

  const facts = {
    profileId: payment.profileId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    method,
    type,
    network: paymentMethodData?.card?.card_network,
    allowed: request.connector,
  };
  const routing = straightThroughRouting(request.routing);
  const { account, others, connectorMandate } = accountFor(named, configuration, payment, () =>
    route(configuration, facts, routing, random),
  );
  checkCapability(account, request, hasStoredCredential(named));

  const savedMethod = savedMethodOf(named);
  const customer = customerOf(request, payment.customer);
  const stated = { ...request, payment_method: method, payment_method_type: type };
  const requestFields = withAuthorizationDefaults(
    requestFieldsOf(stated, payment.requestFields),
    configuration,
    payment.profileId,
  );
  const confirmation = {
    requestFields,
    netAmountMinor: isAccountVerification({ requestFields })
      ? 0
      : netAmount({ ...requestFields, amount: payment.amountMinor }),
    ...(customer && { customer }),
    ...(paymentMethodData && { paymentMethodData }),
    ...(isClickToPay(request) && { cardDiscovery: 'click_to_pay' as const }),
    ...(savedMethod && { paymentMethod: savedMethod, cardDiscovery: 'saved_card' as const }),
    ...(mandate && { mandate }),
    connector: chosenConnector(account),
    manualRetry: allowsManualRetry(configuration, payment),
  };
  return {
    configuration,
    account,
    others: others.filter((other) => isCapable(other, request, hasStoredCredential(named))),
    ...(connectorMandate
      ? { connectorMandate }
      : { networkTransactionId: networkTransactionIdOf(named, configuration, payment, request) }),
    connectorCustomers: connectorCustomersOf(named),
    confirmation,
  };
}

/** A stored card as it may be shown, with the request's billing address. */
const maskedOf = ({ described }: StoredCard, { payment_method_data: data }: PaymentRequest) => ({
  card: described,
  billing: (data && typeof data !== 'string' && data.billing) || null,
});

export const chosenConnector = (account: ConnectorAccount) => ({
  name: account.connectorName,
  accountId: account.id,
  label: account.label,
  ...indexedIdsOf(account.connectorName),
});

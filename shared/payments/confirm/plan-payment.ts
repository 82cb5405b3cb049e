import type { Configuration, ConnectorAccount } from '../../accounts/merchant-account.ts';
import { SwitchError } from '../../errors.ts';
import { route } from '../../routing/routing.ts';
import { checkCapability, isCapable } from '../connector-access.ts';
import type { Confirmation } from '../lifecycle/attempts.ts';
import { allowsManualRetry } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';
import { isVerification } from '../payment-source/future-usage.ts';
import { isClickToPay } from '../payment-source/method-payload.ts';
import { checkMeansOfPayment } from '../payment-source/require-payment-method.ts';
import type { StoredCard } from '../payment-source/stored-card.ts';
import {
  accountFor,
  agreedWithNetwork,
  chargeOfMandate,
  isNamed,
  type KeptMeans,
  methodBehind,
  methodOfNamed,
  type NamedMeans,
  shownOfMandate,
} from '../payment-source/stored-credential.ts';
import { withReservationDefaults } from '../request/authorization-options.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { straightThroughRouting } from '../request/straight-through-routing.ts';
import { customerOf, shownMethod, termsOf } from '../request/terms.ts';

/** What will be asked of whom, decided before anything is written. */
export interface Plan {
  readonly configuration: Configuration;
  /** The connector account that is asked, and those that are when it certainly was not reached. */
  readonly account: ConnectorAccount;
  readonly others: readonly ConnectorAccount[];
  /** What the processor keeps and is asked to charge, where it is that. */
  readonly kept?: KeptMeans | undefined;
  /** The card network's name for an earlier payment, where this processor may be told of another's. */
  readonly networkTransactionId?: string | undefined;
  readonly confirmation: Omit<Confirmation, 'switchUrl'>;
}

/** What deciding needs beside the payment and the request. */
interface Deciding {
  /** What the request names, looked up. */
  readonly named: NamedMeans;
  /** From 0 to 1. */
  readonly random: number;
  readonly now: Date;
}

/**
 * Decides how a payment will be taken: with which connector account, for how much. `payment` is as it
 * was before the request, without one for a payment that is yet to be made. Throws every refusal that a
 * confirm can meet before money is at stake.
 */
export function planned(
  configuration: Configuration,
  payment: Pick<Payment, 'profileId' | 'amountMinor' | 'currency' | 'terms' | 'customer'>,
  request: PaymentRequest,
  { named, random, now }: Deciding,
): Plan {
  const { card: stored } = named;
  if (!isNamed(named)) checkMeansOfPayment(request);
  const mandate = chargeOfMandate(named, payment, request, now);
  const { method, type } = isNamed(named)
    ? methodOfNamed(named, request)
    : { method: request.payment_method, type: request.payment_method_type };
  const paymentMethodData = stored
    ? shownOf(stored, request)
    : (shownOfMandate(named) ?? shownMethod(request));
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
  const { account, others, kept } = accountFor(named, configuration, payment, () =>
    route(configuration, facts, routing, random),
  );
  checkCapability(account, request, isNamed(named));

  const behind = methodBehind(named);
  const customer = customerOf(request, payment.customer);
  const stated = { ...request, payment_method: method, payment_method_type: type };
  const terms = withReservationDefaults(
    termsOf(stated, payment.terms),
    configuration,
    payment.profileId,
  );
  const confirmation = {
    terms,
    netAmountMinor: isVerification({ terms })
      ? 0
      : netAmount({ ...terms, amount: payment.amountMinor }),
    ...(customer && { customer }),
    ...(paymentMethodData && { paymentMethodData }),
    ...(isClickToPay(request) && { cardDiscovery: 'click_to_pay' as const }),
    ...(behind && { paymentMethod: behind, cardDiscovery: 'saved_card' as const }),
    ...(mandate && { mandate }),
    connector: chosen(account),
    manualRetry: allowsManualRetry(configuration, payment),
  };
  return {
    configuration,
    account,
    others: others.filter((other) => isCapable(other, request, isNamed(named))),
    ...(kept
      ? { kept }
      : { networkTransactionId: agreedWithNetwork(named, configuration, payment, request) }),
    confirmation,
  };
}

/** What may be shown of a stored card, with the billing address that the request gives it. */
const shownOf = ({ described }: StoredCard, { payment_method_data: data }: PaymentRequest) => ({
  card: described,
  billing: (data && typeof data !== 'string' && data.billing) || null,
});

export const chosen = (account: ConnectorAccount) => ({
  name: account.connectorName,
  accountId: account.id,
  label: account.label,
});

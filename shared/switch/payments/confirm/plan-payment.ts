import type { Asked } from '#connectors/abilities.ts';
import { indexedIdsOf } from '#connectors/abouts.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import type { PaymentMethod } from '#vocabulary/payment-methods.ts';
import { learnedRouting, learningMarkOf } from '../../routing/dynamic/learned-routing.ts';
import type { Scores } from '../../routing/dynamic/scores.ts';
import { paymentFacts } from '../../routing/payment-facts.ts';
import { keptDecision } from '../../routing/route-decision.ts';
import { type Route, route } from '../../routing/routing.ts';
import { type Confirmation, nextAttemptId } from '../lifecycle/attempts.ts';
import { allowsManualRetry } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';
import { accountsFor, type ChosenAccounts } from '../payment-source/account-for-credential.ts';
import { isClickToPay, methodPayloadOf } from '../payment-source/method-payload.ts';
import { requirePaymentMethod } from '../payment-source/payment-source.ts';
import { cardOf } from '../payment-source/request-card.ts';
import type { StoredCard } from '../payment-source/stored-card.ts';
import {
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
import { billingCountryOf } from '../request/billing-country.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { straightThroughRouting } from '../request/straight-through-routing.ts';
import {
  customerOf,
  isAccountVerification,
  maskedMethodOf,
  requestFieldsOf,
} from '../request/terms.ts';
import { refusalBy, waysAsked } from './connector-capability.ts';
import { decidedFields } from './decided-fields.ts';
import { routedPayment } from './routed-payment.ts';

/** How a payment will be authorized, decided before anything is saved. */
export interface PaymentPlan extends ChosenAccounts {
  readonly configuration: Configuration;
  readonly method: PaymentMethod;
  /** The card network's id of an earlier payment, for processors that take one. */
  readonly networkTransactionId?: string | undefined;
  /** The processors' own ids of the customer, by connector account. */
  readonly connectorCustomers?: Readonly<Record<string, string>>;
  /** Why the merchant's programs could not be used. */
  readonly troubles?: readonly string[];
  readonly confirmation: Omit<Confirmation, 'switchUrl'>;
}

type PlannedPayment = Pick<
  Payment,
  | 'id'
  | 'profileId'
  | 'status'
  | 'amountMinor'
  | 'currency'
  | 'requestFields'
  | 'customer'
  | 'attempt'
  | 'attemptCount'
>;

/** What a plan needs beside the payment and the request. */
interface PlanInput {
  /** The stored credential that the request refers to. */
  readonly credential: StoredCredential;
  /** What the profile has learned; undefined where it does not route by that. */
  readonly scores?: Scores | undefined;
  readonly now: Date;
}

/**
 * Plans how a payment will be authorized: by which connector account and for how much. `payment` is
 * the payment before this request; a new payment has no attempt yet. Throws every refusal that a
 * confirm can get before money is at stake.
 */
export function planPayment(
  configuration: Configuration,
  payment: PlannedPayment,
  request: PaymentRequest,
  { credential: named, scores, now }: PlanInput,
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

  const savedMethod = savedMethodOf(named);
  const cardDiscovery = savedMethod
    ? ('saved_card' as const)
    : isClickToPay(request)
      ? ('click_to_pay' as const)
      : undefined;
  const customer = customerOf(request, payment.customer);
  const stated = { ...request, payment_method: method, payment_method_type: type };
  const statedFields = withAuthorizationDefaults(
    requestFieldsOf(stated, payment.requestFields),
    configuration,
    payment.profileId,
  );
  const { currency } = payment;
  const netOf = (fields: Payment['requestFields']) =>
    isAccountVerification({ requestFields: fields })
      ? 0
      : netAmount({ ...fields, amount: payment.amountMinor });
  const factsWith = (fields: Payment['requestFields']) => {
    const planned = {
      requestFields: fields,
      netAmountMinor: netOf(fields),
      currency,
      method,
      type,
    };
    return paymentFacts(routedPayment(planned, request, named, paymentMethodData?.card));
  };
  const { decisions } = configuration;
  const decided =
    decisions &&
    decidedFields({
      decisions,
      payment,
      requestFields: statedFields,
      facts: (fields) => ({
        ...factsWith(fields),
        ...(method === 'card' && {
          card_discovery: cardDiscovery ?? 'manual',
          issuer_name: paymentMethodData?.card?.card_issuer ?? undefined,
        }),
      }),
    });
  const requestFields = { ...statedFields, ...decided?.fields };
  const criteria = {
    profileId: payment.profileId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    method,
    type,
    network: paymentMethodData?.card?.card_network,
    country: billingCountryOf({ requestFields }),
    allowed: request.connector,
  };
  const routing = straightThroughRouting(request.routing);
  const asked = {
    ...criteria,
    amountMinor: netOf(requestFields),
    ...(!hasStoredCredential(named) && !cardOf(request) && shapeOf(request)),
    ...waysAsked(request, { requestFields, customer, mandate }),
  };
  const refusal = (one: ConnectorAccount) => refusalBy(one, asked, { requestFields });
  const facts = () => factsWith(requestFields);
  const profile = configuration.profiles.find(({ id }) => id === payment.profileId);
  const attemptId = nextAttemptId(payment);
  let routed: Route | undefined;
  const chosen = accountsFor(named, configuration, payment, request, (mayBeAsked) => {
    routed = route(configuration, {
      criteria,
      routing,
      refusal,
      attemptId,
      facts,
      mayBeAsked,
      ...(profile?.dynamicRouting && learnedRouting(profile, { scores, facts, attemptId, now })),
    });
    return routed.accounts;
  });
  const { account, others, connectorMandates } = chosen;
  const isBound = connectorMandates.has(account.id) && others.length === 0;
  const refused = refusal(account);
  if (refused) throw refused;

  const confirmation = {
    requestFields,
    netAmountMinor: netOf(requestFields),
    ...(decided && { decidedFields: Object.keys(decided.fields) }),
    ...(customer && { customer }),
    ...(paymentMethodData && { paymentMethodData }),
    ...(cardDiscovery && { cardDiscovery }),
    ...(savedMethod && { paymentMethod: savedMethod }),
    ...(mandate && { mandate }),
    connector: chosenConnector(account),
    routing: isBound || !routed ? { approach: 'mandate' } : keptDecision(routed.decision),
    learning: profile?.dynamicRouting && learningMarkOf(profile, facts),
    manualRetry: allowsManualRetry(configuration, payment),
  };
  return {
    configuration,
    method,
    ...chosen,
    networkTransactionId: networkTransactionIdOf(named),
    connectorCustomers: connectorCustomersOf(named),
    ...(decided && { troubles: decided.troubles }),
    confirmation,
  };
}

/** The shape of the method's data, with its method and type as the data states them. */
function shapeOf(request: PaymentRequest): Pick<Asked, 'method' | 'type' | 'shape'> {
  const { method, type, shape = '' } = methodPayloadOf(request);
  return { method, type, shape };
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

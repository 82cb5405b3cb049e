import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import type { ConnectorAccess } from '../connectors/connector.ts';
import type { Connectors } from '../connectors/connectors.ts';
import { SwitchError } from '../errors.ts';
import { route } from '../routing/routing.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import { accessTo, cardOf, checkCapability, referenceOf } from './ask-connector.ts';
import { checkMeansOfPayment } from './means-of-payment.ts';
import { netAmount } from './net-amount.ts';
import { applyOutcome, type Confirmation, type Payment } from './payment.ts';
import type { PaymentStore } from './payment-store.ts';
import type { PaymentRequest } from './request.ts';
import { straightThroughRouting } from './straight-through-routing.ts';
import { customerOf, shownMethod, termsOf } from './terms.ts';

/** What taking a payment reaches, whether it begins with a create or with a confirm. */
export interface TakingServices {
  readonly payments: PaymentStore;
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  /** The processors, for one request with this much time. */
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
  readonly random: () => number;
}

/** What will be asked of whom, decided before anything is written. */
export interface Plan {
  readonly configuration: Configuration;
  readonly account: ConnectorAccount;
  readonly confirmation: Confirmation;
}

/** A plan with all that is needed to ask. */
export interface ReadyPlan extends Plan {
  readonly access: ConnectorAccess;
}

/**
 * Decides how a payment will be taken: with which connector account, for how much. `payment` is as it
 * was before the request, without one for a payment that is yet to be made. Throws every refusal
 * that a confirm can meet before money is at stake.
 */
export function planned(
  configuration: Configuration,
  payment: Pick<Payment, 'profileId' | 'amountMinor' | 'currency' | 'terms' | 'customer'>,
  request: PaymentRequest,
  random: number,
): Plan {
  checkMeansOfPayment(request);
  const terms = termsOf(request, payment.terms);
  const paymentMethodData = shownMethod(request);
  const method = request.payment_method;
  if (!method) throw new SwitchError('missing_param', { field: 'payment_method' });

  const facts = {
    profileId: payment.profileId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    method,
    type: request.payment_method_type,
    network: paymentMethodData?.card?.card_network,
    allowed: request.connector,
  };
  const routing = straightThroughRouting(request.routing);
  const [account] = route(configuration, facts, routing, random);
  checkCapability(account, request);

  const customer = customerOf(request, payment.customer);
  const confirmation = {
    terms,
    netAmountMinor: netAmount({ ...terms, amount: payment.amountMinor }),
    ...(customer && { customer }),
    ...(paymentMethodData && { paymentMethodData }),
    connector: {
      name: account.connectorName,
      accountId: account.id,
      label: account.label,
    },
  };
  return { configuration, account, confirmation };
}

/** Opens the credentials, so that nothing is written down that then cannot be asked. */
export const readied = async (plan: Plan, secrets: MerchantSecrets): Promise<ReadyPlan> => ({
  ...plan,
  access: await accessTo(plan.account, plan.configuration, secrets),
});

/**
 * Asks the connector for the money of a payment that was saved as `processing`, and writes down what
 * it answers. Whoever saved it is the only one who gets here, so it is asked for once.
 */
export async function authorize(
  processing: Payment,
  { access }: ReadyPlan,
  request: { readonly body: PaymentRequest; remainingMs(): number; readonly requestId: string },
  { payments, connectors }: TakingServices,
): Promise<Payment> {
  const card = cardOf(request.body);
  if (!card) throw new Error('A payment was planned without a card.');
  const returnUrl = processing.terms.return_url;
  const outcome = await connectors(request).authorize(access, {
    ...referenceOf(processing),
    card,
    ...(typeof returnUrl === 'string' && { returnUrl }),
  });
  return payments.settle(processing, (current) => applyOutcome(current, outcome, new Date()));
}

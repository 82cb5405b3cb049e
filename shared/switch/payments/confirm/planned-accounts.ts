import type { Asked } from '#connectors/abilities.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { learnedRouting, learningMarkOf } from '../../routing/dynamic/learned-routing.ts';
import type { LearningMark } from '../../routing/dynamic/learning-mark.ts';
import { keptDecision, type RouteDecision } from '../../routing/route-decision.ts';
import { route } from '../../routing/routing.ts';
import { nextAttemptId } from '../lifecycle/attempts.ts';
import { accountsFor, type ChosenAccounts } from '../payment-source/account-for-credential.ts';
import { methodPayloadOf } from '../payment-source/method-payload.ts';
import { cardOf } from '../payment-source/request-card.ts';
import { hasStoredCredential } from '../payment-source/stored-credential.ts';
import { billingCountryOf } from '../request/billing-country.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { straightThroughRouting } from '../request/straight-through-routing.ts';
import type { LoadedConfirm } from './confirm-context.ts';
import { refusalBy, waysAsked } from './connector-capability.ts';
import { factsOf } from './facts-of-charge.ts';
import { amountToCharge, type PlannedCharge } from './planned-charge.ts';

/** The connector accounts that a payment tries, and why these. */
export interface PlannedAccounts extends Omit<ChosenAccounts, 'decision'> {
  readonly routing: RouteDecision;
  /** Present where the attempt's outcome is learned from. */
  readonly learning: LearningMark | undefined;
}

/**
 * Chooses the connector accounts that a charge tries, best first.
 *
 * @throws SwitchError `invalid_request` for unknown routing rules, those of `accountsFor`, and the
 * refusal of the best account when no account can do the payment
 */
export function chooseAccounts(charge: PlannedCharge, confirm: LoadedConfirm): PlannedAccounts {
  const { payment, configuration, whole: request, credential, scores, now } = confirm;
  const { method, type, requestFields, customer, mandate, paymentMethodData } = charge;
  const routing = straightThroughRouting(request.routing);
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
  const asked = {
    ...criteria,
    amountMinor: amountToCharge(requestFields, payment),
    ...(!hasStoredCredential(credential) && !cardOf(request) && shapeOf(request)),
    ...waysAsked(request, { requestFields, customer, mandate }),
  };
  const refusal = (one: ConnectorAccount) => refusalBy(one, asked, { requestFields });
  const facts = () => factsOf(charge, confirm);
  const profile = configuration.profiles.find(({ id }) => id === payment.profileId);
  const attemptId = nextAttemptId(payment);
  const { decision, ...chosen } = accountsFor(
    credential,
    configuration,
    payment,
    request,
    (mayBeAsked) =>
      route(configuration, {
        criteria,
        routing,
        refusal,
        attemptId,
        facts,
        mayBeAsked,
        wished: confirm.wishedConnectors,
        ...(profile?.dynamicRouting && learnedRouting(profile, { scores, facts, attemptId, now })),
      }),
  );
  const refused = refusal(chosen.account);
  if (refused) throw refused;
  return {
    ...chosen,
    routing: decision ? keptDecision(decision) : { approach: 'mandate' },
    learning: profile?.dynamicRouting && learningMarkOf(profile, facts),
  };
}

/** The shape of the method's data, with its method and type as the data states them. */
function shapeOf(request: PaymentRequest): Pick<Asked, 'method' | 'type' | 'shape'> {
  const { method, type, shape = '' } = methodPayloadOf(request);
  return { method, type, shape };
}

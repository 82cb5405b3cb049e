import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { SwitchError } from '../errors.ts';
import type { StraightThroughRouting } from './algorithm.ts';
import { ineligibilityOf, type RoutingCriteria } from './eligible-accounts.ts';
import { fallbackAccounts } from './fallback.ts';
import { type OrderInput, orderAccounts } from './order-accounts.ts';
import { accountName, type RouteDecision } from './route-decision.ts';

/** What decides how a payment is routed. */
export interface RouteInput extends Pick<OrderInput, 'attemptId' | 'facts' | 'successRateOf'> {
  readonly criteria: RoutingCriteria;
  /** The request's own routing, which comes before the active algorithm. */
  readonly routing: StraightThroughRouting | undefined;
  /** Why the account's connector cannot do what the payment asks; undefined when it can. */
  refusal(account: ConnectorAccount): SwitchError | undefined;
}

/** The connector accounts to try, best first, and how they were decided. */
export interface Route {
  readonly accounts: readonly [ConnectorAccount, ...ConnectorAccount[]];
  readonly decision: RouteDecision;
}

/**
 * Routes a payment: the accounts of the request's own routing, else of the profile's active
 * algorithm, then the profile's others in fallback order. Accounts that do not support the payment
 * are left out. When none of the eligible can do what is asked, the best stays and says why.
 *
 * @throws SwitchError `no_eligible_connector`
 */
export function route(configuration: Configuration, input: RouteInput): Route {
  const profile = profileIn(configuration, input.criteria);
  return routeBy(configuration, { ...input, active: profile?.activeRouting?.payment });
}

const profileIn = ({ profiles }: Configuration, { profileId }: RoutingCriteria) =>
  profiles.find(({ id }) => id === profileId);

/**
 * The same with another algorithm than the profile's active one.
 *
 * @throws SwitchError `no_eligible_connector`
 */
export function routeBy(
  configuration: Configuration,
  input: RouteInput & Pick<OrderInput, 'active'>,
): Route {
  const { criteria, routing } = input;
  const profile = profileIn(configuration, criteria);
  const members = fallbackAccounts(configuration, 'payment', criteria.profileId);
  const { accounts, decision } = orderAccounts({
    ...input,
    accounts: members,
    transactionType: 'payment',
    businessCountry: profile?.settings.merchant_business_country,
  });
  const excluded: Record<string, string> = { ...decision.excluded };
  const isLeft = (account: ConnectorAccount, reason: string | undefined): boolean => {
    if (reason !== undefined) excluded[accountName(account)] = reason;
    return reason === undefined;
  };
  const [best, ...rest] = [...new Set([...accounts, ...members])].filter((one) =>
    isLeft(one, ineligibilityOf(one, criteria)),
  );
  if (!best) throw new SwitchError('no_eligible_connector');

  const others = rest.filter((one) => isLeft(one, input.refusal(one) && 'unsupported'));
  // What the request itself names by its id is asked, or says why it cannot.
  const isNamed =
    routing?.type === 'single' &&
    typeof routing.data === 'object' &&
    accounts[0] === best &&
    routing.data.merchant_connector_id === best.id;
  const [next, ...more] = others;
  const isPassedOver = next !== undefined && !isNamed && input.refusal(best) !== undefined;
  if (isPassedOver) isLeft(best, 'unsupported');
  const chosen: Route['accounts'] = isPassedOver ? [next, ...more] : [best, ...others];
  const isOnly = chosen.length === 1;
  return {
    accounts: chosen,
    decision: {
      ...decision,
      ...(!isOnly && { accounts: chosen.map(accountName) }),
      ...(Object.keys(excluded).length > 0 && { excluded }),
    },
  };
}

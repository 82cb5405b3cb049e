import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { StraightThroughRouting } from '#merchants/routing-settings/algorithm.ts';
import { SwitchError } from '#platform/errors.ts';
import { setOwnMember } from '#platform/own-member.ts';
import type { RankedAccounts } from './dynamic/rank-accounts.ts';
import { ineligibilityOf, type RoutingCriteria } from './eligible-accounts.ts';
import { fallbackAccounts } from './fallback.ts';
import { type OrderedAccounts, type OrderInput, orderAccounts } from './order-accounts.ts';
import { accountName, type RouteDecision } from './route-decision.ts';

/** The input of a payment's routing. */
export interface RouteInput extends Pick<OrderInput, 'attemptId' | 'facts' | 'successRateOf'> {
  readonly criteria: RoutingCriteria;
  /** The request's own routing, which comes before the active algorithm. */
  readonly routing: StraightThroughRouting | undefined;
  /** Orders accounts by their scores; absent where the profile does not route by them. */
  readonly learned?: Learned | undefined;
  /** Why the account's connector cannot do the payment; undefined when it can. */
  refusal(account: ConnectorAccount): SwitchError | undefined;
  /** Whether the account can charge the stored credential; absent where none is charged. */
  readonly mayBeAsked?: ((account: ConnectorAccount) => boolean) | undefined;
  /**
   * Connector names that the customer's page prefers. They order what the merchant leaves open: a
   * priority list, and the accounts after it. Other connectors stay eligible.
   */
  readonly wished?: readonly string[] | undefined;
}

/** Orders accounts by their scores, or moves failing ones last where the order is fixed. */
type Learned = (
  accounts: readonly ConnectorAccount[],
  given: { readonly isFixed: boolean },
) => RankedAccounts;

/** The connector accounts to try, best first, and how they were decided. */
export interface Route {
  readonly accounts: readonly [ConnectorAccount, ...ConnectorAccount[]];
  readonly decision: RouteDecision;
}

/**
 * Routes a payment: the accounts of the request's own routing, else of the profile's active
 * algorithm, then the profile's others in fallback order. Accounts that do not support the payment
 * are left out. When no eligible account can do the payment, the best one stays, and its refusal is
 * the answer.
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
  const { criteria, routing, mayBeAsked = () => true, wished = [] } = input;
  const profile = profileIn(configuration, criteria);
  const members = fallbackAccounts(configuration, 'payment', criteria.profileId);
  const isRouted = routing !== undefined || input.active !== undefined;
  const { accounts, isFixed, decision } = isRouted
    ? orderAccounts({
        ...input,
        accounts: members,
        transactionType: 'payment',
        businessCountry: profile?.settings.merchant_business_country,
      })
    : byFallback;
  const excluded: Record<string, string> = { ...decision.excluded };
  const isLeft = (account: ConnectorAccount, reason: string | undefined): boolean => {
    if (reason !== undefined) setOwnMember(excluded, accountName(account), reason);
    return reason === undefined;
  };
  const selected = isFixed || routing ? accounts : wishedFirst(accounts, wished);
  const inOrder = new Set([...selected, ...wishedFirst(members, wished)]);
  const [best, ...rest] = [...inOrder].filter((one) =>
    isLeft(one, ineligibilityOf(one, criteria) ?? (mayBeAsked(one) ? undefined : 'no_mandate')),
  );
  if (!best) throw new SwitchError('no_eligible_connector');

  const others = rest.filter((one) => isLeft(one, input.refusal(one) && 'unsupported'));
  // An account that the request names by its id is asked, or its refusal is the answer.
  const isNamed =
    routing?.type === 'single' &&
    typeof routing.data === 'object' &&
    accounts[0] === best &&
    routing.data.merchant_connector_id === best.id;
  const [next, ...more] = others;
  const isPassedOver = next !== undefined && !isNamed && input.refusal(best) !== undefined;
  if (isPassedOver) isLeft(best, 'unsupported');
  const able: Route['accounts'] = isPassedOver ? [next, ...more] : [best, ...others];
  const ranked = byLearning(able, { accounts, isFixed }, input);
  const chosen = ranked?.accounts ?? able;
  for (const one of ranked?.failing ?? [])
    setOwnMember(excluded, accountName(one), 'technical_failures');
  const isOnly = chosen.length === 1;
  return {
    accounts: chosen,
    decision: {
      ...decision,
      ...(ranked?.approach !== undefined && { approach: ranked.approach }),
      ...(!isOnly && { accounts: chosen.map(accountName) }),
      ...(Object.keys(excluded).length > 0 && { excluded }),
    },
  };
}

/** The accounts of these connectors first; else in the order as given. */
const wishedFirst = (
  accounts: readonly ConnectorAccount[],
  wished: readonly string[],
): readonly ConnectorAccount[] => {
  const isWished = ({ connectorName }: ConnectorAccount) => wished.includes(connectorName);
  return [...accounts.filter(isWished), ...accounts.filter((one) => !isWished(one))];
};

/** Where neither the request nor an algorithm says anything. */
const byFallback: OrderedAccounts = {
  accounts: [],
  isFixed: false,
  decision: { approach: 'default_fallback' },
};

/**
 * The order by scores. Accounts that an algorithm selected stay before the others, and the
 * request's own routing stays first.
 */
function byLearning(
  able: Route['accounts'],
  ordered: Pick<OrderedAccounts, 'accounts' | 'isFixed'>,
  { learned, routing }: RouteInput,
): (Omit<RankedAccounts, 'accounts'> & Pick<Route, 'accounts'>) | undefined {
  if (!learned || routing) return undefined;
  const wanted = able.filter((one) => ordered.accounts.includes(one));
  const head = wanted.length > 0 ? wanted : able;
  const ranked = learned(head, { isFixed: wanted.length > 0 && ordered.isFixed });
  const rest = learned(
    able.filter((one) => !head.includes(one)),
    { isFixed: true },
  );
  const isFailing = (one: ConnectorAccount) => failing.includes(one);
  const failing = [...ranked.failing, ...rest.failing];
  const all = [...ranked.accounts, ...rest.accounts];
  const [first, ...others] = [...all.filter((one) => !isFailing(one)), ...all.filter(isFailing)];
  return first && { ...ranked, failing, accounts: [first, ...others] };
}

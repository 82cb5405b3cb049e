import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { setOwnMember } from '#platform/own-member.ts';
import { straightThroughRouting } from '../payments/request/straight-through-routing.ts';
import { fallbackAccounts } from '../routing/fallback.ts';
import { orderAccounts } from '../routing/order-accounts.ts';
import { reportDecision } from '../routing/report-decision.ts';
import { accountName, keptDecision, type RouteDecision } from '../routing/route-decision.ts';
import type { Payout } from './payout.ts';
import { payoutFacts } from './payout-facts.ts';
import type { PayoutRequest } from './request.ts';

/** The connector account that pays, the ones behind it, and how they were chosen. */
export interface PayoutRoute {
  readonly account: ConnectorAccount;
  /** They are asked in turn while a request certainly did not reach the one before. */
  readonly others: readonly ConnectorAccount[];
  readonly decision: RouteDecision;
}

/**
 * The connector accounts that a payout is routed to, best first, among those that support payouts.
 * The request's own routing comes first, then the profile's active algorithm or the one that its
 * settings state, then its fallback list.
 *
 * @throws SwitchError `no_eligible_connector`, `invalid_request` for an unknown routing
 */
export function routePayout(configuration: Configuration, payout: Payout): PayoutRoute {
  const { profileId, attempt } = payout;
  const { connector: allowed, routing } = statedRouting(payout);
  const members = fallbackAccounts(configuration, 'payout', profileId);
  const { accounts, decision } = orderAccounts({
    accounts: members,
    routing: straightThroughRouting(routing),
    active: activeRouting(configuration, profileId),
    transactionType: 'payout',
    attemptId: attempt.id,
    facts: () => payoutFacts(payout),
  });
  const excluded: Record<string, string> = { ...decision.excluded };
  const [account, ...others] = [...new Set([...accounts, ...members])].filter((one) => {
    const reason = ineligibilityOf(one, allowed);
    if (reason !== undefined) setOwnMember(excluded, accountName(one), reason);
    return reason === undefined;
  });
  if (!account) throw new SwitchError('no_eligible_connector');
  const kept = keptDecision({
    ...decision,
    ...(others.length > 0 && { accounts: [account, ...others].map(accountName) }),
    ...(Object.keys(excluded).length > 0 && { excluded }),
  });
  reportDecision(kept, { payoutId: payout.id });
  return { account, others, decision: kept };
}

/** The connector accounts that could pay a payout, in the order of the fallback list. */
export const payoutAccounts = (
  configuration: Configuration,
  payout: Payout,
): readonly ConnectorAccount[] =>
  fallbackAccounts(configuration, 'payout', payout.profileId).filter(
    (one) => ineligibilityOf(one, statedRouting(payout).connector) === undefined,
  );

/** Stored from a parsed request. */
const statedRouting = ({ requestFields: { connector, routing } }: Payout) =>
  ({ connector, routing }) as Pick<PayoutRequest, 'connector' | 'routing'>;

function ineligibilityOf(
  { connectorName, disabled }: ConnectorAccount,
  allowed: PayoutRequest['connector'],
): string | undefined {
  if (disabled) return 'disabled';
  if (aboutNamed(connectorName)?.features.includes('payout') !== true) return 'no_adapter';
  return !allowed || allowed.some((name) => name === connectorName) ? undefined : 'not_allowed';
}

/** The profile's active algorithm, else the one that the settings state. */
function activeRouting({ account, profiles }: Configuration, profileId: string) {
  const profile = profiles.find(({ id }) => id === profileId);
  const active = profile?.activeRouting?.payout;
  if (active) return active;
  const stated =
    profile?.settings.payout_routing_algorithm ?? account.settings.payout_routing_algorithm;
  return v.is(StatedAlgorithm, stated) ? { algorithm: stated } : undefined;
}

const StatedAlgorithm = v.looseObject({ type: v.string() });

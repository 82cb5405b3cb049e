import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import type { PayeeNeed, PayoutTarget } from '#connectors/interface/payouts.ts';
import { type AskedPayout, payoutObstacle } from '#connectors/payout-abilities.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { setOwnMember } from '#platform/own-member.ts';
import { straightThroughRouting } from '../payments/request/straight-through-routing.ts';
import { fallbackAccounts } from '../routing/fallback.ts';
import { orderAccounts } from '../routing/order-accounts.ts';
import { reportDecision } from '../routing/report-decision.ts';
import { accountName, keptDecision, type RouteDecision } from '../routing/route-decision.ts';
import { fieldOfNeed, payeeOf, targetOf } from './payee.ts';
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
 * @throws SwitchError `no_eligible_connector`, `missing_param` where an account could pay if more was
 * known of the recipient, `invalid_request` for an unknown routing
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
  const asked = askedOf(payout);
  const missing: PayeeNeed[] = [];
  const [account, ...others] = [...new Set([...accounts, ...members])].filter((one) => {
    const obstacle = ineligibilityOf(one, allowed, asked);
    if (obstacle) setOwnMember(excluded, accountName(one), obstacle.reason);
    if (obstacle?.missing) missing.push(obstacle.missing);
    return obstacle === undefined;
  });
  if (!account) throw withoutAccount(missing);
  const kept = keptDecision({
    ...decision,
    ...(others.length > 0 && { accounts: [account, ...others].map(accountName) }),
    ...(Object.keys(excluded).length > 0 && { excluded }),
  });
  reportDecision(kept, { payoutId: payout.id });
  return { account, others, decision: kept };
}

/** The fact that the first of such accounts misses; without one, no account could pay at all. */
const withoutAccount = ([need]: readonly PayeeNeed[]): SwitchError =>
  need === undefined
    ? new SwitchError('no_eligible_connector')
    : new SwitchError('missing_param', { field: fieldOfNeed[need] });

/**
 * The connector accounts that could pay a payout, in the order of the fallback list. More may be
 * stated of its recipient later.
 */
export const payoutAccounts = (
  configuration: Configuration,
  payout: Payout,
): readonly ConnectorAccount[] =>
  fallbackAccounts(configuration, 'payout', payout.profileId).filter((one) => {
    const obstacle = ineligibilityOf(one, statedRouting(payout).connector, askedOf(payout));
    return !obstacle || obstacle.reason === 'payee';
  });

/** Whether an account could pay a payout to such a destination, if its payee states one. */
export function canPayTo(account: ConnectorAccount, payout: Payout, target: PayoutTarget): boolean {
  const asked = { ...askedOf(payout), target, network: undefined };
  const obstacle = ineligibilityOf(account, statedRouting(payout).connector, asked);
  return !obstacle || obstacle.reason === 'payee';
}

const askedOf = (payout: Payout): AskedPayout => ({
  target: targetOf(payout),
  amountMinor: payout.amountMinor,
  currency: payout.currency,
  network: payout.shown?.card?.card_network ?? undefined,
  payee: payeeOf(payout),
});

/** Stored from a parsed request. */
const statedRouting = ({ requestFields: { connector, routing } }: Payout) =>
  ({ connector, routing }) as Pick<PayoutRequest, 'connector' | 'routing'>;

function ineligibilityOf(
  { connectorName, disabled }: ConnectorAccount,
  allowed: PayoutRequest['connector'],
  asked: AskedPayout,
): { readonly reason: string; readonly missing?: PayeeNeed } | undefined {
  if (disabled) return { reason: 'disabled' };
  const about = aboutNamed(connectorName);
  if (about?.features.includes('payout') !== true) return { reason: 'no_adapter' };
  return !allowed || allowed.some((name) => name === connectorName)
    ? payoutObstacle(about, asked)
    : { reason: 'not_allowed' };
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

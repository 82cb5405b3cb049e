import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { SwitchError } from '../errors.ts';
import type { StraightThroughRouting } from './algorithm.ts';
import { eligibleAccounts, type RoutingCriteria } from './eligible-accounts.ts';
import { selectAccounts } from './select-accounts.ts';

/**
 * The connector accounts to try, best first: those that the request's own routing names, then the
 * profile's others in fallback order. Accounts that do not support the payment are left out. Throws
 * `no_eligible_connector` when none is left.
 *
 * `random` is from 0 to 1 and selects a share of a volume split.
 */
export function route(
  configuration: Configuration,
  criteria: RoutingCriteria,
  routing: StraightThroughRouting | undefined,
  random: number,
): readonly [ConnectorAccount, ...ConnectorAccount[]] {
  const eligible = eligibleAccounts(configuration, criteria);
  const selected = selectAccounts(eligible, routing, random);
  const [first, ...others] = new Set([...selected, ...eligible]);
  if (!first) throw new SwitchError('no_eligible_connector');
  return [first, ...others];
}

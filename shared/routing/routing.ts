import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { SwitchError } from '../errors.ts';
import type { StraightThroughRouting } from './algorithm.ts';
import { accountsChosen } from './connector-choices.ts';
import { eligibleAccounts, type PaymentFacts } from './eligible-accounts.ts';

/**
 * The connector accounts to try, best first: those that the request's own routing names, then the
 * profile's others in the order of its fallback list. Accounts that cannot take the payment are left
 * out. Throws `no_eligible_connector` when none is left.
 *
 * `random` is from 0 to 1 and draws among the shares of a volume split.
 */
export function route(
  configuration: Configuration,
  facts: PaymentFacts,
  routing: StraightThroughRouting | undefined,
  random: number,
): readonly [ConnectorAccount, ...ConnectorAccount[]] {
  const eligible = eligibleAccounts(configuration, facts);
  const wanted = accountsChosen(eligible, routing, random);
  const [first, ...others] = new Set([...wanted, ...eligible]);
  if (!first) throw new SwitchError('no_eligible_connector');
  return [first, ...others];
}

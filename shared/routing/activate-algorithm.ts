import type { ConnectorAccount, Profile } from '../accounts/merchant-account.ts';
import { SwitchError } from '../errors.ts';
import { choicesOf, connectorOf, type RoutingAlgorithm } from './algorithm.ts';
import type { ActiveAlgorithm, StoredAlgorithm } from './stored-algorithm.ts';
import type { TransactionType } from './transaction-type.ts';

/**
 * Refuses an algorithm that leads to a connector which its profile has no account of. Disabled accounts
 * are there all the same.
 *
 * @throws SwitchError `invalid_request`
 */
export function checkChoices(
  algorithm: RoutingAlgorithm,
  profileId: string,
  connectorAccounts: readonly ConnectorAccount[],
): void {
  const own = connectorAccounts.filter((account) => account.profileId === profileId);
  for (const choice of choicesOf(algorithm)) {
    const { connector, accountId } = connectorOf(choice);
    const isThere = own.some(
      ({ id, connectorName }) =>
        connectorName === connector && (accountId === undefined || id === accountId),
    );
    if (isThere) continue;
    const account =
      accountId === undefined ? '' : ` and merchant connector account id '${accountId}'`;
    throw new SwitchError('invalid_request', {
      message: `connector with name '${connector}'${account} not found for the given profile`,
    });
  }
}

/**
 * The profile as it is when it routes by this algorithm, in place of whatever it routed by before.
 *
 * @throws SwitchError `precondition_failed` when the algorithm is for something else, or active already
 */
export function activated(
  profile: Profile,
  algorithm: StoredAlgorithm,
  transactionType: TransactionType,
  now: Date,
): Profile {
  if (algorithm.transactionType !== transactionType) {
    refuse(
      `Cannot use ${algorithm.transactionType}'s routing algorithm for ${transactionType} operation`,
    );
  }
  if (profile.activeRouting?.[transactionType]?.id === algorithm.id) {
    refuse('Algorithm is already active');
  }
  const active: ActiveAlgorithm = { ...algorithm, activatedAt: now.toISOString() };
  return {
    ...profile,
    activeRouting: { ...profile.activeRouting, [transactionType]: active },
    modifiedAt: now.toISOString(),
  };
}

/**
 * The profile without an active algorithm, and the one that it routed by.
 *
 * @throws SwitchError `precondition_failed` when there is none
 */
export function deactivated(
  profile: Profile,
  transactionType: TransactionType,
  now: Date,
): { readonly profile: Profile; readonly algorithm: ActiveAlgorithm } {
  const { [transactionType]: algorithm, ...activeRouting } = profile.activeRouting ?? {};
  if (!algorithm) throw refusal('Algorithm is already inactive');
  return { profile: { ...profile, activeRouting, modifiedAt: now.toISOString() }, algorithm };
}

export const refusal = (message: string) => new SwitchError('precondition_failed', { message });

export function refuse(message: string): never {
  throw refusal(message);
}

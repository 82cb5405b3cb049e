import type { ConnectorAccount, Profile } from '#merchants/accounts/merchant-account.ts';
import { choicesOf, connectorOf } from '#merchants/routing-settings/algorithm.ts';
import type {
  ActiveAlgorithm,
  StoredAlgorithm,
  WrittenAlgorithm,
} from '#merchants/routing-settings/stored-algorithm.ts';
import type { AlgorithmFor } from '#merchants/routing-settings/transaction-type.ts';
import { SwitchError } from '#platform/errors.ts';
import { faultOf } from './rules/programs.ts';

/**
 * Checks that the profile has an account of every connector that the algorithm names. Disabled
 * accounts count too.
 *
 * @throws SwitchError `invalid_request`
 */
export function checkChoices(
  algorithm: WrittenAlgorithm,
  profileId: string,
  connectorAccounts: readonly ConnectorAccount[],
): void {
  if (algorithm.type === 'three_ds_decision_rule') return;
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
 * Checks that the algorithm can be used for this. The error names the rule and the comparison.
 *
 * @throws SwitchError `invalid_request`
 */
export function checkUsable(algorithm: WrittenAlgorithm, transactionType: AlgorithmFor): void {
  if (
    algorithm.type === 'three_ds_decision_rule' ||
    transactionType === 'three_ds_authentication'
  ) {
    checkDecisionRule(algorithm, transactionType);
    return;
  }
  if (algorithm.type === 'least_cost') {
    if (transactionType !== 'payment') throw notFor(algorithm.type, transactionType);
    return;
  }
  const selections =
    algorithm.type === 'advanced'
      ? [algorithm.data.defaultSelection, ...algorithm.data.rules.map((r) => r.connectorSelection)]
      : [algorithm];
  const fault =
    algorithm.type === 'advanced' ? faultOf(algorithm.data, transactionType) : undefined;
  if (fault) throw unusable(fault);
  for (const { type, data } of selections) {
    if (type === 'volume_split' && data.length > 0 && data.every(({ split }) => split === 0)) {
      throw unusable({ message: 'all shares are 0' });
    }
  }
}

const unusable = ({ message, path, ...words }: NonNullable<ReturnType<typeof faultOf>>) =>
  new SwitchError('invalid_request', {
    ...words,
    ...(path !== undefined && { param: `algorithm.data.${path}` }),
    message: `Invalid routing algorithm: ${message}`,
  });

const notFor = (type: WrittenAlgorithm['type'], transactionType: AlgorithmFor) =>
  unusable({
    message: `type '${type}' cannot be used for transaction_type '${transactionType}'`,
  });

/** Only algorithms about 3-D Secure are for authentication, and they are for nothing else. */
function checkDecisionRule(algorithm: WrittenAlgorithm, transactionType: AlgorithmFor): void {
  const { type } = algorithm;
  if (type !== 'three_ds_decision_rule' || transactionType !== 'three_ds_authentication') {
    throw notFor(type, transactionType);
  }
  const fault = faultOf(algorithm.data, 'three_ds');
  if (fault) throw unusable(fault);
}

/**
 * The profile with this algorithm as its active one, in place of any other.
 *
 * @throws SwitchError `precondition_failed` when the algorithm is for another transaction type, or
 * active already
 */
export function activated(
  profile: Profile,
  algorithm: StoredAlgorithm,
  transactionType: AlgorithmFor,
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
 * The profile without an active algorithm, and the algorithm that was active.
 *
 * @throws SwitchError `precondition_failed` when none was active
 */
export function deactivated(
  profile: Profile,
  transactionType: AlgorithmFor,
  now: Date,
): { readonly profile: Profile; readonly algorithm: ActiveAlgorithm } {
  const { [transactionType]: algorithm, ...activeRouting } = profile.activeRouting ?? {};
  if (!algorithm) throw refusal('Algorithm is already inactive');
  return { profile: { ...profile, activeRouting, modifiedAt: now.toISOString() }, algorithm };
}

const refusal = (message: string) => new SwitchError('precondition_failed', { message });

function refuse(message: string): never {
  throw refusal(message);
}

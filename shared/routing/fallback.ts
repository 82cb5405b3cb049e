import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { SwitchError } from '../errors.ts';
import { choiceKey, type RoutableChoice, RoutableConnector } from './algorithm.ts';
import type { TransactionType } from './transaction-type.ts';

const processorOf = { payment: 'payment_processor', payout: 'payout_processor' } as const;

/**
 * The accounts that are tried where nothing else decides, in order: those that were put in an order by
 * hand, as long as they are there, and then the others in the order in which they were connected. A
 * profile without an order of its own goes by its merchant's. Disabled accounts keep their place.
 *
 * @param profileId of one profile; without it, those of all profiles in the merchant's own order
 */
export function fallbackAccounts(
  { account, profiles, connectorAccounts }: Configuration,
  transactionType: TransactionType,
  profileId?: string,
): readonly ConnectorAccount[] {
  const ofProfile = profiles.find(({ id }) => id === profileId)?.fallback?.[transactionType];
  const order = ofProfile ?? account.fallback?.[transactionType] ?? [];
  const members = connectorAccounts.filter(
    (one) =>
      one.connectorType === processorOf[transactionType] &&
      (profileId === undefined || one.profileId === profileId),
  );
  const place = ({ id }: ConnectorAccount) => {
    const index = order.indexOf(id);
    return index === -1 ? order.length : index;
  };
  // Sorting keeps what is equal in its order.
  return [...members].sort((one, other) => place(one) - place(other));
}

/** The list as the API shows it; a connector that cannot be routed to has no place in it. */
export const presentFallback = (accounts: readonly ConnectorAccount[]): RoutableChoice[] =>
  accounts.flatMap(({ connectorName, id }) =>
    v.is(RoutableConnector, connectorName)
      ? [{ connector: connectorName, merchant_connector_id: id }]
      : [],
  );

/**
 * The identifiers of the accounts in their new order. The list can only be put in another order, since
 * its members follow from the connector accounts.
 *
 * @throws SwitchError `precondition_failed` for a list of another length, `invalid_request` for one
 * with other members
 */
export function reorderedAccountIds(
  current: readonly RoutableChoice[],
  wanted: readonly RoutableChoice[],
): readonly string[] {
  if (current.length !== wanted.length) {
    throw new SwitchError('precondition_failed', {
      message: 'current config and updated config have different lengths',
    });
  }
  const before = new Set(current.map(choiceKey));
  const after = new Set(wanted.map(choiceKey));
  const different = [
    ...[...before].filter((one) => !after.has(one)),
    ...[...after].filter((one) => !before.has(one)),
  ];
  if (different.length > 0) {
    throw new SwitchError('invalid_request', {
      message: `connector mismatch between old and new configs (${different.join(', ')})`,
    });
  }
  return wanted.flatMap((choice) =>
    typeof choice === 'string' || choice.merchant_connector_id === null
      ? []
      : [choice.merchant_connector_id],
  );
}

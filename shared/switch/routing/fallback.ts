import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import {
  choiceKey,
  type RoutableChoice,
  RoutableConnector,
} from '#merchants/routing-settings/algorithm.ts';
import type { TransactionType } from '#merchants/routing-settings/transaction-type.ts';
import { SwitchError } from '#platform/errors.ts';

const processorOf = { payment: 'payment_processor', payout: 'payout_processor' } as const;

/**
 * The connector accounts in fallback order. Accounts of the stated order come first, then the
 * others in order of creation. A profile without an order of its own uses its merchant's. Disabled
 * accounts keep their place.
 *
 * @param profileId limits the accounts to one profile; without it, all accounts in the merchant's
 * order
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
  // The sort is stable, so accounts without a place keep the order of creation.
  return [...members].sort((one, other) => place(one) - place(other));
}

/** Presents the fallback list, without connectors that cannot be routed to. */
export const presentFallback = (accounts: readonly ConnectorAccount[]): RoutableChoice[] =>
  accounts.flatMap(({ connectorName, id }) =>
    v.is(RoutableConnector, connectorName)
      ? [{ connector: connectorName, merchant_connector_id: id }]
      : [],
  );

/**
 * The ids of the accounts in their new order. A request can only reorder the list, because its
 * members are the connector accounts.
 *
 * @throws SwitchError `precondition_failed` for a list of another length, `invalid_request` for
 * other members
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

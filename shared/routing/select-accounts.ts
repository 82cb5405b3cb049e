import type { ConnectorAccount } from '../accounts/merchant-account.ts';
import { connectorOf, type RoutableChoice, type StraightThroughRouting } from './algorithm.ts';

/**
 * The eligible accounts that a routing names, best first. Other targets of the routing are skipped.
 *
 * @param random from 0 to 1; selects a share of a volume split
 */
export const selectAccounts = (
  eligible: readonly ConnectorAccount[],
  routing: StraightThroughRouting | undefined,
  random: number,
): readonly ConnectorAccount[] =>
  orderedChoices(routing, random).flatMap(
    (choice) => eligible.find((account) => isChosen(account, choice)) ?? [],
  );

function isChosen(account: ConnectorAccount, choice: RoutableChoice): boolean {
  const { connector, accountId } = connectorOf(choice);
  return (
    account.connectorName === connector && (accountId === undefined || account.id === accountId)
  );
}

function orderedChoices(
  routing: StraightThroughRouting | undefined,
  random: number,
): readonly RoutableChoice[] {
  switch (routing?.type) {
    case undefined:
      return [];
    case 'single':
      return [routing.data];
    case 'priority':
      return routing.data;
    case 'volume_split': {
      const drawn = drawShare(routing.data, random);
      const rest = routing.data.filter((one) => one !== drawn);
      return [...(drawn ? [drawn] : []), ...rest].map(({ connector }) => connector);
    }
  }
}

/** Selects a share with a probability proportional to its size; never a share of size zero. */
function drawShare<S extends { readonly split: number }>(shares: readonly S[], random: number) {
  let left = random * shares.reduce((sum, { split }) => sum + split, 0);
  return shares.find(({ split }) => {
    left -= split;
    return split > 0 && left < 0;
  });
}

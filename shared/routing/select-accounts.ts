import type { ConnectorAccount } from '../accounts/merchant-account.ts';
import { connectorOf, type RoutableChoice, type StraightThroughRouting } from './algorithm.ts';

/**
 * The accounts among these that a routing names, best first. What it names that is not among them is
 * passed over.
 *
 * @param random from 0 to 1, draws among the shares of a volume split
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

/** One of the shares, each as likely as it is large; one of size zero is never drawn. */
function drawShare<S extends { readonly split: number }>(shares: readonly S[], random: number) {
  let left = random * shares.reduce((sum, { split }) => sum + split, 0);
  return shares.find(({ split }) => {
    left -= split;
    return split > 0 && left < 0;
  });
}

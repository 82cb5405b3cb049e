import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import {
  type ConnectorSelection,
  connectorOf,
  type RoutableChoice,
  type StraightThroughRouting,
} from '#merchants/routing-settings/algorithm.ts';

/** The accounts that a routing names, best first, and the targets that no account matches. */
export interface SelectedAccounts {
  readonly accounts: readonly ConnectorAccount[];
  readonly gone: readonly RoutableChoice[];
}

/**
 * @param draw from 0 up to 1; selects a share of a volume split
 * @throws Error when a volume split has shares and all of them are 0
 */
export function selectAccounts(
  accounts: readonly ConnectorAccount[],
  routing: StraightThroughRouting | ConnectorSelection,
  draw: number,
): SelectedAccounts {
  const selected: ConnectorAccount[] = [];
  const gone: RoutableChoice[] = [];
  for (const choice of orderedChoices(routing, draw)) {
    const found = accounts.filter((account) => isChosen(account, choice));
    if (found.length === 0) gone.push(choice);
    selected.push(...found);
  }
  return { accounts: selected, gone };
}

function isChosen(account: ConnectorAccount, choice: RoutableChoice): boolean {
  const { connector, accountId } = connectorOf(choice);
  return (
    account.connectorName === connector && (accountId === undefined || account.id === accountId)
  );
}

function orderedChoices(
  routing: StraightThroughRouting | ConnectorSelection,
  draw: number,
): readonly RoutableChoice[] {
  switch (routing.type) {
    case 'single':
      return [routing.data];
    case 'priority':
      return routing.data;
    case 'volume_split': {
      if (routing.data.length === 0) return [];
      const drawn = drawShare(routing.data, draw);
      if (!drawn) throw new Error('all shares are 0');
      const rest = routing.data.filter((one) => one !== drawn);
      return [drawn, ...rest].map(({ connector }) => connector);
    }
  }
}

/** Selects a share with a probability proportional to its size; never a share of size zero. */
function drawShare<S extends { readonly split: number }>(shares: readonly S[], draw: number) {
  let left = draw * shares.reduce((sum, { split }) => sum + split, 0);
  return shares.find(({ split }) => {
    left -= split;
    return split > 0 && left < 0;
  });
}

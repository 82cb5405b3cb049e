import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { SwitchError } from '../errors.ts';
import type {
  ConnectorChoice,
  StraightThroughRouting,
} from '../payments/straight-through-routing.ts';
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
  const wanted = choices(routing, random).flatMap(
    (choice) => eligible.find((account) => isChosen(account, choice)) ?? [],
  );
  const [first, ...others] = new Set([...wanted, ...eligible]);
  if (!first) throw new SwitchError('no_eligible_connector');
  return [first, ...others];
}

const isChosen = (account: ConnectorAccount, choice: ConnectorChoice) =>
  account.connectorName === choice.connector &&
  (!choice.merchant_connector_id || account.id === choice.merchant_connector_id);

function choices(
  routing: StraightThroughRouting | undefined,
  random: number,
): readonly ConnectorChoice[] {
  switch (routing?.type) {
    case undefined:
      return [];
    case 'single':
      return [routing.data];
    case 'priority':
      return routing.data;
    case 'volume_split': {
      const drawn = draw(routing.data, random);
      const rest = routing.data.filter((one) => one !== drawn);
      return [...(drawn ? [drawn] : []), ...rest].map(({ connector }) => connector);
    }
  }
}

/** One of the shares, each as likely as it is large; one of size zero is never drawn. */
function draw<S extends { readonly split: number }>(shares: readonly S[], random: number) {
  let left = random * shares.reduce((sum, { split }) => sum + split, 0);
  return shares.find(({ split }) => {
    left -= split;
    return split > 0 && left < 0;
  });
}

import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { aboutNamed } from '../connectors/abouts.part.ts';
import { SwitchError } from '../errors.ts';
import { straightThroughRouting } from '../payments/request/straight-through-routing.ts';
import { StraightThroughRouting } from '../routing/algorithm.ts';
import { fallbackAccounts } from '../routing/fallback.ts';
import { selectAccounts } from '../routing/select-accounts.ts';

interface PayoutRoutingInput {
  readonly profileId: string;
  /** Connector names; when given, only these are eligible. */
  readonly connector?: readonly string[] | null | undefined;
  /** The request's routing, unparsed. */
  readonly routing?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * The connector account that a payout is routed to, among those that support payouts. The request's
 * own routing comes first, then the profile's, then the first of the profile's fallback list.
 *
 * `random` is from 0 to 1 and selects a share of a volume split.
 *
 * @throws SwitchError `no_eligible_connector`, `invalid_request` for an unknown routing
 */
export function payoutAccount(
  configuration: Configuration,
  { profileId, connector, routing }: PayoutRoutingInput,
  random: number,
): ConnectorAccount {
  const eligible = fallbackAccounts(configuration, 'payout', profileId).filter(
    (account) =>
      !account.disabled &&
      aboutNamed(account.connectorName)?.features.includes('payout') === true &&
      (!connector || connector.includes(account.connectorName)),
  );
  const wanted = straightThroughRouting(routing) ?? routingOfProfile(configuration, profileId);
  const [chosen] = selectAccounts(eligible, wanted, random);
  const account = chosen ?? eligible[0];
  if (!account) throw new SwitchError('no_eligible_connector');
  return account;
}

/** The profile's routing, when it names connectors directly. */
function routingOfProfile({ account, profiles }: Configuration, profileId: string) {
  const profile = profiles.find(({ id }) => id === profileId);
  const set =
    profile?.settings.payout_routing_algorithm ?? account.settings.payout_routing_algorithm;
  const parsed = v.safeParse(StraightThroughRouting, set);
  return parsed.success ? parsed.output : undefined;
}

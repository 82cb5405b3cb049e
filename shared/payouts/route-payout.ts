import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { connectorNamed } from '../connectors/registry.ts';
import { SwitchError } from '../errors.ts';
import { straightThroughRouting } from '../payments/request/straight-through-routing.ts';
import { StraightThroughRouting } from '../routing/algorithm.ts';
import { fallbackAccounts } from '../routing/fallback.ts';
import { selectAccounts } from '../routing/select-accounts.ts';

interface PayoutRoutingInput {
  readonly profileId: string;
  /** Names of connectors; when given, no other is taken. */
  readonly connector?: readonly string[] | null | undefined;
  /** As the request has it. */
  readonly routing?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * The connector account that a payout goes through: the first that the request's own routing names,
 * else the profile's, else the first of its fallback list, among those that pay out.
 *
 * `random` is from 0 to 1 and draws among the shares of a volume split.
 *
 * @throws SwitchError `no_eligible_connector`, `invalid_request` for a routing that we do not know
 */
export function payoutAccount(
  configuration: Configuration,
  { profileId, connector, routing }: PayoutRoutingInput,
  random: number,
): ConnectorAccount {
  const eligible = fallbackAccounts(configuration, 'payout', profileId).filter(
    (account) =>
      !account.disabled &&
      connectorNamed(account.connectorName)?.payout !== undefined &&
      (!connector || connector.includes(account.connectorName)),
  );
  const wanted = straightThroughRouting(routing) ?? routingOfProfile(configuration, profileId);
  const [chosen] = selectAccounts(eligible, wanted, random);
  const account = chosen ?? eligible[0];
  if (!account) throw new SwitchError('no_eligible_connector');
  return account;
}

/** The profile's setting, where it names connectors itself. */
function routingOfProfile({ account, profiles }: Configuration, profileId: string) {
  const profile = profiles.find(({ id }) => id === profileId);
  const set =
    profile?.settings.payout_routing_algorithm ?? account.settings.payout_routing_algorithm;
  const parsed = v.safeParse(StraightThroughRouting, set);
  return parsed.success ? parsed.output : undefined;
}

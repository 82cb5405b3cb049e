import type {
  Configuration,
  ConnectorAccount,
  Profile,
} from '#merchants/accounts/merchant-account.ts';
import { profileOf } from '#merchants/profiles/profile-of.ts';
import type { DynamicRouting } from '#merchants/routing-settings/dynamic-settings.ts';
import { SwitchError } from '#platform/errors.ts';
import { drawFor } from '../draw.ts';
import { fallbackAccounts } from '../fallback.ts';
import { checkScope } from '../manage-algorithms.ts';
import { accountName } from '../route-decision.ts';
import type { DecidedGateway, DecideGatewayRequest } from './evaluate-operations.ts';
import { groupOf } from './learning-mark.ts';
import { rankAccounts, rateOf } from './rank-accounts.ts';
import { noScores, type Scores } from './scores.ts';

interface Caller {
  readonly profileId?: string;
}

/**
 * The profile that a request names by its id, or by its merchant's.
 *
 * @throws SwitchError `profile_not_found`
 */
export function namedProfile(named: string, caller: Caller, configuration: Configuration): Profile {
  const { account } = configuration;
  const usual = caller.profileId ?? account.defaultProfileId ?? named;
  const profile = profileOf(configuration, named === account.id ? usual : named);
  checkScope(caller, profile.id);
  return profile;
}

/** The enabled payment accounts of a profile that a list of gateways names, in fallback order. */
export const accountsNamed = (
  configuration: Configuration,
  profileId: string,
  gateways: readonly string[] | null | undefined,
): readonly ConnectorAccount[] =>
  fallbackAccounts(configuration, 'payment', profileId).filter(
    (one) =>
      !one.disabled &&
      (!gateways || gateways.includes(one.connectorName) || gateways.includes(accountName(one))),
  );

/**
 * Which account learned routing would try first, by the scores that are there, also where they only
 * measure so far. Nothing is stored, and no processor asked.
 *
 * @throws SwitchError `precondition_failed` for an order by network costs, which are not known
 */
export function decideGateway(
  request: DecideGatewayRequest,
  profile: Profile,
  accounts: readonly ConnectorAccount[],
  scores: Scores | undefined,
  now: Date,
): DecidedGateway {
  const { rankingAlgorithm, eliminationEnabled, paymentInfo } = request;
  if (rankingAlgorithm === 'NTW_BASED_ROUTING') {
    throw new SwitchError('precondition_failed', {
      message: 'NTW_BASED_ROUTING is not available: costs of networks are not known',
    });
  }
  const known = scores ?? noScores(profile.merchantId, profile.id);
  const { successBased, elimination, contracts } = profile.dynamicRouting ?? {};
  const deciding = { features: 'dynamic_connector_selection' as const };
  const byScores = rankingAlgorithm !== 'PL_BASED_ROUTING';
  const settings: DynamicRouting = {
    ...(successBased && byScores && { successBased: { ...successBased, ...deciding } }),
    ...(contracts && byScores && { contracts: { ...contracts, ...deciding } }),
    ...(elimination &&
      eliminationEnabled !== false && { elimination: { ...elimination, ...deciding } }),
  };
  const group = groupOf(profile, () => factsOf(paymentInfo));
  const ranked = rankAccounts(accounts, {
    settings,
    scores: known,
    group,
    now,
    isFixed: false,
    draw: drawFor('exploration', `${paymentInfo.paymentId}_1`),
  });
  const [first] = ranked.accounts;
  const [before] = accounts;
  return {
    decided_gateway: first ? accountName(first) : null,
    gateway_priority_map: successBased
      ? Object.fromEntries(
          ranked.accounts.map((one) => [
            accountName(one),
            rateOf(one, successBased, { scores: known, group }),
          ]),
        )
      : null,
    routing_approach: ranked.approach ?? 'default_fallback',
    gateway_before_evaluation: before ? accountName(before) : null,
  };
}

const factsOf = (payment: DecideGatewayRequest['paymentInfo']) => {
  const method = payment.paymentMethod.toLowerCase();
  const type = payment.paymentMethodType.toLowerCase();
  return {
    payment_method: method,
    ...(method === 'card' ? { card_type: type } : { [method]: type }),
    currency: payment.currency.toUpperCase(),
    card_bin: payment.cardIsin.slice(0, 6),
    authentication_type: 'no_three_ds',
  };
};

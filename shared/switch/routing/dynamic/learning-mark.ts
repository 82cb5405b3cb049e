import type { Profile } from '#merchants/accounts/merchant-account.ts';
import type { GroupingParam } from '#merchants/routing-settings/dynamic-settings.ts';
import { ownMember } from '#platform/own-member.ts';
import type { RuleFacts } from '../rules/rule-keys.ts';
import { everyGroup } from './scores.ts';

/** The longest name of a group, in characters. */
const maxGroup = 32;

const facts: Readonly<Record<GroupingParam, (facts: RuleFacts) => unknown>> = {
  PaymentMethod: (one) => one.payment_method,
  PaymentMethodType: (one) => one.card_type ?? ownMember(one, String(one.payment_method)),
  AuthenticationType: (one) => one.authentication_type,
  Currency: (one) => one.currency,
  Country: (one) => one.billing_country,
  CardNetwork: (one) => one.card_network,
  CardBin: (one) => one.card_bin,
};

/**
 * The group of payments whose success rates this one counts in: its values of the profile's
 * parameters.
 */
export function groupOf(
  { dynamicRouting }: Pick<Profile, 'dynamicRouting'>,
  payment: () => RuleFacts,
): string {
  const params = dynamicRouting?.successBased?.params ?? [];
  if (params.length === 0) return everyGroup;
  const known = payment();
  return params
    .map((param) => String(facts[param](known) ?? ''))
    .join('|')
    .slice(0, maxGroup);
}

/** The mark of an attempt from whose outcome the profile learns. */
export interface LearningMark {
  readonly profileId: string;
  readonly group: string;
}

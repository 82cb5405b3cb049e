// Loaded late: few profiles keep scores.
import type { Profile } from '#merchants/accounts/merchant-account.ts';
import {
  type DynamicRouting,
  keepsScores,
  routesByScores,
} from '#merchants/routing-settings/dynamic-settings.ts';
import { drawFor } from '../draw.ts';
import type { RouteInput } from '../routing.ts';
import type { RuleFacts } from '../rules/rule-keys.ts';
import { groupOf, type LearningMark } from './learning-mark.ts';
import { rankAccounts, rateOf } from './rank-accounts.ts';
import { noScores, type Scores } from './scores.ts';

interface LearnedInput {
  /** Undefined until the first outcome was counted, or where they could not be read. */
  readonly scores: Scores | undefined;
  facts(): RuleFacts;
  readonly attemptId: string;
  readonly now: Date;
}

/**
 * The parts of routing that a profile's scores decide: the order, and success rates for an
 * algorithm that weighs them. Empty where the profile keeps no scores.
 */
export function learnedRouting(
  profile: Profile | undefined,
  { scores, facts, attemptId, now }: LearnedInput,
): Pick<RouteInput, 'learned' | 'successRateOf'> {
  const settings = profile?.dynamicRouting;
  if (!profile || !settings || !needsScores(profile)) return {};
  const known = scores ?? noScores(profile.merchantId, profile.id);
  const group = groupOf(profile, facts);
  const { successBased } = settings;
  return {
    ...(successBased && {
      successRateOf: (id) => rateOf({ id }, successBased, { scores: known, group }),
    }),
    ...(routesByScores(settings) && {
      learned: (accounts, { isFixed }) => {
        const draw = drawFor('exploration', attemptId);
        return rankAccounts(accounts, { settings, scores: known, group, draw, now, isFixed });
      },
    }),
  };
}

/** The mark of a payment; undefined where its profile keeps no scores. */
export function learningMarkOf(profile: Profile, facts: () => RuleFacts): LearningMark | undefined {
  return profile.dynamicRouting && keepsScores(profile.dynamicRouting)
    ? { profileId: profile.id, group: groupOf(profile, facts) }
    : undefined;
}

/** Whether the scores decide about the profile's payments, and so have to be read. */
export function needsScores({
  dynamicRouting,
  activeRouting,
}: Pick<Profile, 'dynamicRouting' | 'activeRouting'>): boolean {
  if (!dynamicRouting) return false;
  const isByCost = activeRouting?.payment?.algorithm.type === 'least_cost';
  return routesByScores(dynamicRouting) || (isByCost && weighsRates(dynamicRouting));
}

const weighsRates = (settings: DynamicRouting): boolean =>
  keepsScores(settings) && settings.successBased !== undefined;

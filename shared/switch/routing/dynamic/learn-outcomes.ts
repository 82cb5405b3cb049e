import * as v from 'valibot';
import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { keepsScores } from '#merchants/routing-settings/dynamic-settings.ts';
import type { Log } from '#platform/log.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import { followAuthorization } from '#vocabulary/payment-statuses.ts';
import { countOutcomes } from './count-outcomes.ts';
import { isEarlierAttempt } from './earlier-attempt.ts';
import type { LearnedOutcome } from './scores.ts';
import type { ScoresStore } from './scores-store.ts';

/** The fields of an attempt whose outcome is learned; other attempts have no mark. */
const MarkedAttempt = v.looseObject({
  id: v.string(),
  status: v.string(),
  connectorAccountId: v.string(),
  learning: v.object({
    profileId: v.string(),
    group: v.string(),
    isTechnical: v.optional(v.boolean()),
  }),
});
type MarkedAttempt = v.InferOutput<typeof MarkedAttempt>;

/** An outcome of one profile. */
export interface ProfileOutcome extends LearnedOutcome {
  readonly merchantId: string;
  readonly profileId: string;
}

const succeeded: ReadonlySet<string> = new Set([
  'authorized',
  'partially_authorized',
  'charged',
  'partial_charged',
  'partial_charged_and_chargeable',
]);
const decidedEarlier: ReadonlySet<string> = followAuthorization;
const failed: ReadonlySet<string> = new Set(['failure', 'authorization_failed']);

/**
 * The outcomes that a change of a payment reports for the first time; none for most changes. An
 * attempt that was followed by another is an item of its own. A payment that a customer or a
 * merchant gave up, and an authentication that failed, say nothing about the processor.
 */
export function outcomesIn({ before, after }: Change): readonly ProfileOutcome[] {
  const attempt = attemptIn(after);
  if (!attempt) return [];
  const known = attemptIn(before);
  if (known?.id === attempt.id && (resultOf(known) || decidedEarlier.has(known.status))) return [];
  const result = resultOf(attempt);
  const merchantId = /^MERCHANT#([^#]+)#PAYMENT#/.exec(String(after?.pk))?.[1];
  if (!result || merchantId === undefined) return [];
  const { profileId, group } = attempt.learning;
  const { id: attemptId, connectorAccountId: accountId } = attempt;
  return [{ merchantId, profileId, attemptId, accountId, group, result }];
}

/** The payment's own attempt, or the one that is the item. */
function attemptIn(item: Change['after']): MarkedAttempt | undefined {
  if (!item) return undefined;
  const parsed = v.safeParse(MarkedAttempt, isEarlierAttempt(item) ? item : item.attempt);
  return parsed.success ? parsed.output : undefined;
}

function resultOf({ status, learning }: MarkedAttempt): LearnedOutcome['result'] | undefined {
  if (succeeded.has(status)) return 'success';
  if (!failed.has(status)) return undefined;
  return learning.isTechnical ? 'technical failure' : 'decline';
}

interface Services {
  readonly scores: Pick<ScoresStore, 'change'>;
  readonly configurations: Pick<ConfigurationStore, 'recent'>;
  readonly clock: () => Date;
  readonly log: Log;
}

/**
 * Counts outcomes, with one write for each profile. Scores are no books: outcomes that cannot be
 * counted are logged and left out, so that no event waits for them.
 */
export async function learnOutcomes(
  outcomes: readonly ProfileOutcome[],
  { scores, configurations, clock, log }: Services,
): Promise<void> {
  const byProfile = Map.groupBy(outcomes, (one) => `${one.merchantId} ${one.profileId}`);
  await Promise.all(
    [...byProfile].map(async ([name, some]) => {
      const [merchantId = '', profileId = ''] = name.split(' ');
      try {
        const { profiles } = await configurations.recent(merchantId);
        const settings = profiles.find(({ id }) => id === profileId)?.dynamicRouting;
        if (!settings || !keepsScores(settings)) return;
        await scores.change(merchantId, profileId, (current) =>
          countOutcomes(current, some, settings, clock()),
        );
      } catch (error) {
        log.error('outcomes not learned', error, { merchantId, profileId, count: some.length });
      }
    }),
  );
}

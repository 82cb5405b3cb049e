import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';

/** A key that signed webhooks before a newer one, and signs beside it until its overlap ends. */
export const OlderHashKey = v.object({ key: v.string(), until: v.string() });
type OlderHashKey = v.InferOutput<typeof OlderHashKey>;

/** A key that signs webhooks, and those before it, newest first. */
export interface HashKeys {
  readonly payment_response_hash_key?: string | undefined;
  readonly older_hash_keys?: readonly OlderHashKey[] | undefined;
}

/** The longest overlap that a merchant can ask for, in hours. */
export const maxOverlapHours = 72;

/** So many older keys sign at most, so that the header of signatures stays short. */
const maxOlderKeys = 2;

/** A request's statement of the key; an absent overlap is none. */
interface StatedHashKey {
  readonly payment_response_hash_key?: string | null | undefined;
  readonly payment_response_hash_key_overlap_hours?: number | null | undefined;
}

/** Throws `invalid_request` for an overlap that belongs to no key. */
export function checkOverlap(request: StatedHashKey): void {
  if (request.payment_response_hash_key != null) return;
  if (request.payment_response_hash_key_overlap_hours == null) return;
  const message =
    'payment_response_hash_key_overlap_hours must be stated with a payment_response_hash_key';
  throw new SwitchError('invalid_request', { message });
}

/**
 * The secrets that follow from a stated key; none where the request states no key. The key before
 * signs for the overlap too. Older keys sign for the rest of theirs, at most for the new overlap. A
 * key that is stated again is no rotation: the older keys stay, and a stated overlap can only
 * shorten theirs. A repeated request changes nothing, and no key signs for longer than the overlap
 * that its merchant stated.
 */
export function statedHashKey(
  {
    payment_response_hash_key: key,
    payment_response_hash_key_overlap_hours: overlapHours,
  }: StatedHashKey,
  before: HashKeys,
  now: Date,
): { payment_response_hash_key?: string; older_hash_keys?: OlderHashKey[] } {
  if (key == null) return {};
  const known = signingKeys(before, now);
  const isRepeated = key === before.payment_response_hash_key;
  const end = new Date(now.getTime() + (overlapHours ?? 0) * 3_600_000).toISOString();
  const isBound = !isRepeated || overlapHours != null;
  const older_hash_keys = known
    .filter((one) => one.key !== key)
    .map(({ key: olderKey, until = end }) => ({
      key: olderKey,
      until: isBound && until > end ? end : until,
    }))
    .filter(({ until }) => until > now.toISOString())
    .slice(0, maxOlderKeys);
  return { payment_response_hash_key: key, older_hash_keys };
}

/** The keys that sign a webhook at this time, newest first; of the older ones, until when. */
export const signingKeys = (
  { payment_response_hash_key: newest, older_hash_keys: older = [] }: HashKeys,
  now: Date,
): readonly { readonly key: string; readonly until?: string }[] => [
  ...(newest === undefined ? [] : [{ key: newest }]),
  ...older.filter(({ until }) => until > now.toISOString()),
];

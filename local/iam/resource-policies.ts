import type { Json } from '../assembly/json.ts';
import type { LocalBucket } from '../services/buckets.ts';
import type { LocalKey } from '../services/keys.ts';
import type { LocalQueue } from '../services/queues.ts';
import type { LocalSecret } from '../services/secrets.ts';
import type { LocalTable } from '../services/tables.ts';
import { parsePolicy, type Statement } from './policy.ts';

interface Things {
  readonly tables: readonly LocalTable[];
  readonly queues: readonly LocalQueue[];
  readonly keys: readonly LocalKey[];
  readonly secrets: readonly LocalSecret[];
  readonly buckets: readonly LocalBucket[];
}

/** The resource policies of tables, queues, keys, secrets and buckets, by ARN. */
export const resourcePolicies = (things: Things): ReadonlyMap<string, readonly Statement[]> =>
  new Map(
    [...resourceDocuments(things)].map(([arn, documents]) => [
      arn,
      documents.flatMap((document) => parsePolicy(document, arn)),
    ]),
  );

/** The same as they are deployed. */
export function resourceDocuments(things: Things): ReadonlyMap<string, readonly Json[]> {
  const { tables, queues, keys, secrets, buckets } = things;
  return new Map<string, readonly Json[]>([
    ...tables.map(({ arn, policy }) => [arn, policy ? [policy] : []] as const),
    ...keys.map(({ arn, policy }) => [arn, [policy]] as const),
    ...[...queues, ...secrets, ...buckets].map(({ arn, policies }) => [arn, policies] as const),
  ]);
}

/**
 * Those of one resource. A table's policy also covers its indexes and its stream; a bucket's covers
 * its objects.
 */
export function policiesOf<T>(
  policies: ReadonlyMap<string, readonly T[]>,
  resource: string,
): readonly T[] {
  const [whole] = /^arn:aws:(?:dynamodb:[^/]*\/|s3:::)[^/]+/.exec(resource) ?? [];
  return policies.get(resource) ?? (whole ? policies.get(whole) : undefined) ?? none;
}

/** One list for all, which can be recognized. */
const none: readonly never[] = [];

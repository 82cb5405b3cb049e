import type { Json } from '../assembly/json.ts';
import type { LocalBucket } from '../services/buckets.ts';
import type { LocalKey } from '../services/keys.ts';
import type { LocalQueue } from '../services/queues.ts';
import type { LocalSecret } from '../services/secrets.ts';
import type { LocalTable } from '../services/tables.ts';
import { parsePolicy, type Statement } from './policy.ts';

/** The resource policies of tables, queues, keys, secrets and buckets, by ARN. */
export function resourcePolicies(things: {
  tables: readonly LocalTable[];
  queues: readonly LocalQueue[];
  keys: readonly LocalKey[];
  secrets: readonly LocalSecret[];
  buckets: readonly LocalBucket[];
}): ReadonlyMap<string, readonly Statement[]> {
  const documents = [
    ...things.tables.map(({ arn, policy }) => ({ arn, policies: policy ? [policy] : [] })),
    ...things.queues,
    ...things.keys.map(({ arn, policy }) => ({ arn, policies: [policy] })),
    ...things.secrets,
    ...things.buckets,
  ];
  return new Map(
    documents.map(({ arn, policies }) => [
      arn,
      policies.flatMap((policy: Json) => parsePolicy(policy, arn)),
    ]),
  );
}

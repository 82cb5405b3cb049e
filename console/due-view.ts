import { dueShards } from '#platform/table/due.ts';
import type { AwsCall } from '../local/aws/aws-call.ts';
import type { DueAnswer } from './answers.ts';
import { queryIndex } from './stored-items.ts';

/** The most entries read of each partition of the index. */
const maxOfShard = 50;

/** The content of the due index: pending work with its due time, soonest first. */
export async function dueAnswer(dynamodb: AwsCall, table: string): Promise<DueAnswer> {
  const shards = await Promise.all(
    dueShards.map((value) =>
      queryIndex(dynamodb, table, { index: 'by-due', name: 'duePk', value, limit: maxOfShard }),
    ),
  );
  const due = shards.flat().map(({ pk, sk, dueAt }) => {
    const [, merchantId = '', kind = '', id = ''] = pk.split('#');
    const [below = '', nested] = sk.split('#');
    const paymentId = kind === 'PAYMENT' ? id : undefined;
    return {
      kind: (below === 'DELIVERY' ? 'webhook delivery' : below.toLowerCase()).replaceAll('_', ' '),
      merchantId,
      id: nested ?? id,
      ...(paymentId !== undefined && { paymentId }),
      dueAt: Date.parse(dueAt ?? ''),
    };
  });
  return {
    due: due.toSorted((one, other) => one.dueAt - other.dueAt),
    isCut: shards.some(({ length }) => length === maxOfShard),
  };
}

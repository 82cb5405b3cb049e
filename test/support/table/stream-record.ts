import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item, Key } from '#platform/table/port.ts';

/** A change of an item as the table's stream tells it, under the number that it has there. */
export const streamRecord = (
  sequence: string,
  before: Item | undefined,
  after: Item | undefined,
): DynamoDBRecord => ({
  eventID: sequence,
  eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
  dynamodb: {
    SequenceNumber: sequence,
    Keys: imageOf(keyOf(after ?? before)),
    ...(before && { OldImage: imageOf(before) }),
    ...(after && { NewImage: imageOf(after) }),
  },
});

/** As the stream gives it. The two libraries have their own names for one structure. */
type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
const keyOf = ({ pk, sk }: Partial<Key> = {}) => ({ pk, sk });
const imageOf = (item: object) => marshall(item, { removeUndefinedValues: true }) as Image;

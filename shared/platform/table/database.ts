import type {
  AttributeValue,
  BatchGetItemInput,
  DeleteItemInput,
  GetItemInput,
  PutItemInput,
  QueryInput,
  TransactWriteItemsInput,
  UpdateItemInput,
} from '@aws-sdk/client-dynamodb';
import {
  type AwsClient,
  type AwsClientSettings,
  type AwsService,
  awsClient,
  isJson,
  type Json,
} from '../aws/aws-client.ts';
import { databaseTimeoutMs } from '../time-limits.ts';
import { itemWithBytes, type WireValue } from './attribute-values.ts';

/**
 * The calls of DynamoDB that we make, with the input of each: the SDK's types, with values as on
 * the wire.
 */
export interface DatabaseCalls {
  readonly GetItem: OnWire<GetItemInput>;
  readonly PutItem: OnWire<PutItemInput>;
  readonly UpdateItem: OnWire<UpdateItemInput>;
  readonly DeleteItem: OnWire<DeleteItemInput>;
  readonly Query: OnWire<QueryInput>;
  readonly BatchGetItem: OnWire<BatchGetItemInput>;
  readonly TransactWriteItems: OnWire<TransactWriteItemsInput>;
}

type OnWire<T> = [NonNullable<T>] extends [AttributeValue]
  ? WireValue | Extract<T, undefined>
  : T extends readonly (infer Element)[]
    ? readonly OnWire<Element>[]
    : T extends object
      ? { readonly [Member in keyof T]: OnWire<T[Member]> }
      : T;

/** DynamoDB itself. Throws the SDK's error classes, and the other errors of `AwsClient.call`. */
export interface Database {
  call<Name extends keyof DatabaseCalls>(name: Name, input: DatabaseCalls[Name]): Promise<Json>;
  close(): void;
}

const patience = {
  callTimeoutMs: databaseTimeoutMs,
  retryDelayMs: 25,
};

/**
 * A connection to DynamoDB, at the endpoint of the environment unless the settings name another.
 */
export const databaseAt = (
  settings: Pick<AwsClientSettings, 'region' | 'endpoint' | 'credentials' | 'clock'> = {},
): Database & Pick<AwsClient, 'openEarly'> => awsClient(dynamoDb, { ...patience, ...settings });

const dynamoDb: AwsService = {
  name: 'dynamodb',
  target: 'DynamoDB_20120810',
  contentType: 'application/x-amz-json-1.0',
  details({ Item: item, CancellationReasons: reasons, ...told }) {
    return {
      ...told,
      ...(isJson(item) && { Item: itemWithBytes(item) }),
      ...(Array.isArray(reasons) && {
        CancellationReasons: reasons.filter(isJson).map(({ Item: found, ...reason }) => ({
          ...(isJson(found) && { Item: itemWithBytes(found) }),
          ...reason,
        })),
      }),
    };
  },
};

let live: ReturnType<typeof databaseAt> | undefined;

/** The one of this container, whose connections all its tables share. */
export function liveDatabase() {
  live ??= databaseAt();
  return live;
}

// Lambda does not wait for work that starts while a function loads: the first call finds it done.
if (process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined) liveDatabase().openEarly();

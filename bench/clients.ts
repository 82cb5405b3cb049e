import http from 'node:http';
import { type AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { region } from './deployment.ts';
import { signedClient } from './signed-client.ts';
import type { Call, Step } from './stubs.ts';

/** A client that makes the calls of a script and does nothing else. */
export interface BenchClient {
  /** Prepares the calls before the clock runs, so that only the sending is measured. */
  prepare(steps: readonly Step[]): PreparedCalls;
}

export type PreparedCalls = () => Promise<void>;

export interface Endpoints {
  readonly databaseUrl: string;
  readonly stubUrl: string;
  readonly accessKeyId: string;
}

type Send = () => Promise<unknown>;

const secretAccessKey = 'bench';

/** The floor: a minimal signed client, items as the database takes them. */
export function bareClient({ databaseUrl, stubUrl, accessKeyId }: Endpoints): BenchClient {
  const signer = { accessKeyId, secretAccessKey, region };
  const database = signedClient(databaseUrl, { ...signer, service: 'dynamodb' });
  const others = signedClient(stubUrl, { ...signer, service: 'kms' });
  return clientOver((call) => {
    if (call.kind === 'connector') return () => askConnector(stubUrl, call);
    const send = call.target.startsWith('DynamoDB_') ? database : others;
    const input: unknown = JSON.parse(call.body);
    return () => send(call.target, JSON.stringify(input));
  });
}

/**
 * The same calls through the whole AWS SDK, which marshals plain items. Our table uses parts of
 * that SDK.
 */
export function sdkClient({ databaseUrl, stubUrl, accessKeyId }: Endpoints): BenchClient {
  const credentials = { accessKeyId, secretAccessKey };
  const patience = { requestTimeout: 1_000, connectionTimeout: 1_000 };
  const settings = { region, credentials, maxAttempts: 3, requestHandler: patience };
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...settings, endpoint: databaseUrl }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  const keys = new KMSClient({ ...settings, endpoint: stubUrl });
  return clientOver((call) => {
    if (call.kind === 'connector') return () => askConnector(stubUrl, call);
    const input = plain(JSON.parse(call.body));
    switch (call.target.split('.')[1]) {
      case 'GetItem':
        return sending(Get, input, (get) => documents.send(new GetCommand(get)));
      case 'PutItem':
        return sending(Put, input, (put) => documents.send(new PutCommand(put)));
      case 'UpdateItem':
        return sending(Update, input, (change) => documents.send(new UpdateCommand(change)));
      case 'DeleteItem':
        return sending(Delete, input, (taken) => documents.send(new DeleteCommand(taken)));
      case 'BatchGetItem':
        return sending(BatchGet, input, (several) => documents.send(new BatchGetCommand(several)));
      case 'Query':
        return sending(Query, input, (query) => documents.send(new QueryCommand(query)));
      case 'TransactWriteItems':
        return sending(Transact, input, (all) => documents.send(new TransactWriteCommand(all)));
      case 'GenerateDataKey':
        return sending(NewKey, input, (key) => keys.send(new GenerateDataKeyCommand(key)));
      case 'Decrypt':
        return sending(Wrapped, input, ({ CiphertextBlob, ...rest }) => {
          const blob = Buffer.from(CiphertextBlob, 'base64');
          return keys.send(new DecryptCommand({ ...rest, CiphertextBlob: blob }));
        });
      default:
        throw new Error(`${call.target} is not among the calls that are known here.`);
    }
  });
}

const clientOver = (sender: (call: Call) => Send): BenchClient => ({
  prepare(steps) {
    const ready = steps.map((step) => step.map(sender));
    return async () => {
      for (const step of ready) await Promise.all(step.map((send) => send()));
    };
  },
});

/** Opens a connection for each request, as the handler does. */
function askConnector(url: string, call: Call & { kind: 'connector' }): Promise<unknown> {
  const { method, path, headers, body } = call;
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}${path}`, { method, headers, agent: false });
    request.once('error', reject);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
    });
    request.end(body);
  });
}

/** Validates an input before the clock runs, so that only the sending is measured. */
function sending<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  send: (input: v.InferOutput<S>) => Promise<unknown>,
): Send {
  const parsed = v.parse(schema, input);
  return () => send(parsed);
}

const Item = v.record(v.string(), v.unknown());
const condition = {
  ConditionExpression: v.optional(v.string()),
  ExpressionAttributeNames: v.optional(v.record(v.string(), v.string())),
  ExpressionAttributeValues: v.optional(Item),
  ReturnValuesOnConditionCheckFailure: v.optional(v.picklist(['ALL_OLD', 'NONE'])),
};
const Get = v.strictObject({ TableName: v.string(), Key: Item, ConsistentRead: v.boolean() });
const Put = v.strictObject({ TableName: v.string(), Item, ...condition });
const Query = v.strictObject({
  TableName: v.string(),
  IndexName: v.optional(v.string()),
  KeyConditionExpression: v.string(),
  ExpressionAttributeNames: v.optional(v.record(v.string(), v.string())),
  ExpressionAttributeValues: Item,
  ConsistentRead: v.optional(v.boolean()),
  Limit: v.optional(v.number()),
});
const Check = v.strictObject({
  TableName: v.string(),
  Key: Item,
  ...condition,
  ConditionExpression: v.string(),
});
const Update = v.strictObject({
  TableName: v.string(),
  Key: Item,
  UpdateExpression: v.string(),
  ...condition,
  ReturnValues: v.optional(v.picklist(['ALL_NEW'])),
});
const Delete = v.strictObject({
  TableName: v.string(),
  Key: Item,
  ...condition,
  ReturnValues: v.optional(v.picklist(['ALL_OLD'])),
});
const BatchGet = v.strictObject({
  RequestItems: v.record(
    v.string(),
    v.strictObject({ Keys: v.array(Item), ConsistentRead: v.boolean() }),
  ),
});
const Transact = v.strictObject({
  ClientRequestToken: v.string(),
  TransactItems: v.array(
    v.strictObject({
      Put: v.optional(Put),
      Update: v.optional(Update),
      ConditionCheck: v.optional(Check),
    }),
  ),
});
const context = { KeyId: v.string(), EncryptionContext: v.record(v.string(), v.string()) };
const NewKey = v.strictObject({ ...context, KeySpec: v.literal('AES_256') });
const Wrapped = v.strictObject({ ...context, CiphertextBlob: v.string() });

const itemNames: ReadonlySet<string> = new Set([
  ...['Item', 'Key', 'Keys', 'ExpressionAttributeValues'],
]);

/** An input with its items as plain values, as our own code passes them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      itemNames.has(name) ? unmarshalled(one) : plain(one),
    ]),
  );
}

function unmarshalled(item: unknown): unknown {
  if (Array.isArray(item)) return item.map(unmarshalled);
  const attributes = withBytes(item);
  if (!isAttributes(attributes)) throw new Error('An item was expected.');
  return unmarshall(attributes);
}

/** The value comes from a recorded call, in which items have no other shape. */
const isAttributes = (value: unknown): value is Record<string, AttributeValue> =>
  typeof value === 'object' && value !== null;

/** JSON carries bytes as Base64; `unmarshall` expects the bytes themselves. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'B' && typeof one === 'string' ? Buffer.from(one, 'base64') : withBytes(one),
    ]),
  );
}

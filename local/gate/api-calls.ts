import { account } from '../assembly/deployment.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  stringOf,
} from '../assembly/json.ts';
import { ServiceError } from '../aws/service-error.ts';
import type { AccessRequest, Context } from '../iam/policy.ts';
import { ownMember } from '../own-member.ts';
import type { LocalBucket } from '../services/buckets.ts';
import { destinationOf, type KeyService, type LocalKey, sourceOf } from '../services/keys.ts';
import type { LocalQueue } from '../services/queues.ts';
import type { SecretService } from '../services/secrets.ts';
import type { LocalTable } from '../services/tables.ts';

/** Tables and queues by the names that calls use, with their encryption keys. */
export interface DataResources {
  readonly region: string;
  readonly tables: ReadonlyMap<string, LocalTable>;
  readonly queues: ReadonlyMap<string, LocalQueue>;
  readonly keys: Pick<KeyService, 'find'>;
}

/** All resources of the assembly that calls can name. */
export interface LocalResources extends DataResources {
  readonly buckets: ReadonlyMap<string, LocalBucket>;
  readonly keys: KeyService;
  readonly secrets: SecretService;
}

/**
 * The permissions that a call requires: each action with its resource. Includes the actions that
 * AWS performs for the caller, such as decrypting with the table's key. Throws a ServiceError when
 * the call names a resource that does not exist, or is not allowed here.
 */
export function accessRequests(
  resources: LocalResources,
  target: string,
  body: JsonObject,
): AccessRequest[] {
  const [service = '', operation = ''] = target.split('.');
  switch (service) {
    case 'TrentService': {
      if (operation === 'ReEncrypt') return reEncryptRequests(resources, body);
      const key = resources.keys.keyOf(body);
      return [keyRequest(key, operation, keyContext(body))];
    }
    case 'secretsmanager':
      return secretRequests(resources, operation, body);
    default:
      return dataRequests(resources, target, body);
  }
}

/** The same permissions, for calls of DynamoDB, its streams and SQS. */
export function dataRequests(
  resources: DataResources,
  target: string,
  body: JsonObject,
): AccessRequest[] {
  const [service = '', operation = ''] = target.split('.');
  switch (service) {
    case 'DynamoDB_20120810':
      return tableRequests(resources, operation, body);
    case 'DynamoDBStreams_20120810':
      return streamRequests(resources, operation, body);
    case 'AmazonSQS':
      return queueRequests(resources, operation, body);
    default:
      throw new ServiceError('UnknownOperationException', `${target} is not emulated.`);
  }
}

/** The table that a call names, by name or by ARN. */
export function tableName(value: Json | undefined): string {
  return stringOf(value, 'TableName').replace(/^arn:aws:dynamodb:[^/]*:table\//, '');
}

const transactionActions = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};

function tableRequests(
  resources: DataResources,
  operation: string,
  body: JsonObject,
): AccessRequest[] {
  switch (operation) {
    case 'BatchGetItem':
    case 'BatchWriteItem':
      return Object.entries(objectOf(body.RequestItems, 'RequestItems')).flatMap(
        ([table, wanted]) => {
          const keys = isObject(wanted)
            ? listOf(wanted.Keys)
            : listOf(wanted).flatMap((one) => Object.values(objectOf(one, 'A request')));
          return onTable(
            resources,
            operation,
            table,
            keys.flatMap((key) => itemKeys(key)),
          );
        },
      );
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return listOf(body.TransactItems).flatMap((item) =>
        Object.entries(objectOf(item, 'A transaction item')).flatMap(([kind, part]) => {
          const action = Object.entries(transactionActions).find(([name]) => name === kind)?.[1];
          if (!action) throw new ServiceError('ValidationException', `${kind}?`);
          return onTable(resources, action, objectOf(part, kind).TableName, itemKeys(part));
        }),
      );
    case 'BatchExecuteStatement':
    case 'ExecuteStatement':
    case 'ExecuteTransaction':
      throw new ServiceError('ValidationException', 'PartiQL is not supported here.');
    case 'DescribeEndpoints':
    case 'DescribeLimits':
    case 'ListTables':
      return [{ action: `dynamodb:${operation}`, resource: '*' }];
    default:
      return onTable(resources, operation, body.TableName, itemKeys(body), body.IndexName);
  }
}

function onTable(
  resources: DataResources,
  operation: string,
  name: Json | undefined,
  keys: readonly JsonObject[],
  index?: Json,
): AccessRequest[] {
  const table = resources.tables.get(tableName(name));
  if (!table) {
    throw new ServiceError(
      'ResourceNotFoundException',
      'Cannot do operations on a non-existent table',
    );
  }
  const resource =
    index === undefined ? table.arn : `${table.arn}/index/${stringOf(index, 'IndexName')}`;
  const context = leadingKeys(table, keys);
  return [{ action: `dynamodb:${operation}`, resource, context }, ...tableKey(resources, table)];
}

/** Members of a call that may contain the keys of the items. */
function itemKeys(part: Json | undefined): readonly JsonObject[] {
  if (!isObject(part)) return [];
  const named = [part.Key, part.Item].filter(isObject);
  if (named.length > 0) return named;
  return part.KeyConditionExpression === undefined ? [part] : [queriedKey(part)];
}

/** The partition of a query: the name and value in its equality condition. */
function queriedKey({
  KeyConditionExpression,
  ExpressionAttributeNames,
  ExpressionAttributeValues,
}: JsonObject): JsonObject {
  const names = objectOf(ExpressionAttributeNames, 'ExpressionAttributeNames');
  const values = objectOf(ExpressionAttributeValues, 'ExpressionAttributeValues');
  const equalities = stringOf(KeyConditionExpression, 'KeyConditionExpression').matchAll(
    /(?<![#\w.])([#\w.]+)\s*=\s*(:\w+)/g,
  );
  return Object.fromEntries(
    [...equalities].map(([, name = '', value = '']) => [
      optionalString(ownMember(names, name)) ?? name,
      ownMember(values, value),
    ]),
  );
}

function leadingKeys({ definition }: LocalTable, keys: readonly JsonObject[]): Context {
  const hashKey = listOf(definition.KeySchema)
    .filter(isObject)
    .find(({ KeyType }) => KeyType === 'HASH')?.AttributeName;
  if (typeof hashKey !== 'string') return {};
  const values = keys.flatMap((key) => {
    const value = ownMember(key, hashKey);
    return isObject(value) ? Object.values(value).map(String) : [];
  });
  return values.length > 0 ? { 'dynamodb:LeadingKeys': values } : {};
}

function streamRequests(
  resources: DataResources,
  operation: string,
  body: JsonObject,
): AccessRequest[] {
  const action = `dynamodb:${operation}`;
  if (operation === 'ListStreams') return [{ action, resource: '*' }];
  const named = optionalString(body.StreamArn) ?? optionalString(body.ShardIterator) ?? '';
  const [, name = ''] = /:table\/([^/]+)\//.exec(named) ?? [];
  const table = resources.tables.get(name);
  if (!table) throw new ServiceError('ResourceNotFoundException', 'Requested resource not found');
  const reads = operation === 'GetRecords' ? tableKey(resources, table) : [];
  return [{ action, resource: table.streamArn }, ...reads];
}

const queueActions: Record<string, string> = {
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
  DeleteMessageBatch: 'DeleteMessage',
  SendMessageBatch: 'SendMessage',
};

function queueRequests(
  resources: DataResources,
  operation: string,
  body: JsonObject,
): AccessRequest[] {
  const action = `sqs:${ownMember(queueActions, operation) ?? operation}`;
  if (operation === 'ListQueues') return [{ action, resource: '*' }];
  const name =
    optionalString(body.QueueName) ?? stringOf(body.QueueUrl, 'QueueUrl').split('/').at(-1);
  const queue = resources.queues.get(name ?? '');
  if (!queue) {
    throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
  }
  refuseLongDelays(operation, body);
  const context = { 'aws:sqs:arn': queue.arn };
  const asked: Record<string, readonly string[]> = {
    'sqs:SendMessage': ['GenerateDataKey', 'Decrypt'],
    'sqs:ReceiveMessage': ['Decrypt'],
  };
  const onKey = viaService(
    resources,
    'sqs',
    queue.encryptionKey,
    ownMember(asked, action) ?? [],
    context,
  );
  return [{ action, resource: queue.arn }, ...onKey];
}

/** AWS allows a delay of at most 900 seconds; the emulator would accept any. */
function refuseLongDelays(operation: string, body: JsonObject) {
  const all = operation === 'SendMessageBatch' ? listOf(body.Entries).filter(isObject) : [body];
  for (const { DelaySeconds } of all) {
    const delay = Number(DelaySeconds ?? 0);
    if (delay >= 0 && delay <= 900) continue;
    throw new ServiceError(
      'InvalidParameterValue',
      `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`,
    );
  }
}

function secretRequests(
  resources: LocalResources,
  operation: string,
  body: JsonObject,
): AccessRequest[] {
  const { arn, encryptionKey } = resources.secrets.find(stringOf(body.SecretId, 'SecretId'));
  const asked: Record<string, readonly string[]> = {
    GetSecretValue: ['Decrypt'],
    PutSecretValue: ['GenerateDataKey', 'Decrypt'],
  };
  return [
    { action: `secretsmanager:${operation}`, resource: arn },
    ...viaService(resources, 'secretsmanager', encryptionKey, ownMember(asked, operation) ?? [], {
      SecretARN: arn,
    }),
  ];
}

const tableKey = (resources: DataResources, { name, encryptionKey }: LocalTable) =>
  viaService(resources, 'dynamodb', encryptionKey, ['Decrypt'], {
    'aws:dynamodb:tableName': name,
    'aws:dynamodb:subscriberId': account,
  });

/** The permissions that a service needs on a customer-managed key, in the caller's name. */
export function viaService(
  { keys, region }: Pick<DataResources, 'keys' | 'region'>,
  service: string,
  keyId: string | undefined,
  operations: readonly string[],
  encryptionContext: Record<string, string>,
): AccessRequest[] {
  // Every role in the account may use AWS managed keys.
  if (!keyId || /(^|:)alias\/aws\//.test(keyId)) return [];
  const context = {
    ...keyContext({ EncryptionContext: encryptionContext }),
    'aws:ViaAWSService': ['true'],
    'kms:ViaService': [`${service}.${region}.amazonaws.com`],
  };
  return operations.map((operation) => keyRequest(keys.find(keyId), operation, context));
}

/** The caller needs both keys, each with its own encryption context. */
function reEncryptRequests({ keys }: LocalResources, body: JsonObject): AccessRequest[] {
  const [source, destination] = [sourceOf(body), destinationOf(body)];
  const from = keys.keyOf({ ...body, ...source });
  const to = keys.find(stringOf(body.DestinationKeyId, 'DestinationKeyId'));
  const onSameKey = { 'kms:ReEncryptOnSameKey': [String(from === to)] };
  return [
    keyRequest(from, 'ReEncryptFrom', { ...keyContext(source), ...onSameKey }),
    keyRequest(to, 'ReEncryptTo', { ...keyContext(destination), ...onSameKey }),
  ];
}

const keyRequest = (key: LocalKey, operation: string, context: Context): AccessRequest => ({
  action: `kms:${operation}`,
  resource: key.arn,
  context: { ...context, 'kms:CallerAccount': [account] },
});

function keyContext({ EncryptionContext, KeyId }: JsonObject): Context {
  const context = objectOf(EncryptionContext, 'EncryptionContext');
  const names = Object.keys(context);
  const alias = optionalString(KeyId)?.match(/alias\/.+/)?.[0];
  return {
    ...Object.fromEntries(
      names.map((name) => [
        `kms:EncryptionContext:${name}`,
        [stringOf(ownMember(context, name), name)],
      ]),
    ),
    ...(names.length > 0 && { 'kms:EncryptionContextKeys': names }),
    ...(alias && { 'kms:RequestAlias': [alias] }),
  };
}

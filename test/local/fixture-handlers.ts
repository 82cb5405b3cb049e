// The handlers of the fixture's functions.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  ChangeMessageVisibilityCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2, DynamoDBStreamEvent, SQSEvent, SQSRecord } from 'aws-lambda';

const dynamodb = new DynamoDBClient({});
const sqs = new SQSClient({});
const s3 = new S3Client({ maxAttempts: 1 });
let calls = 0;

export const echo = async (event: unknown) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ event, environment: process.env, calls: ++calls }),
});

/** Answers with the content of the body, or fails in the way that it names. */
export const respond = async (event: APIGatewayProxyEventV2) => {
  const wanted = JSON.parse(event.body ?? 'null');
  if (wanted?.fail === 'throw') throw new TypeError('as asked');
  if (wanted?.fail === 'exit') process.exit(3);
  if (wanted?.count) return { calls: ++calls };
  if (wanted?.filling) return { body: 'x'.repeat(wanted.filling) };
  return wanted;
};

export const slow = async (event: { body?: string; ms?: number }) => {
  const ms = event.ms ?? Number(event.body);
  const from = Date.now();
  await new Promise((resolve) => setTimeout(resolve, ms));
  return { from, to: Date.now() };
};

/** Calls an API over HTTP, and returns its answer. */
export const ask = async (asked: {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}) => {
  const { method, url, headers = {}, body = '' } = asked;
  const length = { 'content-length': Buffer.byteLength(body) };
  const sent = request(url, { method, headers: { ...headers, ...length }, agent: false });
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  const parts: Buffer[] = [];
  for await (const part of response ?? []) parts.push(part);
  return {
    status: response?.statusCode,
    headers: response?.headers,
    body: Buffer.concat(parts).toString('base64'),
  };
};

/** Writes an item after a while. */
export const late = async ({ id, ms }: { id: string; ms: number }) => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  const Item = { pk: { S: id }, kind: { S: 'late' } };
  await dynamodb.send(new PutItemCommand({ TableName: process.env.LEDGER, Item }));
  return process.env.AWS_ACCESS_KEY_ID;
};

export const authorize = async (event: { headers: Record<string, string> }) => {
  calls += 1;
  return { isAuthorized: event.headers['api-key'] !== 'wrong', context: { asked: calls } };
};

export const orders = async (event: APIGatewayProxyEventV2) => {
  const { id, ...rest } = JSON.parse(event.body ?? '{}');
  const fields = Object.entries(rest).map(([name, value]) => [name, { S: String(value) }]);
  const Item = { ...Object.fromEntries(fields), pk: { S: id }, kind: { S: 'order' } };
  await dynamodb.send(new PutItemCommand({ TableName: process.env.LEDGER, Item }));
  return { statusCode: 201, body: id };
};

export const onChange = async (event: DynamoDBStreamEvent) => {
  const ids = event.Records.map(({ dynamodb }) => dynamodb?.NewImage?.pk?.S);
  console.log(JSON.stringify({ ids, first: event.Records[0] }));
  if (ids.includes('poison')) throw new Error('poisoned');
  for (const { dynamodb } of event.Records) {
    if (dynamodb?.NewImage?.partly?.S === 'fails') {
      return { batchItemFailures: [{ itemIdentifier: dynamodb.SequenceNumber }] };
    }
    const MessageBody = String(dynamodb?.NewImage?.pk?.S);
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.WORK, MessageBody }));
  }
  return { batchItemFailures: [] };
};

export const onWork = async (event: SQSEvent) => {
  console.log(
    JSON.stringify({ bodies: event.Records.map(({ body }) => body), first: event.Records[0] }),
  );
  const failed = event.Records.filter(({ body }: SQSRecord) => body.includes('bad'));
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};

/** Sends each message on to its own queue, with a number that is one higher, up to 20. */
export const onLoop = async (event: SQSEvent) => {
  for (const { body } of event.Records) {
    const [name = '', count = ''] = body.split(' ');
    const next = Number(count) + 1;
    console.log(JSON.stringify({ name, count: Number(count) }));
    if (next > 20) continue;
    const MessageBody = `${name} ${next}`;
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.OWN, MessageBody }));
  }
};

/** Has its messages for as long as it may, as a function does whose server hangs. */
export const hangs = () => new Promise(() => {});

export const tick = async (event: unknown) => {
  console.log(JSON.stringify(event));
};

const commands = {
  BatchGetItem: (input: never) => dynamodb.send(new BatchGetItemCommand(input)),
  ChangeMessageVisibility: (input: never) => sqs.send(new ChangeMessageVisibilityCommand(input)),
  DeleteObject: (input: never) => s3.send(new DeleteObjectCommand(input)),
  GetObject: async (input: never) => {
    const { Body, $metadata } = await s3.send(new GetObjectCommand(input));
    return { $metadata, text: await Body?.transformToString() };
  },
  HeadObject: (input: never) => s3.send(new HeadObjectCommand(input)),
  ListObjects: (input: never) => s3.send(new ListObjectsV2Command(input)),
  PutObject: (input: never) => s3.send(new PutObjectCommand(input)),
  GetItem: (input: never) => dynamodb.send(new GetItemCommand(input)),
  PurgeQueue: (input: never) => sqs.send(new PurgeQueueCommand(input)),
  PutItem: (input: never) => dynamodb.send(new PutItemCommand(input)),
  Query: (input: never) => dynamodb.send(new QueryCommand(input)),
  ReceiveMessage: (input: never) => sqs.send(new ReceiveMessageCommand(input)),
  SendMessage: (input: never) => sqs.send(new SendMessageCommand(input)),
  TransactWriteItems: (input: never) => dynamodb.send(new TransactWriteItemsCommand(input)),
};

/** Makes one call to AWS and returns its result. `$NAME` stands for an environment variable. */
export const call = async ({ command, input }: { command: string; input: object }) => {
  console.log(JSON.stringify({ command }));
  const filled = JSON.parse(
    JSON.stringify(input).replaceAll(/\$([A-Z]+)/g, (_, name) => process.env[name] ?? ''),
  );
  if (command.includes('.')) return raw(command, filled);
  try {
    const { $metadata: _, ...answer } = await commands[command as keyof typeof commands](
      filled as never,
    );
    return { answer };
  } catch (error) {
    const { name, message } = error as Error;
    return { error: name, message };
  }
};

/** For services without a client here; only the caller and the request count. */
async function raw(target: string, input: object) {
  const response = await fetch(process.env.AWS_ENDPOINT_URL_KMS ?? '', {
    method: 'POST',
    headers: {
      'x-amz-target': target,
      'content-type': 'application/x-amz-json-1.1',
      authorization: `AWS4-HMAC-SHA256 Credential=${process.env.AWS_ACCESS_KEY_ID}/1/2/3/aws4_request`,
    },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as { __type: string; message: string };
  if (response.ok) return { answer };
  return { error: answer.__type, message: answer.message };
}

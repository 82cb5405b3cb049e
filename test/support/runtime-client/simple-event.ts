import type { Operation } from '#platform/http/operation/operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { httpEvent } from '../../../local/http/http-event.ts';
import { operations, sandboxOperations } from '../../../shared/operations.ts';
import type { Merchant } from '../switch/merchant.ts';
import { adminKey, vaultMasterKey } from '../switch/switch.ts';

/**
 * One event for each function, by its name in `functions/`: the request that an operation's example
 * describes, for this merchant and with its key, and a record that nothing is known of for the
 * functions of queues and streams.
 */
export function simpleEvent(name: string, merchant: Merchant): object {
  const operation = [...operations, ...sandboxOperations].find((one) => one.name === name);
  if (operation) return requestEvent(operation, keyOf(operation, merchant), merchant);
  const ofVault = vaultOperations.find((one) => one.name === name);
  if (ofVault) return requestEvent(ofVault, vaultMasterKey, merchant);
  if (name.endsWith('.not-found') || name === 'sandbox.stripe') {
    return requestEvent({ method: 'GET', path: '/stripe/{path}', example: {} }, '', merchant);
  }
  if (ofStream.has(name)) {
    return { Records: [{ eventID: '1', eventName: 'INSERT', dynamodb: unknownChange }] };
  }
  return name.startsWith('queues.') && name !== 'queues.find-due'
    ? { Records: [unknownMessage] }
    : { 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };
}

const ofStream = new Set(['queues.publish-events', 'queues.project-lists']);
const unknownChange = {
  Keys: { pk: { S: 'UNKNOWN#1' }, sk: { S: 'UNKNOWN' } },
  NewImage: { pk: { S: 'UNKNOWN#1' }, sk: { S: 'UNKNOWN' } },
  SequenceNumber: '1',
  StreamViewType: 'NEW_AND_OLD_IMAGES',
};
const unknownMessage = {
  messageId: 'd9144555-0000-4000-8000-000000000001',
  receiptHandle: 'none',
  body: '{}',
  attributes: { ApproximateReceiveCount: '1', SentTimestamp: '1767225600000' },
  messageAttributes: {},
  eventSource: 'aws:sqs',
};

function keyOf({ auth }: Operation, merchant: Merchant): string {
  if (auth === 'none') return '';
  if (auth === 'admin key') return adminKey;
  return auth === 'client secret' || auth === 'publishable key'
    ? merchant.publishableKey
    : merchant.key;
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly example: {
    readonly params?: Readonly<Record<string, string>> | undefined;
    readonly query?: Readonly<Record<string, string>> | undefined;
    readonly body?: unknown;
  };
}

function requestEvent({ method, path, example }: Described, key: string, merchant: Merchant) {
  const params = Object.fromEntries(
    Object.entries(example.params ?? {}).map(([name, value]) => [
      name,
      ofMerchant(value, merchant),
    ]),
  );
  const rawPath = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
  const query = new URLSearchParams(example.query).toString();
  const text =
    typeof example.body === 'string' ? example.body : (JSON.stringify(example.body) ?? '');
  const body = Buffer.from(ofMerchant(text, merchant));
  const headers = {
    host: '127.0.0.1',
    ...(key && { 'api-key': key }),
    ...(body.length > 0 && { 'content-type': 'application/json' }),
  };
  const request = {
    method,
    headers,
    url: query ? `${rawPath}?${query}` : rawPath,
    httpVersion: '1.1',
    rawHeaders: Object.entries(headers).flat(),
    socket: { remoteAddress: '127.0.0.1', localPort: 443 },
  };
  return httpEvent(request, body, {
    apiId: 'api',
    routeKey: `${method} ${path}`,
    rawPath,
    authorizer: undefined,
    pathParameters: Object.keys(params).length > 0 ? params : undefined,
    requestId: 'simple-request',
  });
}

/** Examples are about a merchant of their own. */
const ofMerchant = (text: string, { id }: Merchant) => text.replaceAll('merchant_example', id);

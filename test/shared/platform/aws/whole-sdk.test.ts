import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { leanSdk } from '../../../../tools/bundle/lean-sdk.ts';
import { calls } from '../../../support/aws/calls.ts';
import type { Outcome } from '../../../support/aws/run-calls.ts';
import {
  now,
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  scriptedServer,
} from '../../../support/aws/scripted-server.ts';

// Our parts of the AWS SDK, bundled as functions are, against the whole SDK as it is installed: each
// makes the same calls of a server that answers both alike, with the same clock, the same credentials
// and the same made-up identifiers.

const wire = {
  pk: { S: 'MERCHANT#m_1' },
  sk: { S: 'PAYMENT#pay_1' },
  text: { S: 'Zürich ✓ 😀' },
  bytes: { B: 'AAH6/w==' },
  count: { N: '12' },
  large: { N: '12345678901234567890' },
  list: { L: [{ N: '1' }, { M: { inner: { B: 'AAH6' } } }, { NULL: true }] },
  yes: { BOOL: false },
};
const another = { ...wire, sk: { S: 'PAYMENT#pay_2' } };

const errorOf = (name: string, more: object = {}, status = 400) => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `It is ${name}.`, ...more },
});
const found = { body: { Item: wire } };
const done: ScriptedAnswer = { body: {} };
const changed: ScriptedAnswer = { body: { Attributes: wire } };
const secret = Buffer.from('thirty-two bytes of a secret key').toString('base64');
const aKey = {
  body: { CiphertextBlob: 'AQIDBA==', KeyId: 'arn:key/1', Plaintext: secret },
};
const html = '<html><body><h1>503 Service Unavailable</h1></body></html>';
const laterMs = 3_600_000;
const dated = (ms: number, more: object = {}) => ({
  headers: { date: new Date(now.getTime() + ms).toUTCString(), ...more },
});
const refusedTransaction = errorOf('TransactionCanceledException', {
  message: undefined,
  Message: 'Transaction cancelled, please refer to the reasons.',
  CancellationReasons: [
    { Code: 'ConditionalCheckFailed', Item: wire, Message: 'The condition failed.' },
    { Code: 'None' },
    { Code: 'ConditionalCheckFailed', Item: another },
    { Code: 'None' },
  ],
});

/** A call, and the server's answers to it. */
type Exchange = readonly [name: string, call: keyof typeof calls, ...ScriptedAnswer[]];

const ordinary: readonly Exchange[] = [
  ['an item', 'get', found],
  ['no item', 'get', done],
  ['an item, eventually', 'get, eventual', found],
  ['keys that need escaping', 'get a name that needs escaping', done],
  ['a put', 'put', done],
  ['a put over a version', 'put over a version', done],
  ['a put over an attribute', 'put over an attribute', done],
  ['a delete', 'delete', done],
  ['an update', 'update', done],
  ['an update under conditions', 'update where', changed],
  ['an item taken', 'take', changed],
  ['a query', 'query', { body: { Items: [wire, another], Count: 2 } }],
  [
    'a query of two pages',
    'query of pages',
    { body: { Items: [wire], LastEvaluatedKey: { pk: wire.pk, sk: wire.sk } } },
    { body: { Items: [another] } },
  ],
  ['a query of an index', 'query of an index', { body: { Items: [wire, another] } }],
  ['a batch', 'batch get', { body: { Responses: { 'the-table': [wire, another] } } }],
  [
    'a batch in two goes',
    'batch get',
    {
      body: {
        Responses: { 'the-table': [wire] },
        UnprocessedKeys: { 'the-table': { Keys: [{ pk: another.pk, sk: another.sk }] } },
      },
    },
    { body: { Responses: { 'the-table': [another] }, UnprocessedKeys: {} } },
  ],
  ['a transaction', 'transact', done],
  ['a new data key', 'generate data key', aKey],
  ['a key opened', 'decrypt', aKey],
  ['a key wrapped anew', 're-encrypt', aKey],
];

const refused: readonly Exchange[] = [
  ['a condition that fails', 'put', errorOf('ConditionalCheckFailedException', { Item: wire })],
  ['a condition that fails at nothing', 'put', errorOf('ConditionalCheckFailedException')],
  [
    'a condition that fails on an update',
    'update where',
    errorOf('ConditionalCheckFailedException', { Item: wire }),
  ],
  ['a condition that fails on a take', 'take', errorOf('ConditionalCheckFailedException')],
  ['a cancelled transaction, with items', 'transact', refusedTransaction],
  [
    'a transaction that meets another',
    'transact',
    errorOf('TransactionCanceledException', {
      CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    }),
    done,
  ],
  ['a transaction in progress', 'transact', errorOf('TransactionInProgressException')],
  ['another transaction of its token', 'transact', errorOf('IdempotentParameterMismatchException')],
  ['an item in a transaction', 'put', errorOf('TransactionConflictException'), done],
  ['no such table', 'get', errorOf('ResourceNotFoundException')],
  ['input that is wrong', 'get', errorOf('ValidationException')],
  ['no permission', 'get', errorOf('AccessDeniedException')],
  ['credentials that are unknown', 'get', errorOf('UnrecognizedClientException')],
  ['an error of a kind from tomorrow', 'get', errorOf('TeapotException', { Lid: 'closed' }, 418)],
  ['an error without a message', 'get', { status: 400, body: { __type: 'ValidationException' } }],
  ['an error without a name', 'get', { status: 400, body: { message: 'No.' } }],
  ['an error without anything', 'get', { status: 400, body: '' }],
  [
    'an error with its name in a header',
    'get',
    {
      status: 400,
      headers: { 'x-amzn-errortype': 'ResourceNotFoundException:http://internal.example/' },
      body: { message: 'There is no table.' },
    },
  ],
  ['a wrapped key that is none', 'decrypt', errorOf('InvalidCiphertextException')],
  ['a key that is disabled', 'decrypt', errorOf('DisabledException')],
  ['a key that is gone', 'generate data key', errorOf('NotFoundException')],
  ['a key for something else', 're-encrypt', errorOf('IncorrectKeyException')],
  ['a key that may not be used', 'decrypt', errorOf('AccessDeniedException')],
];

const passing: readonly Exchange[] = [
  ['throttling, once', 'put', errorOf('ThrottlingException'), done],
  [
    'throttling, always',
    'get',
    errorOf('ThrottlingException', {
      throttlingReasons: [{ reason: 'TableReadKeyRangeThroughputExceeded', resource: 'arn' }],
    }),
  ],
  ['capacity exceeded, once', 'put', errorOf('ProvisionedThroughputExceededException'), done],
  ['too many requests, once', 'get', errorOf('RequestLimitExceeded'), found],
  ['429, once', 'get', errorOf('TeapotException', {}, 429), found],
  ['an internal error, once', 'put', errorOf('InternalServerError', {}, 500), done],
  ['an internal error, always', 'put', errorOf('InternalServerError', {}, 500)],
  ['500 without a body, always', 'get', { status: 500, body: '' }],
  ['501', 'get', errorOf('NotImplemented', {}, 501)],
  ['HTML 503, once', 'get', { status: 503, body: html }, found],
  ['HTML 503, always', 'get', { status: 503, body: html }],
  [
    'a wish to be asked later',
    'get',
    { status: 503, headers: { 'x-amz-retry-after': '55' }, body: html },
    found,
  ],
  ['an empty answer', 'get', { body: '' }],
  ['an answer that is no JSON', 'get', { body: html }],
  ['an answer that is cut, once', 'get', { body: { Item: wire }, cutAfter: 20 }, found],
  ['an answer that is cut, always', 'get', { body: { Item: wire }, cutAfter: 20 }],
  ['an error that is cut', 'put', { status: 400, body: { __type: 'Long' }, cutAfter: 5 }, done],
  ['a reset, once', 'put', 'reset', done],
  ['a reset, always', 'put', 'reset'],
  ['a hang, once', 'put', 'hang', done],
  ['a hang, always', 'transact', 'hang'],
  ['a KMS that throttles, once', 'decrypt', errorOf('ThrottlingException'), aKey],
  ['a KMS with an error, once', 'decrypt', errorOf('KMSInternalException', {}, 500), aKey],
  ['a KMS with an error, always', 'decrypt', errorOf('KMSInternalException', {}, 500)],
  ['a key not available, always', 'decrypt', errorOf('KeyUnavailableException', {}, 500)],
  ['a KMS that resets, once', 'generate data key', 'reset', aKey],
  ['a KMS that hangs, once', 'generate data key', 'hang', aKey],
];

const skewed: readonly Exchange[] = [
  [
    'a signature refused for its time',
    'get',
    { ...errorOf('InvalidSignatureException'), ...dated(laterMs) },
    { ...found, ...dated(laterMs) },
  ],
  [
    'a signature refused for its time by KMS',
    'decrypt',
    { ...errorOf('RequestExpired'), ...dated(-laterMs) },
    { ...aKey, ...dated(-laterMs) },
  ],
  [
    'a signature refused with the right time',
    'get',
    { ...errorOf('InvalidSignatureException'), ...dated(1_000) },
  ],
  ['a time learnt from an answer', 'get twice', { ...found, ...dated(laterMs) }],
  ['a time in an answer of a cache', 'get twice', { ...found, ...dated(laterMs, { age: '60' }) }],
  ['no time in an answer', 'get twice', { ...found, headers: { date: 'yesterday' } }],
];

/** SQS confirms each text by its MD5 sum; the client compares. */
const taken = (text: string, Id: string) => ({
  Id,
  MessageId: `message ${Id}`,
  MD5OfMessageBody: createHash('md5').update(text).digest('hex'),
});
const first = taken('{"text":"Zürich ✓ \\ud83d\\ude00"}', '0');
const second = taken('{"text":"\\ufffe"}', '1');
const bothTaken = { body: { Successful: [first, second] } };
const xml = (code: string, status: number, message = `It is ${code}.`) => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

const otherServices: readonly Exchange[] = [
  ['messages', 'send messages', bothTaken],
  [
    'messages of which one is not taken',
    'send messages',
    {
      body: {
        Successful: [first],
        Failed: [{ Id: '1', Code: 'InternalError', SenderFault: false }],
      },
    },
  ],
  [
    'messages that arrive as others',
    'send messages',
    { body: { Successful: [first, { ...second, MD5OfMessageBody: 'd41d8cd9' }] } },
  ],
  [
    'no such queue',
    'send messages',
    {
      ...errorOf('QueueDoesNotExist'),
      headers: { 'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender' },
    },
  ],
  [
    'messages of a function in a chain of requests',
    'send messages on Lambda',
    { body: { Successful: [taken('{"text":"one"}', '0'), taken('{"text":"two"}', '1')] } },
  ],
  ['SQS that throttles, once', 'send messages', errorOf('RequestThrottled'), bothTaken],
  ['SQS with HTML 503, always', 'send messages', { status: 503, body: html }],
  ['SQS that resets, once', 'send messages', 'reset', bothTaken],
  ['a secret, after a reset', 'get a secret', 'reset', { body: { SecretString: 'a secret' } }],
  ['a file', 'get a file', { body: 'the bytes of a file' }],
  ['a file that is written', 'put a file', done],
  ['a file that is removed', 'remove a file', { status: 204, body: '' }],
  ['no such file', 'get a file', xml('NoSuchKey', 404)],
  [
    'no permission for a file',
    'get a file',
    xml('AccessDenied', 403, 'The role is not authorized to perform: s3:GetObject on a file'),
  ],
  ['S3 that is busy, once', 'put a file', xml('SlowDown', 503), done],
  ['S3 with an error, always', 'put a file', xml('InternalError', 500)],
  ['a secret', 'get a secret', { body: { SecretString: 'a secret', CreatedDate: 1.9e9 } }],
  ['no such secret', 'get a secret', errorOf('ResourceNotFoundException')],
  ['a secret that is denied', 'get a secret', errorOf('AccessDeniedException')],
  ['a secret, after an error', 'get a secret', errorOf('InternalServiceError', {}, 500), done],
];

const exchanges = [...otherServices, ...ordinary, ...refused, ...passing, ...skewed];
const answers = new Map(exchanges.map(([name, , ...some]) => [name, some]));

interface Side {
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly seen: Readonly<Record<string, readonly SeenRequest[]>>;
  readonly userAgents: readonly string[];
}

let server: ScriptedServer;
let parts: Side;
let whole: Side;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turnout-sdk-'));
  await writeFile(path.join(folder, 'prelude.cjs'), prelude);
  server = await scriptedServer((name) => answers.get(name) ?? ['reset']);
  parts = await outcomesOf('side-of-parts', { ...leanSdk.options, plugins: [leanSdk.plugin] });
  whole = await outcomesOf('side-of-sdk', { packages: 'external' });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A clock that stands still, identifiers that count up, and no chance. */
const prelude = `
  const crypto = require('node:crypto');
  const { Date: RealDate } = globalThis;
  const now = ${now.getTime()};
  globalThis.Date = class extends RealDate {
    constructor(...given) { super(...(given.length > 0 ? given : [now])); }
    static now() { return now; }
  };
  Math.random = () => 0.37;
  let made = 0;
  globalThis.freshIds = () => { made = 0; };
  const id = () => '00000000-0000-4000-8000-' + String(++made).padStart(12, '0');
  crypto.randomUUID = id;
  globalThis.crypto.randomUUID = id;
`;

async function outcomesOf(side: string, how: Parameters<typeof build>[0]): Promise<Side> {
  const outfile = path.join(folder, `${side}.cjs`);
  const wanted = exchanges.map(([name, call, ...some]) => {
    const isLeft = some.map((answer) => answer === 'hang');
    return [encodeURIComponent(name), call, isLeft];
  });
  const support = path.join(import.meta.dirname, '../../../support/aws');
  await build({
    ...how,
    stdin: {
      contents: `
        import { side } from './${side}.ts';
        import { runCalls } from './run-calls.ts';
        runCalls(side, '${server.url}', ${JSON.stringify(wanted)});
      `,
      resolveDir: support,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
    outfile,
  });
  const child = spawn(process.execPath, ['--require', path.join(folder, 'prelude.cjs'), outfile], {
    env: {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      AWS_SESSION_TOKEN: 'a session',
      // Where the whole SDK is installed.
      NODE_PATH: path.join(import.meta.dirname, '../../../../node_modules'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) text += part;
  const outcomes = Object.entries(JSON.parse(text) as Side['outcomes']);
  return {
    outcomes: Object.fromEntries(
      outcomes.map(([name, outcome]) => [decodeURIComponent(name), outcome]),
    ),
    seen: server.seen(),
    userAgents: server.userAgents(),
  };
}

describe.each([
  ['SQS, S3 and Secrets Manager', otherServices],
  ['an ordinary call', ordinary],
  ['a call that is refused', refused],
  ['a call that fails for a moment', passing],
  ['a clock that is wrong', skewed],
])('the client of %s', (_, some) => {
  it.each(some.map(([name]) => name))(
    '%s: the whole SDK sends the same and makes the same of it',
    (name) => {
      expect(whole.seen[name]?.length).toBeGreaterThan(0);
      expect(parts.seen[name]).toEqual(whole.seen[name]);
      expect(whole.outcomes[name]).toBeDefined();
      expect(parts.outcomes[name]).toEqual(whole.outcomes[name]);
    },
  );
});

it('every call that the product makes is compared', () => {
  expect(new Set(exchanges.map(([, call]) => call))).toEqual(new Set(Object.keys(calls)));
});

it('a message that a function sends carries the lineage of its invocation, by which Lambda finds loops', () => {
  const [sent] = parts.seen['messages of a function in a chain of requests'] ?? [];
  expect(sent?.headers['x-amzn-trace-id']).toMatch(/;Lineage=a87bd80c:1$/);
});

it('requests to AWS are signed, and our own clients name themselves', () => {
  const all = Object.values(parts.seen).flat();
  for (const { headers } of all) {
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/203001/);
    expect(headers['x-amz-security-token']).toBe('a session');
  }
  for (const userAgent of parts.userAgents) expect(userAgent).toMatch(/^turnout lang\/js /);
});

it('a clock that is an hour off is right at the second try', () => {
  const [first, second] = parts.seen['a signature refused for its time'] ?? [];
  expect(first?.headers['x-amz-date']).toBe('20300131T120000Z');
  expect(second?.headers['x-amz-date']).toBe('20300131T130000Z');
});

import { once } from 'node:events';
import { request } from 'node:http';
import type { Emulator } from '../../../local/aws/aws-call.ts';
import type { ServiceCalls } from '../../../local/aws/proxy-response.ts';
import { queueCalls } from '../../../local/services/queue-calls.ts';
import { type QueueEmulator, startQueueEmulator } from '../../../local/services/queue-emulator.ts';

const region = 'eu-west-1';
const url = (name: string) => `https://sqs.eu-west-1.amazonaws.com/000000000000/${name}`;
const said = async (call: ServiceCalls, operation: string, body: object) => {
  const {
    status,
    headers,
    body: bytes,
  } = await call(`AmazonSQS.${operation}`, JSON.stringify(body)).answer;
  return { status, headers, content: JSON.parse(bytes.toString()) };
};

describe('calls of the queue emulator as messages', () => {
  let emulator: QueueEmulator;
  let server: Emulator;
  beforeAll(async () => {
    emulator = await startQueueEmulator(region);
    await said(emulator.call, 'CreateQueue', { QueueName: 'one' });
    // The same program as a whole, which has queues of its own.
    server = await emulator.server();
    await overHttp('CreateQueue', { QueueName: 'one' });
  });
  afterAll(() => emulator.stop());

  /** The same call over the HTTP server of the emulator's program. */
  const overHttp = (operation: string, body: object) =>
    new Promise<{ status: number; error: unknown; content: unknown }>((resolve, reject) => {
      const { host, port, signature } = server;
      const headers = {
        ...signature,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `AmazonSQS.${operation}`,
      };
      const sending = request({ host, port, headers, method: 'POST', path: '/' }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            error: response.headers['x-amzn-query-error'],
            content: JSON.parse(text),
          }),
        );
      });
      sending.once('error', reject);
      sending.end(JSON.stringify(body));
    });

  it("a queue emulator's HTTP server answers no caller without its key, and none by another host name", async () => {
    const { host, port, signature } = server;
    const headersOf = (accessKeyId: string, name: string) => ({
      'x-amz-target': 'AmazonSQS.ListQueues',
      'content-type': 'application/x-amz-json-1.0',
      ...signature,
      authorization: signature.authorization.replace(server.accessKeyId, accessKeyId),
      host: name,
    });
    const own = `${host}:${port}`;
    const cases = [
      [server.accessKeyId, own, 200],
      ['local', own, 403],
      ['', own, 403],
      [server.accessKeyId, 'files.evil.example', 403],
    ] as const;
    for (const [accessKeyId, name, status] of cases) {
      const headers = headersOf(accessKeyId, name);
      const sending = request({ host, port, headers, method: 'POST', path: '/' }).end('{}');
      const [answer] = await once(sending, 'response');
      answer.resume();
      expect([accessKeyId, name, answer.statusCode]).toEqual([accessKeyId, name, status]);
    }
  });

  it("a queue emulator's calls reach the same queues from every thread that has a port", async () => {
    const other = emulator.connect();
    const sent = await said(queueCalls(other), 'SendMessage', {
      QueueUrl: url('one'),
      MessageBody: 'from another thread',
    });
    expect(sent.status).toBe(200);
    const received = await said(emulator.call, 'ReceiveMessage', { QueueUrl: url('one') });
    expect(received.content.Messages).toMatchObject([{ Body: 'from another thread' }]);
    other.close();
  });

  it.each([
    ['for a queue that does not exist', 'SendMessage', { QueueUrl: url('none'), MessageBody: 'x' }],
    ['for an operation that does not exist', 'Nothing', {}],
    ['for a message without a body', 'SendMessage', { QueueUrl: url('one') }],
  ])("a queue emulator's calls are refused as over HTTP %s", async (_, operation, body) => {
    const { status, headers, content } = await said(emulator.call, operation, body);
    expect({ status, error: headers['x-amzn-query-error'], content }).toEqual(
      await overHttp(operation, body),
    );
  });

  it('a call whose body is no JSON is answered 500, and those after it as before', async () => {
    expect((await emulator.call('AmazonSQS.ListQueues', '{"cut').answer).status).toBe(500);
    expect((await said(emulator.call, 'ListQueues', {})).status).toBe(200);
  });
});

it('a call that waits for a message is answered 500 when the queue emulator ends, and so is a later one', async () => {
  const { call, stop } = await startQueueEmulator(region);
  await said(call, 'CreateQueue', { QueueName: 'one' });
  const waiting = said(call, 'ReceiveMessage', { QueueUrl: url('one'), WaitTimeSeconds: 20 });
  await stop();
  const ended = { status: 500, content: { message: 'The queue emulator has ended.' } };
  expect(await waiting).toMatchObject(ended);
  expect(await said(call, 'ListQueues', {})).toMatchObject(ended);
});

it('a queue emulator that dies says so in one line, and its open calls are answered 500', async () => {
  const { call, connect, failure, stop } = await startQueueEmulator(region);
  await said(call, 'CreateQueue', { QueueName: 'one' });
  const waiting = said(call, 'ReceiveMessage', { QueueUrl: url('one'), WaitTimeSeconds: 20 });
  // No call at all: its code throws.
  connect().postMessage(null);
  expect((await failure).message).toMatch(
    /^The queue emulator, which holds all messages, ended: .+$/,
  );
  expect((await waiting).status).toBe(500);
  await stop();
});

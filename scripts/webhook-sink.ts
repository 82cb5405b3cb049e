import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { command, UsageError } from './command-line/command.ts';

const help = `Receives webhooks on this machine, verifies and shows them.

  npx turnout webhook-sink --key KEY [--port 4000] [--once]

KEY is the merchant account's payment_response_hash_key. With --once it ends after the first webhook
whose signature is right. A webhook with a wrong signature gets a
401, as merchants' servers should answer, and the switch sends it again later.
`;

await command(
  {
    name: 'npx turnout webhook-sink',
    help,
    options: { key: 'value', port: 'value', once: 'flag' },
  },
  async (given) => {
    const key = given.required('key', "the merchant account's payment_response_hash_key");
    const port = given.wholeNumber('port', { least: 0, most: 65_535 }) ?? 4_000;
    await listen({ key, port, isOnce: given.has('once') });
    return undefined;
  },
);

interface Sink {
  readonly key: string;
  readonly port: number;
  /** Whether it ends after a webhook whose signature is right. */
  readonly isOnce: boolean;
}

function listen({ key, port, isOnce }: Sink) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isGenuine = verifies(body, String(request.headers['x-webhook-signature-512'] ?? ''), key);
    console.log(`${isGenuine ? 'signature verified' : 'SIGNATURE WRONG'}  ${summary(body)}`);
    response.writeHead(isGenuine ? 200 : 401, { connection: 'close' }).end();
    if (isGenuine && isOnce) server.close();
  });
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      reject(
        isTaken ? new UsageError(`Port ${port} is taken: choose another one with --port.`) : error,
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const listening = typeof address === 'object' ? address?.port : port;
      console.log(`Waiting for webhooks on http://127.0.0.1:${listening}/`);
      resolve();
    });
  });
}

/** HMAC-SHA512 of the body's exact bytes, compared in constant time. */
function verifies(body: Buffer, signature: string, key: string) {
  const right = createHmac('sha512', key).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

function summary(body: Buffer) {
  try {
    const { event_type, event_id, content } = JSON.parse(body.toString('utf8'));
    const { payment_id, status, amount, currency } = content?.object ?? {};
    return `${event_type}  ${payment_id}  ${status}  ${amount} ${currency}  ${event_id}`;
  } catch {
    return 'a body that is no event';
  }
}

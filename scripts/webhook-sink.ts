import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { type Output, turnoutCommand, UsageError } from './command-line/command.ts';
import { runAsProgram, type Surroundings } from './command-line/program.ts';

const help = `Receives webhooks on this machine, verifies and shows them.

  npx turnout webhook-sink --key KEY [--port 4000] [--once]

  --key KEY        the merchant account's payment_response_hash_key
  --port N         the port to listen on; 4000 without it
  --once           ends after the first webhook whose signature is right
  --help           shows this

A webhook with a wrong signature gets a 401, as merchants' servers should answer, and the switch sends it again later.
`;

const Webhook = v.object({
  event_type: v.optional(v.string()),
  event_id: v.optional(v.string()),
  content: v.nullish(
    v.object({
      object: v.nullish(
        v.object({
          payment_id: v.nullish(v.string()),
          status: v.nullish(v.string()),
          amount: v.nullish(v.number()),
          currency: v.nullish(v.string()),
        }),
      ),
    }),
  ),
});

export const webhookSink = turnoutCommand(
  {
    name: 'npx turnout webhook-sink',
    help,
    options: { key: 'value', port: 'value', once: 'flag' },
  },
  async (given, output, { ending }) => {
    const key = given.required('key', "the merchant account's payment_response_hash_key");
    const port = given.wholeNumber('port', { least: 0, most: 65_535 }) ?? 4_000;
    await listen({ key, port, isOnce: given.has('once'), output, ending });
    return { code: 0 };
  },
);

interface Sink {
  readonly key: string;
  readonly port: number;
  /** Whether it ends after a webhook whose signature is right. */
  readonly isOnce: boolean;
  readonly output: Output;
  readonly ending: Surroundings['ending'];
}

/** Listens until the command is asked to end, or once. */
function listen({ key, port, isOnce, output, ending }: Sink) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isGenuine = verifies(body, String(request.headers['x-webhook-signature-512'] ?? ''), key);
    const event = eventIn(body);
    output.result(
      { kind: 'webhook', verdict: isGenuine ? 'verified' : 'wrong signature', ...event },
      `${isGenuine ? 'signature verified' : 'SIGNATURE WRONG'}  ${summary(event)}`,
    );
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
    server.once('close', resolve);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const listening = typeof address === 'object' ? address?.port : port;
      const url = `http://127.0.0.1:${listening}/`;
      output.result({ kind: 'ready', url }, `Waiting for webhooks on ${url}`);
      ending().addEventListener('abort', () => server.close());
    });
  });
}

/** HMAC-SHA512 of the body's exact bytes, compared in constant time. */
function verifies(body: Buffer, signature: string, key: string) {
  const right = createHmac('sha512', key).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The facts about an event that one looks for first; undefined for a body that is no event. */
function eventIn(body: Buffer) {
  const parsed = v.safeParse(Webhook, jsonIn(body.toString('utf8')));
  if (!parsed.success) return undefined;
  const { event_type: eventType, event_id: eventId, content } = parsed.output;
  const { payment_id: paymentId, status, amount, currency } = content?.object ?? {};
  return { eventType, paymentId, status, amount, currency, eventId };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function summary(event: ReturnType<typeof eventIn>): string {
  if (!event) return 'a body that is no event';
  const { eventType, paymentId, status, amount, currency, eventId } = event;
  return `${eventType}  ${paymentId}  ${status}  ${amount} ${currency}  ${eventId}`;
}

await runAsProgram(import.meta, webhookSink);

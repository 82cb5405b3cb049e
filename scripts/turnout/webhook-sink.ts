import { createServer, type IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { limitedBody } from '../../local/http/limited-body.ts';
import { type Output, turnoutCommand, UsageError } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';
import { type Environment, runAsProgram, type Surroundings } from '../command-line/program.ts';

const help = `Receives webhooks on this machine, verifies and shows them.

  npx turnout webhook-sink [--port 4000] [--once]

  --port N         the port to listen on; 4000 without it
  --once           ends after the first webhook whose signature is right
  --help           shows this

Environment:
  TURNOUT_WEBHOOK_SECRET  the merchant account's payment_response_hash_key, as "npx turnout init" prints it

A webhook with a wrong signature gets a 401, as merchants' servers should answer, and the switch sends it again later.
A webhook without webhook-signature, the signature of its time, or more than five minutes old counts as wrong.
`;

/** The longest body, in bytes: the switch sends no longer one. */
const bodyLimit = 1_048_576;

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
    options: { port: 'value', once: 'flag' },
  },
  async (given, output, { ending, environment }) => {
    const key = webhookSecret(environment);
    const port = given.wholeNumber('port', { least: 0, most: 65_535 }) ?? 4_000;
    await listen({ key, port, isOnce: given.has('once'), output, ending });
    return { code: 0 };
  },
);

/** The environment holds the key, so that no process list shows it. */
function webhookSecret({ TURNOUT_WEBHOOK_SECRET: key }: Environment): string {
  if (key?.trim()) return key;
  throw new UsageError(
    "TURNOUT_WEBHOOK_SECRET is not set: the merchant account's payment_response_hash_key belongs in the environment.",
  );
}

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
    const body = await limitedBody(request, bodyLimit).catch(() => undefined);
    if (!body) return response.writeHead(413, { connection: 'close' }).end();
    const isGenuine = await verifies(request, body, key);
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

/** Whether the switch sent it, within five minutes, by the check of merchants' own programs. */
async function verifies({ headers }: IncomingMessage, body: Buffer, key: string): Promise<boolean> {
  const { TurnoutWebhookError, verifyWebhook } = await import('#turnout/node');
  try {
    await verifyWebhook(body, headers, key);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return true; // It is genuine, and no JSON.
    if (error instanceof TurnoutWebhookError) return false;
    throw error;
  }
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
  return inLine(`${eventType}  ${paymentId}  ${status}  ${amount} ${currency}  ${eventId}`);
}

await runAsProgram(import.meta, webhookSink);

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Turnout } from '#turnout/node';
import { sendSafely } from '../../console/safe-request.ts';
import { webhookReceiver } from '../../console/webhook-receiver.ts';
import { limitedBody } from '../../local/http/limited-body.ts';
import { portOf } from '../../local/port-of.ts';
import { type Output, UsageError } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';
import { type Environment, runAsProgram, type Surroundings } from '../command-line/program.ts';
import { type KnownMerchant, knownMerchant } from '../laptop/merchants.ts';
import { type SwitchAccess, switchCommand, switchOptionsHelp } from '../laptop/switch-access.ts';

const help = `Receives a merchant's webhooks on this machine, verifies, shows and forwards them.

  npx turnout listen [--forward-to URL] [--merchant ID] [--events TYPE,TYPE]

  --forward-to URL your server, which gets each webhook as it came, signature included; its answer is the switch's
                   answer, so that what it refuses is sent again. Without it, webhooks are only shown
  --merchant ID    one that "npx turnout init" made; the newest without it
  --events TYPES   only events of these types, such as payment_succeeded,refund_failed
  --once           ends after the first webhook whose signature is right
${switchOptionsHelp}

It makes an endpoint at the merchant's profile and takes it away when it ends (Ctrl-C). The endpoint of one that was
killed is taken away by the next. The switch has to reach this machine, so it listens to a switch on the same machine.
`;

/** Marks the endpoints of this command by their path. */
const path = '/turnout-listen';
const bodyLimit = 1_048_576;
/** How long the forwarding waits for your server, in ms: the switch itself waits no longer. */
const forwardMs = 20_000;

export const listen = switchCommand(
  {
    name: 'listen',
    help,
    options: { 'forward-to': 'value', merchant: 'value', events: 'value', once: 'flag' },
  },
  async (given, access, output, { environment, ending }) => {
    if (!access.isLocal) {
      throw new UsageError(`The switch at ${access.url} cannot reach this machine.`);
    }
    const forwardTo = given.url('forward-to');
    const events = given.text('events')?.split(',') ?? [];
    const merchant = merchantOf(access, environment, given.text('merchant'));
    await receive({
      merchant,
      forwardTo,
      events,
      isOnce: given.has('once'),
      output,
      ending,
    });
    return { code: 0 };
  },
);

function merchantOf(
  { url }: SwitchAccess,
  environment: Environment,
  merchantId: string | undefined,
): KnownMerchant {
  const known = knownMerchant(environment, url, merchantId);
  if (known) return known;
  const which =
    merchantId === undefined
      ? 'No merchant'
      : `"${merchantId}" is not known: no merchant of this name`;
  throw new UsageError(`${which} was made by "npx turnout init" at ${url}.`);
}

interface Listening {
  readonly merchant: KnownMerchant;
  readonly forwardTo: URL | undefined;
  readonly events: readonly string[];
  readonly isOnce: boolean;
  readonly output: Output;
  readonly ending: Surroundings['ending'];
}

/** Listens until the command is asked to end, or once. */
async function receive(wanted: Listening): Promise<void> {
  const { merchant } = wanted;
  const { isRefusal, switchClient } = await import('../../console/switch-client.ts');
  const { webhookEndpoints: endpoints } = switchClient(merchant);
  const remove = async (id: string) => {
    try {
      await endpoints.delete(merchant.merchantId, id);
    } catch (error) {
      if (!isRefusal(error)) throw error; // Another one has deleted it.
    }
  };
  await removeLeft(endpoints.list(merchant.merchantId), remove);

  const done = Promise.withResolvers<void>();
  const server = createServer();
  server.on('request', (request: IncomingMessage, response) => {
    answerOf(request, wanted)
      .then(({ status, isGenuine }) => {
        response.writeHead(status, { connection: 'close' }).end();
        if (isGenuine && wanted.isOnce) done.resolve();
      })
      .catch(() => response.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  wanted.ending().addEventListener('abort', () => done.resolve());
  const made = await endpoints.create(merchant.merchantId, {
    profile_id: merchant.profileId,
    url: addressOf(server),
    event_types: [...wanted.events],
    // The key that `init` printed, so that a server behind this one can verify by it.
    secret: merchant.webhookSecret,
  });
  try {
    const { forwardTo } = wanted;
    const where = forwardTo ? `, and forwards to ${forwardTo.href}` : '';
    wanted.output.result(
      { kind: 'ready', merchantId: merchant.merchantId, forwardTo: forwardTo?.href },
      `Listens to the webhooks of ${merchant.merchantId}${where}.`,
    );
    await done.promise;
  } finally {
    await remove(made.endpoint_id).finally(() => {
      server.close();
      server.closeAllConnections();
    });
  }
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${portOf(server.address())}${path}`;
}

/** Takes the endpoints of this command away that no process answers at any more. */
async function removeLeft(
  endpoints: ReturnType<Turnout['webhookEndpoints']['list']>,
  remove: (id: string) => Promise<void>,
): Promise<void> {
  for await (const { endpoint_id, url } of endpoints) {
    if (URL.parse(url)?.pathname !== path) continue;
    const isAlive = await sendSafely(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    );
    if (!isAlive) await remove(endpoint_id);
  }
}

/** Verifies and forwards a webhook: the status that the switch gets. */
async function answerOf(
  request: IncomingMessage,
  wanted: Listening,
): Promise<{ status: number; isGenuine: boolean }> {
  if (request.method === 'HEAD') return { status: 204, isGenuine: false };
  const body = await limitedBody(request, bodyLimit);
  if (body === undefined) return { status: 413, isGenuine: false };
  const { merchantId, webhookSecret } = wanted.merchant;
  const receiver = webhookReceiver(async () => [webhookSecret]);
  const { headers } = request;
  const verified = await receiver.receive({ merchantId, headers, body });
  const [receipt] = receiver.receipts();
  const isGenuine = verified === 200;
  const forwarded =
    isGenuine && wanted.forwardTo ? await forward(request, body, wanted.forwardTo) : undefined;
  const answer = forwarded ?? { status: verified, problem: undefined };
  wanted.output.result(
    {
      kind: 'webhook',
      verdict: receipt?.verdict,
      eventType: receipt?.type,
      eventId: receipt?.eventId,
      paymentId: receipt?.paymentId,
      status: answer.status,
      problem: answer.problem,
    },
    [
      isGenuine ? 'signature verified' : 'SIGNATURE WRONG',
      inLine(receipt?.type ?? 'no event'),
      inLine(receipt?.paymentId ?? ''),
      forwarded ? `→ ${answer.problem ?? answer.status}` : '',
    ]
      .filter((part) => part !== '')
      .join('  '),
  );
  return { status: answer.status, isGenuine };
}

/** Sends a webhook on as it came. A server that does not answer counts as one that answers 502. */
async function forward(
  { headers }: IncomingMessage,
  body: Buffer,
  to: URL,
): Promise<{ status: number; problem: string | undefined }> {
  const kept = Object.entries(headers).filter(
    ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
  );
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardMs),
    });
    await response.body?.cancel();
    return { status: response.status === 0 ? 502 : response.status, problem: undefined };
  } catch {
    return { status: 502, problem: `nothing answers at ${to.origin}: is your server running?` };
  }
}

await runAsProgram(import.meta, listen);

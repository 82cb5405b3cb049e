import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { eventually } from '../support/runner/eventually.ts';
import { freePort } from '../support/runner/free-port.ts';
import { listeningPort } from '../support/runner/listening-port.ts';

/** A stand-in for the API of Saleor, a shop's server, as far as a payment app asks it. */
export interface SaleorShop {
  /** The address of its GraphQL API, by which an app knows a shop. */
  readonly url: string;
  readonly channelId: string;
  /** The reports of apps on transactions, oldest first. */
  readonly reported: readonly Reported[];
  /** The token of a dashboard whose user may manage the app. */
  dashboardToken(): string;
  /** The signature of a webhook: a detached JSON Web Signature over its bytes (RFC 7797). */
  signature(body: string): string;
  /** An app as the shop hands it to each webhook: with the settings that the app stored. */
  recipient(): object;
  stop(): Promise<void>;
}

const Reported = v.looseObject({
  transactionId: v.string(),
  type: v.string(),
  amount: v.number(),
  pspReference: v.string(),
});
type Reported = v.InferOutput<typeof Reported>;

const Metadata = v.array(v.object({ key: v.string(), value: v.string() }));
const Asked = v.object({
  query: v.string(),
  variables: v.optional(v.looseObject({ input: v.optional(Metadata) }), {}),
});

const appId = 'QXBwOjE=';
const keyId = 'saleor';
const channelId = 'Q2hhbm5lbDox';
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Opens it on a free port of this machine. */
export async function startSaleor(): Promise<SaleorShop> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }];
  const reported: Reported[] = [];
  const settings = new Map<string, string>();
  const stored = () => [...settings].map(([key, value]) => ({ key, value }));
  const app = () => ({ id: appId, privateMetadata: stored(), metadata: [] });
  const jws = (payload: string, more = {}) => {
    const header = base64({ alg: 'RS256', kid: keyId, typ: 'JWT', ...more });
    const signed = sign('sha256', Buffer.from(`${header}.${payload}`), privateKey);
    return { header, signed: signed.toString('base64url') };
  };

  const answer = ({ query, variables }: v.InferOutput<typeof Asked>) => {
    if (query.includes('updatePrivateMetadata')) {
      for (const { key, value } of variables.input ?? []) settings.set(key, value);
      return { updatePrivateMetadata: { item: app() } };
    }
    if (query.includes('transactionEventReport')) {
      reported.push(v.parse(Reported, variables));
      return { transactionEventReport: { alreadyProcessed: false, errors: [] } };
    }
    if (query.includes('transaction(id:')) {
      const { transactionId: id } = v.parse(v.object({ transactionId: v.string() }), variables);
      const events = reported.filter(({ transactionId }) => transactionId === id);
      return { transaction: { id, events, checkout: { channel: { id: channelId } }, order: null } };
    }
    if (query.includes('channels')) return { channels: [{ id: channelId, name: 'Shop' }] };
    return { shop: { schemaVersion: '3.19' }, app: app() };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const said =
      request.url === '/.well-known/jwks.json'
        ? { keys }
        : { data: answer(v.parse(Asked, JSON.parse(Buffer.concat(chunks).toString('utf8')))) };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  const port = await listeningPort(server);

  return {
    url: `http://127.0.0.1:${port}/graphql/`,
    channelId,
    reported,
    recipient: app,
    dashboardToken() {
      const exp = Math.floor(Date.now() / 1_000) + 3_600;
      const user_permissions = ['MANAGE_APPS', 'MANAGE_SETTINGS'];
      const payload = base64({ app: appId, user_permissions, exp });
      const { header, signed } = jws(payload);
      return `${header}.${payload}.${signed}`;
    },
    signature(body) {
      const { header, signed } = jws(body, { b64: false, crit: ['b64'] });
      return `${header}..${signed}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The app of a folder, installed in a shop. */
export interface SaleorApp {
  /** Where the switch sends its webhooks. */
  readonly webhookUrl: string;
  /** Calls a procedure of the app's own pages, as its dashboard does. */
  configure(procedure: string, input: object): Promise<unknown>;
  /** Has the shop send a synchronous webhook, such as `transaction_initialize_session`. */
  send(event: string, payload: object): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts the app as its own build wrote it, which keeps its files in a folder of its own, and
 * installs it in the shop. The switch stands in for its sandbox.
 */
export async function startSaleorApp(
  folder: string,
  shop: SaleorShop,
  switchUrl: string,
): Promise<SaleorApp> {
  const port = await freePort();
  const files = await mkdtemp(path.join(tmpdir(), 'saleor-app-'));
  const next = path.join(folder, 'node_modules/next/dist/bin/next');
  const child = spawn(
    process.execPath,
    [next, 'start', folder, '-H', '127.0.0.1', '-p', `${port}`],
    {
      cwd: files,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        HYPERSWITCH_SANDBOX_BASE_URL: switchUrl,
      },
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}/saleor/api`;
  const ask = async (route: string, body: string, headers: Record<string, string>) => {
    const common = { 'saleor-api-url': shop.url, 'saleor-domain': '127.0.0.1', origin: url };
    const answer = await fetch(`${url}/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...common, ...headers },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The app answers ${route} with ${answer.status}: ${text}`);
    const parsed: unknown = JSON.parse(text);
    return parsed;
  };
  const stop = async () => {
    await ended(child);
    await rm(files, { recursive: true, force: true });
  };
  try {
    await eventually(() => ask('register', JSON.stringify({ auth_token: 'token' }), {}));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    webhookUrl: `${url}/webhooks/hyperswitch/authorization`,
    configure: (procedure, input) =>
      ask(`trpc/paymentAppConfigurationRouter.${procedure}`, JSON.stringify(input), {
        'authorization-bearer': shop.dashboardToken(),
      }),
    send(event, payload) {
      const body = JSON.stringify({ recipient: shop.recipient(), ...payload });
      return ask(`webhooks/saleor/${event.replaceAll('_', '-')}`, body, {
        'saleor-event': event,
        'saleor-signature': shop.signature(body),
      });
    },
    stop,
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = Promise.withResolvers<void>();
  child.once('exit', () => exit.resolve());
  child.kill();
  await exit.promise;
}

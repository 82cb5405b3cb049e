import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { vaultOperations } from '#vault/operations.ts';
import { httpAnswer, httpEvent } from '../../../../local/http/http-event.ts';
import { routeTable } from '../../../../local/http/http-routes.ts';
import { requestPath } from '../../../../local/http/request-path.ts';
import { listeningPort } from '../../../support/runner/listening-port.ts';
import { vaultInMemory } from '../../../support/vault/vault-in-memory.ts';
import { aSession } from './a-session.ts';

/** The vault in memory behind a port of this machine, for browsers. */
export interface ServedVault {
  /** Its origin. */
  readonly url: string;
  readonly inMemory: ReturnType<typeof vaultInMemory>;
  /** Changes an answer on its way to the browser; undefined unless a test sets it. */
  onTheWay: ((path: string, text: string) => string) | undefined;
  /** A session token, made as a merchant's server makes one. */
  session(wanted: Parameters<typeof aSession>[1]): Promise<string>;
  stop(): Promise<void>;
}

export async function serveVault(): Promise<ServedVault> {
  const inMemory = vaultInMemory();
  const routes = routeTable(
    vaultOperations.map(({ name, method, path }) => [`${method} ${path}`, name] as const),
  );
  const server = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/' } = request;
    const path = url.split('?')[0] ?? '';
    const read = requestPath(path);
    const found = read && routes.find(method, read.routed);
    const handler = found && inMemory.handlers[found.route];
    if (!handler) return response.writeHead(404).end();
    const sent = httpEvent(request, Buffer.concat(chunks), {
      apiId: 'vault',
      routeKey: `${method} ${path}`,
      rawPath: read.raw,
      pathParameters: found.pathParameters,
      authorizer: undefined,
      requestId: 'r',
    });
    // As behind TLS, which no browser could check here.
    const headers = { ...sent.headers, 'x-forwarded-proto': 'https' };
    const event = { ...sent, headers } as APIGatewayProxyEventV2; // It is the event of the laptop's runtime.
    const context = { getRemainingTimeInMillis: () => 28_000 } as Context; // All that we use of it.
    const answer = httpAnswer(JSON.stringify(await handler(event, context)));
    if (!answer) return response.writeHead(500).end();
    const { 'content-encoding': packed, ...rest } = answer.headers;
    if (!vault.onTheWay) return response.writeHead(answer.status, answer.headers).end(answer.body);
    const text = (packed ? gunzipSync(answer.body) : answer.body).toString('utf8');
    return response.writeHead(answer.status, rest).end(vault.onTheWay(path, text));
  });
  const before = { url: process.env.VAULT_URL, loopback: process.env.LOOPBACK_ALLOWED };
  process.env.VAULT_URL = server.url;
  process.env.LOOPBACK_ALLOWED = 'true';
  const vault: ServedVault = {
    url: server.url,
    inMemory,
    onTheWay: undefined,
    session(wanted) {
      // So that no test asks more often than one key may ask.
      inMemory.clock.now = new Date(inMemory.clock.now.getTime() + 1_000);
      return aSession(inMemory, wanted);
    },
    async stop() {
      restore('VAULT_URL', before.url);
      restore('LOOPBACK_ALLOWED', before.loopback);
      await server.stop();
    },
  };
  return vault;
}

/** Pages of another party, on an origin of their own. */
export interface Site {
  /** `http://127.0.0.1:…`, as merchants' pages are on a laptop. */
  readonly url: string;
  /** The same site by another name, which makes it a stranger to browsers. */
  readonly strangeUrl: string;
  /** The answer of `/` from now on. */
  html: string;
  /** Headers that go with it. */
  headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function serveSite(): Promise<Site> {
  const server = await listen(async ({ url = '/' }, response) => {
    if (!/^\/(\?|$)/.test(url)) return response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...site.headers })
      .end(site.html);
  });
  const site: Site = {
    url: server.url,
    strangeUrl: server.url.replace('127.0.0.1', 'localhost'),
    html: '',
    headers: {},
    stop: server.stop,
  };
  return site;
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const port = await listeningPort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function restore(name: string, value: string | undefined) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

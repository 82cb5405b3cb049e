import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { createAddressedServer } from '../local/addressed-server.ts';
import { limitedBody, limitedJson } from '../local/http/limited-body.ts';
import type { Log } from '../local/log.ts';
import type { LiveMetrics } from '../local/metrics/live-metrics.ts';
import type { AssemblyInside } from '../local/run-assembly.ts';
import { ownMember } from '../shared/platform/own-member.ts';
import type { Site } from '../site/open-site.ts';
import { consoleActions } from './actions.ts';
import type { Tick } from './answers.ts';
import { demoMerchant } from './demo-merchant.ts';
import { docsPath } from './documents.ts';
import { machinery } from './machinery.ts';
import { pageDocument, refusalAnswer } from './page-documents.ts';
import { consoleQuestions } from './questions.ts';
import type { RecentLines } from './recent-lines.ts';
import { hasKey, isOfOwnPage, refusalOf } from './request-guard.ts';
import type { SwitchKey } from './switch-client.ts';
import { type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts';

/** The files of the page, built. */
interface ConsolePage {
  readonly script: string;
  readonly style: string;
}

export interface ConsoleSetting {
  /** 0 means any free port. */
  readonly port: number;
  readonly inside: AssemblyInside;
  readonly metrics: Pick<LiveMetrics, 'dashboards' | 'alarms'>;
  readonly lines: RecentLines;
  /** Base URL of the switch's API, without a trailing slash. */
  readonly switchUrl: string;
  readonly adminKey: string;
  /** Names of connectors that lead to real processors. */
  readonly realConnectors: () => Promise<readonly string[]>;
  /** Builds the page; called when it is first opened. */
  readonly page: () => Promise<ConsolePage>;
  /** Opens the site of the docs; called when a page of it is first opened. */
  readonly docs: () => Promise<Site>;
  readonly log: Log;
}

export interface LocalConsole {
  readonly url: string;
  stop(): Promise<void>;
}

/** Limits of bodies, in bytes: of the page's own requests, and of webhooks. */
const bodyLimit = 4_096;
const webhookLimit = 1_048_576;
/** The most pages that may be open at once. */
const maxStreams = 16;
/** How often open pages get an event, at most, in ms. */
const tickEveryMs = 300;
/** How long the runtime is followed after the last request of a page, in ms. */
const watchedForMs = 10_000;

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A request that the console cannot answer, with the reason for the person. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Serves the console: one page that shows the runtime's data to the person at this machine. Throws
 * when the port is taken.
 */
export async function startConsole(setting: ConsoleSetting): Promise<LocalConsole> {
  const { inside, lines, adminKey, log } = setting;
  const operator = { url: setting.switchUrl, apiKey: adminKey };
  let askedAt = 0;
  let port = setting.port;
  const url = () => `http://127.0.0.1:${port}`;
  const receiver = webhookReceiver(hashKeys(operator));
  const receiverOf = (merchantId: string) => `${url()}/receive/${merchantId}`;
  const runtime = machinery({
    inside,
    lines,
    log,
    receipts: receiver.receipts,
    isWatched: () => pages.count() > 0 || Date.now() - askedAt < watchedForMs,
  });
  const demo = demoMerchant({ operator, receiver: receiverOf });

  const docs = onDemand(setting.docs);
  const questions = consoleQuestions({ ...setting, docs, runtime, receiver, receiverOf });
  // Imported late, because a start needs none of it.
  const asOperator = async () => (await import('./switch-client.ts')).switchClient(operator);
  const actions = consoleActions(demo, inside, asOperator);
  const operatorActions = onDemand(async () => {
    const { operatorKeyActions } = await import('./operator-key-actions.ts');
    return operatorKeyActions(inside.dynamodb, runtime.table, 'snd');
  });
  const pageFile = pageFiles(setting.page);
  const pages = openPages((): Tick => ({ ...runtime.counts(), receipts: receiver.count }));

  const server = createAddressedServer({}, (request, response) => {
    secure(response);
    answer(request, response).catch((error: unknown) =>
      fail(response, error, log, isOpenedByPerson(request) ? url() : undefined),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, port);
    if (refusal) throw new Refused(refusal.status, refusal.reason);
    const asked = URL.parse(request.url ?? '/', url());
    if (!asked) throw new Refused(400, 'The address is not understood.');
    const { pathname, searchParams } = asked;
    const [, merchantId] = /^\/receive\/([\w-]{1,64})$/.exec(pathname) ?? [];
    if (request.method === 'POST' && merchantId !== undefined) {
      return receive(receiver, request, response, merchantId);
    }
    if (request.method === 'POST') {
      const isOperator = hasKey(request, adminKey);
      if (!isOperator && !isOfOwnPage(request)) {
        throw new Refused(403, 'The console obeys only its own page, and the operator’s key.');
      }
      const action = ownMember(isOperator ? await operatorActions() : actions, pathname);
      if (!action) throw new Refused(404, 'There is nothing here.');
      return json(response, await action(await limitedJson(request, bodyLimit)));
    }
    if (pathname === '/api/news') return pages.open(response);
    if (pathname.startsWith(docsPath)) return docsFile(await docs(), response, pathname);
    const question = ownMember(questions, pathname);
    if (question) {
      askedAt = Date.now();
      return json(response, await question(Object.fromEntries(searchParams)));
    }
    return pageFile(response, pathname);
  }

  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, '127.0.0.1', listening.resolve);
  await listening.promise.catch((error: unknown) => {
    pages.stop();
    throw error;
  });
  const address = server.address();
  if (typeof address === 'object' && address !== null) port = address.port;

  return {
    url: url(),
    async stop() {
      pages.stop();
      runtime.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Serves the files of the page, which is built when it is first requested. */
function pageFiles(build: ConsoleSetting['page']) {
  const page = onDemand(build);
  let isBuilt = false;
  return async (response: ServerResponse, pathname: string): Promise<void> => {
    if (pathname === '/') return send(response, html, pageDocument(isBuilt));
    if (pathname !== '/page.js' && pathname !== '/page.css') {
      throw new Refused(404, 'There is nothing here.');
    }
    const { script, style } = await page();
    isBuilt = true;
    if (pathname === '/page.js') send(response, 'text/javascript; charset=utf-8', script);
    else send(response, 'text/css; charset=utf-8', style);
  };
}

/** Makes a thing when it is first needed, and again after a failure. */
function onDemand<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let making: Promise<Thing> | undefined;
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}

/** Serves a file of the site of the docs. */
async function docsFile(site: Site, response: ServerResponse, pathname: string): Promise<void> {
  const address = pathname.slice(docsPath.length);
  const file = await site.file(
    address === '' || address.endsWith('/') ? `${address}index.html` : address,
  );
  if (!file) throw new Refused(404, 'The docs have no such page.');
  send(response, file.contentType, file.body);
}

async function receive(
  receiver: WebhookReceiver,
  request: IncomingMessage,
  response: ServerResponse,
  merchantId: string,
) {
  const body = await limitedBody(request, webhookLimit);
  if (body === undefined) throw new Refused(413, 'The webhook is too long.');
  const status = await receiver.receive({ merchantId, headers: request.headers, body });
  response.writeHead(status, { 'content-type': 'text/plain' });
  response.end(status === 200 ? 'thank you' : 'not accepted');
}

/** The open pages: each gets a line for each change of the runtime, without its content. */
function openPages(tick: () => Tick) {
  const streams = new Set<ServerResponse>();
  let sent = '';
  const ticking = setInterval(() => {
    const counts = JSON.stringify(tick());
    if (counts === sent) return;
    sent = counts;
    for (const response of streams) response.write(`data: ${counts}\n\n`);
  }, tickEveryMs);
  return {
    count: () => streams.size,
    /** Opens a stream of server-sent events. */
    open(response: ServerResponse): void {
      if (streams.size >= maxStreams) throw new Refused(503, 'Too many pages are open.');
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`retry: 1000\ndata: ${JSON.stringify(tick())}\n\n`);
      streams.add(response);
      response.once('close', () => streams.delete(response));
    },
    stop: () => clearInterval(ticking),
  };
}

/** Asks the switch, as its operator, for the keys that sign a merchant's webhooks. */
const hashKeys =
  (operator: SwitchKey) =>
  async (merchantId: string): Promise<readonly string[] | undefined> => {
    const { isRefusal, switchClient } = await import('./switch-client.ts');
    const turnout = switchClient(operator);
    try {
      const params = { path: { account_id: merchantId } };
      const [account, profiles] = await Promise.all([
        turnout.get('/accounts/{account_id}', { params }),
        turnout.get('/account/{account_id}/business_profile', { params }),
      ]);
      const keys = [account, ...profiles].map((one) => one.payment_response_hash_key);
      return [...new Set(keys.filter((key) => key !== null))];
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  };

function secure(response: ServerResponse): void {
  response.setHeader('content-security-policy', contentSecurityPolicy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cache-control', 'no-store');
}

function send(response: ServerResponse, contentType: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': contentType }).end(body);
}

function json(response: ServerResponse, body: object | undefined): void {
  if (body === undefined) throw new Refused(404, 'There is no such thing.');
  send(response, 'application/json', JSON.stringify(body));
}

const html = 'text/html; charset=utf-8';

/** Whether a person followed a link or typed an address, and reads the answer in a browser. */
const isOpenedByPerson = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** @param home where a person can go instead; undefined for programs, which get JSON */
async function fail(
  response: ServerResponse,
  error: unknown,
  log: Log,
  home: string | undefined,
): Promise<void> {
  const [status, message] = await failureOf(error);
  if (status === 500) log({ level: 'warn', source: 'console', message: String(error) });
  if (response.headersSent) {
    response.end();
    return;
  }
  if (home !== undefined) {
    const { headers, body } = refusalAnswer(message, home);
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: message }));
}

async function failureOf(error: unknown): Promise<readonly [status: number, message: string]> {
  if (error instanceof Refused) return [error.status, error.message];
  if (error instanceof v.ValiError)
    return [400, `The request is not understood: ${error.message}.`];
  const { TurnoutError } = await import('#turnout/node');
  if (error instanceof TurnoutError) {
    const { errorText, isRefusal } = await import('./switch-client.ts');
    return [isRefusal(error) ? 400 : 502, `The switch refused: ${errorText(error)}`];
  }
  return [500, 'It could not be answered.'];
}

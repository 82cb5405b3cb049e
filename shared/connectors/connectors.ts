import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Send, Sent } from '../http/egress.ts';
import type { Log } from '../log.ts';
import type {
  Authorization,
  Connector,
  ConnectorAccess,
  Exchange,
  HttpRequest,
  HttpResponse,
  PaymentOutcome,
  Reference,
} from './connector.ts';
import { connectorNamed } from './registry.ts';

/** The processors as an operation sees them. Neither method throws: every end is an outcome. */
export interface Connectors {
  authorize(account: ConnectorAccess, input: Authorization): Promise<PaymentOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined payment. */
  sync(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
}

export interface Carriage {
  readonly send: Send;
  /** Milliseconds until this function is stopped. */
  remainingMs(): number;
  /** Base URL of the sandbox processor, where there is one. */
  readonly sandboxUrl: string | undefined;
  readonly log: Log;
  /** Of the request that we are answering, so that both sides' logs can be laid side by side. */
  readonly requestId?: string;
  /** Looks a connector up by the name that merchants use. */
  readonly connectorNamed?: (name: string) => Connector | undefined;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A processor gets this long at most, however much time there is. */
const longestMs = 20_000;
/** What stays for ourselves, to write down what we learned. */
const reserveMs = 5_000;
/** With less than this it is better not to begin. */
const shortestMs = 1_000;
const tries = 2;
const maxResponseBytes = 1_048_576;

/** Carries exchanges over HTTP; made for one request of a merchant, whose time it keeps. */
export function httpConnectors(carriage: Carriage): Connectors {
  const named = carriage.connectorNamed ?? connectorNamed;
  const requestId = carriage.requestId ?? randomUUID();
  const factsOf = (flow: string, { connectorName }: ConnectorAccess): Facts => ({
    connector: connectorName,
    flow,
    requestId,
  });
  return {
    authorize(account, input) {
      const exchange = named(account.connectorName)?.authorize;
      return carry(carriage, factsOf('Authorize', account), account, input, exchange);
    },
    async sync(account, input) {
      const sync = named(account.connectorName)?.sync;
      const exchange = sync && { ...sync, outcome: newsOf(sync) };
      return asNews(await carry(carriage, factsOf('PSync', account), account, input, exchange));
    },
  };
}

/** What is logged about a conversation: names, numbers, never a word of what was said. */
type Facts = Readonly<Record<'connector' | 'flow' | 'requestId', string>>;

async function carry<Input extends Reference>(
  carriage: Carriage,
  facts: Facts,
  { credentials }: ConnectorAccess,
  input: Input,
  exchange: Exchange<Input, PaymentOutcome> | undefined,
): Promise<PaymentOutcome> {
  let request: HttpRequest;
  try {
    if (!exchange) throw new Error('There is no connector of this name.');
    request = introduced(
      exchange.request(input, credentials, { sandbox: carriage.sandboxUrl }),
      facts,
    );
  } catch (error) {
    carriage.log.error('connector cannot be asked', error, facts);
    return notSent('Connector cannot be asked');
  }

  const sent = await sendInTime(carriage, request, facts);
  if (!sent) return notSent('No time was left to ask the connector');
  if (sent.kind === 'not_sent') return notSent(`Connector could not be reached: ${sent.reason}`);
  if (sent.kind === 'unknown') return silence[sent.reason];

  const outcome = verified(read(exchange, sent.response), input);
  const { status } = sent.response;
  carriage.log.info('connector outcome', { ...facts, status, result: outcome.result });
  return outcome;
}

const introduced = (request: HttpRequest, { connector, flow, requestId }: Facts): HttpRequest => ({
  ...request,
  headers: {
    ...request.headers,
    via: 'HyperSwitch',
    'x-flow': flow,
    'x-connector': connector,
    'x-request-id': requestId,
  },
});

/**
 * Sends within the time there is; undefined when there is none. Only what was certainly not taken is
 * sent once more: a request that never left us, or one that was refused for now and told to wait.
 */
async function sendInTime(
  { send, remainingMs, log, pause = sleep, sandboxUrl }: Carriage,
  request: HttpRequest,
  facts: Facts,
): Promise<Sent | undefined> {
  const deadlineMs = Math.max(reserveMs, remainingMs() - longestMs);
  const leftMs = () => remainingMs() - deadlineMs;
  const allow = isAtSandbox(request.url, sandboxUrl) ? 'public and loopback' : 'public';

  let sent: Sent | undefined;
  for (let attempt = 1; attempt <= tries && leftMs() >= shortestMs; attempt++) {
    const started = performance.now();
    sent = await send(request, { timeoutMs: leftMs(), allow, maxResponseBytes });
    const ms = Math.round(performance.now() - started);
    log.info('connector call', { ...facts, attempt, ms, ...summary(sent) });

    const waitMs = waitBeforeRepeating(sent);
    if (waitMs === undefined || attempt === tries || leftMs() - waitMs < shortestMs) return sent;
    if (waitMs > 0) await pause(waitMs);
  }
  return sent;
}

/** Undefined when the request must not be sent again. */
function waitBeforeRepeating(sent: Sent): number | undefined {
  if (sent.kind === 'not_sent') return retriable.has(sent.reason) ? 0 : undefined;
  if (sent.kind === 'unknown' || sent.response.status !== 429) return undefined;
  const hint = sent.response.headers['retry-after'] ?? '';
  const waitMs = /^\d+$/.test(hint) ? Number(hint) * 1000 : Date.parse(hint) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** What may well be gone a moment later. */
const retriable = new Set(['name not found', 'no connection', 'no secure connection']);

/** The operator named the sandbox processor's address, so it may be the laptop itself. */
function isAtSandbox(url: string, sandboxUrl: string | undefined): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && origin === URL.parse(sandboxUrl ?? '')?.origin;
}

const summary = (sent: Sent) =>
  sent.kind === 'answered'
    ? { status: sent.response.status }
    : { notAnswered: sent.kind, reason: sent.reason };

function read<Input>(
  exchange: Exchange<Input, PaymentOutcome>,
  response: HttpResponse,
): PaymentOutcome {
  const { status } = response;
  // Who is told to slow down has not been served.
  if (status === 429) return notSent('Connector is being asked too often', '429');
  if (status >= 500) {
    return {
      result: 'unknown',
      code: String(status),
      message: serverErrors[status] ?? 'server_error',
    };
  }
  try {
    return exchange.outcome(response);
  } catch {
    return silence.unreadable; // What could not be read is not said: it may hold card data.
  }
}

/** No outcome is believed that speaks of another amount or currency than we asked about. */
function verified(outcome: PaymentOutcome, asked: Reference): PaymentOutcome {
  if (!('amountMinor' in outcome || 'currency' in outcome)) return outcome;
  const { amountMinor = asked.amountMinor, currency = asked.currency } = outcome;
  const fields = [
    ...(amountMinor === asked.amountMinor ? [] : ['amount']),
    ...(currency === asked.currency ? [] : ['currency']),
  ];
  if (fields.length === 0) return outcome;
  const { connectorTransactionId, connectorReference } = outcome;
  return {
    result: 'mismatched',
    fields: fields.join(','),
    amountMinor,
    currency,
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
    ...(connectorReference !== undefined && { connectorReference }),
  };
}

/** An error that a question meets says nothing about the payment that it asked after. */
const newsOf = (sync: Connector['sync']) => (response: HttpResponse) => {
  const outcome = sync.outcome(response);
  if (outcome.result === 'declined' && response.status >= 300) return silence.unreadable;
  return outcome;
};

/** Nor does a question that was not delivered. */
const asNews = (outcome: PaymentOutcome): PaymentOutcome =>
  outcome.result === 'not_sent' ? { ...outcome, result: 'unknown' } : outcome;

const notSent = (message: string, code?: string): PaymentOutcome => ({
  result: 'not_sent',
  message,
  ...(code !== undefined && { code }),
});

const unreadable = {
  result: 'unknown',
  code: 'UNREADABLE_ANSWER',
  message: 'Connector answered in a way that could not be understood',
} as const;

/** What is said of a payment whose answer is missing. */
const silence = {
  timeout: {
    result: 'unknown',
    code: 'TIMEOUT',
    message: 'Connector did not respond in specified time',
  },
  broken: {
    result: 'unknown',
    code: 'CONNECTION_BROKEN',
    message: 'Connection broke off before the connector had answered',
  },
  too_large: unreadable,
  unreadable,
} as const satisfies Record<string, PaymentOutcome>;

const serverErrors: Readonly<Record<number, string>> = {
  500: 'internal_server_error',
  501: 'not_implemented',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
};

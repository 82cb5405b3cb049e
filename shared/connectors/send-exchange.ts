import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { currentTime } from '#platform/clock.ts';
import { countWaiting } from '#platform/http/edge/latency.ts';
import type { PrepareConnection, Send, SendOptions, Sent } from '#platform/http/egress/egress.ts';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Log } from '#platform/log.ts';
import type { Metric } from '#platform/metrics.ts';
import { exchangeTimeoutMs, saveReserveMs, stepMinimumMs } from '#platform/time-limits.ts';
import { traceStep } from '#platform/traces/trace.ts';
import { isOperatorsAddress, type ProcessorAddresses } from './base-urls.ts';
import type { Caller, CircuitBreaker, Permission, RequestEnd } from './circuit-breaker.ts';
import type {
  ConnectorError,
  KeptReferences,
  NextStep,
  StepRequest,
} from './interface/exchange.ts';
import { limitOutcome } from './outcome-limits.ts';
import type { Hindrance } from './processor-health.ts';

/** The sender's context: the parts of the request that it works for. */
export interface SenderContext {
  readonly send: Send;
  /** Milliseconds until this function is stopped. */
  remainingMs(): number;
  readonly addresses: ProcessorAddresses;
  readonly log: Log;
  /** Counts events that operators get alarms about. */
  readonly metric?: Metric;
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Opens connections before the requests that move money; without it each opens its own. */
  readonly prepareConnection?: PrepareConnection;
  /** Stops asking processors that do not answer; without it each request is sent. */
  readonly breaker?: CircuitBreaker;
}

/** An outcome without an answer, which all exchanges share. */
export type NoAnswer = { readonly result: 'unknown' | 'not_sent' } & ConnectorError;

/** The log fields of an exchange: names and numbers, never a part of its content. */
type LogFields = {
  readonly connector: string;
  readonly flow: string;
  readonly requestId: string;
};

/**
 * The effect of an exchange at the processor, which decides the meaning of silence: a question
 * never changes anything, so its outcome is `unknown`; a preparation moves no money, so nothing has
 * happened; a change may have happened.
 */
export type ExchangeKind = 'question' | 'preparation' | 'change';

export interface ExchangeCall<Outcome> {
  readonly logFields: LogFields;
  readonly kind: ExchangeKind;
  /** The processor and the connector account, before whose requests circuits stand. */
  readonly caller?: Caller | undefined;
  /** Throws when the connector cannot build the request. */
  request(): StepRequest;
  /** Throws when the connector cannot read the answer. */
  outcome(response: HttpResponse): Outcome | NextStep<Outcome>;
  /** Whether an answer above 499 is a refusal that the connector reads; absent: none is. */
  isRefusal?(response: HttpResponse): boolean;
  /** Checks the outcome against the exchange's input. */
  check(outcome: Outcome): Outcome;
  /** Saves a step's references; rejects when they could not be saved. */
  keep?: ((kept: KeptReferences) => Promise<void>) | undefined;
  /** Called when the processor answers 401: that then only means that an access token has ended. */
  tokenRefused?: (() => void) | undefined;
}

const maxAttempts = 2;
const maxResponseBytes = 1_048_576;
const maxSteps = 4;

/**
 * Sends the steps of an exchange within the time that is left, and reads its outcome. Never throws.
 * The time of all steps is the time of the exchange.
 */
export async function sendExchange<Outcome extends { readonly result: string }>(
  context: SenderContext,
  call: ExchangeCall<Outcome>,
): Promise<Outcome | NoAnswer> {
  const { logFields } = call;
  let request: StepRequest;
  try {
    request = call.request();
  } catch (error) {
    context.log.error('connector cannot be asked', error, logFields);
    return silence(call.kind, 'Connector cannot be asked');
  }

  const permission = await enter(context, call);
  if (typeof permission === 'string') {
    context.log.info('connector not asked', { ...ofAccount(call), reason: permission });
    return silence(call.kind, hindrances[permission], 'CONNECTOR_UNAVAILABLE');
  }
  const deadline = deadlineOf(context, exchangeMs(context));

  let read = (response: HttpResponse) => call.outcome(response);
  for (let step = 1; step <= maxSteps; step++) {
    const { step: name, ...sendable } = request;
    const kind = name === undefined ? call.kind : nothingHappens(call.kind);
    const fields = name === undefined ? logFields : { ...logFields, step: name };
    const tracedRequest = withRequestId(sendable, logFields);
    const stepCall = { ...call, kind, logFields: fields, read };
    const sent = await sendNoted(context, tracedRequest, deadline, { ...stepCall, permission });
    const reading = answerOf(sent, context, stepCall);
    logOutcome(sent, reading, context.log, fields);
    if (!('next' in reading)) return reading;

    const failure = await keepReferences(call, reading, context);
    if (failure) return failure;
    request = reading.next;
    read = (response) => reading.outcome(response);
  }
  context.log.error('connector asks for too many steps', undefined, logFields);
  return silence(call.kind, 'Connector cannot be asked');
}

/** The kind that decides about silence in a step that prepares an exchange of this kind. */
const nothingHappens = (kind: ExchangeKind): ExchangeKind =>
  kind === 'question' ? 'question' : 'preparation';

/** The outcome of an exchange that certainly did not happen. */
const silence = (kind: ExchangeKind, message: string, code?: string): NoAnswer => ({
  result: kind === 'question' ? 'unknown' : 'not_sent',
  message,
  ...(code !== undefined && { code }),
});

async function keepReferences<Outcome>(
  { keep, kind, logFields }: ExchangeCall<Outcome>,
  { keep: kept }: NextStep<Outcome>,
  { log }: SenderContext,
): Promise<NoAnswer | undefined> {
  if (!kept) return undefined;
  try {
    if (!keep) throw new Error('This exchange cannot keep anything.');
    await keep(limitOutcome(kept));
    return undefined;
  } catch (error) {
    log.error('connector reference not saved', error, logFields);
    return silence(kind, 'What finds the payment at the connector could not be saved');
  }
}

interface StepCall<Outcome> extends Omit<ExchangeCall<Outcome>, 'request' | 'outcome' | 'keep'> {
  read(response: HttpResponse): Outcome | NextStep<Outcome>;
}

const hindrances = {
  'circuit open': 'Connector has not been answering and is not asked for some seconds',
  'too many wait': 'Connector is slow, and as many requests wait for it as may',
} as const satisfies Record<Hindrance, string>;

/** The permission to ask a processor; undefined where no circuit stands before it. */
async function enter(
  { breaker, remainingMs }: SenderContext,
  { caller, kind }: Pick<ExchangeCall<unknown>, 'caller' | 'kind'>,
): Promise<Permission | Hindrance | undefined> {
  if (!breaker || !caller || exchangeMs({ remainingMs }) < stepMinimumMs) return undefined;
  return breaker.enter(caller, kind === 'question');
}

/** How the last try of a step ended. */
type Tried = Sent & {
  /** Milliseconds until the connector had answered, or the switch gave up. */
  readonly ms: number;
  /** 1 for the first try. */
  readonly attempt: number;
};

/**
 * One line for each step, from which the outcomes of a connector are counted and its answers timed.
 * See `lineMetrics`.
 */
function logOutcome(
  sent: Tried | undefined,
  reading: { readonly result: string } | { readonly next: unknown },
  log: Log,
  fields: LogFields,
): void {
  if (!sent) return;
  const result = 'next' in reading ? 'next step' : reading.result;
  log.info('connector outcome', {
    ...fields,
    ...(sent.attempt > 1 && { attempt: sent.attempt }),
    ms: sent.ms,
    ...logSummary(sent),
    result,
    ...mismatchIn(reading),
  });
}

/** An answer's mismatches with the request: the names of the fields, and their values. */
function mismatchIn(reading: object): Readonly<Record<string, string | number>> | undefined {
  if (!('fields' in reading && 'amountMinor' in reading && 'currency' in reading)) return undefined;
  const { fields, amountMinor, currency } = reading;
  return {
    mismatch: String(fields),
    reportedMinor: Number(amountMinor),
    reportedCurrency: String(currency),
  };
}

function answerOf<Outcome extends { readonly result: string }>(
  sent: Tried | undefined,
  { log, metric }: SenderContext,
  call: StepCall<Outcome>,
): Outcome | NoAnswer | NextStep<Outcome> {
  const { kind, tokenRefused } = call;
  if (!sent) return silence(kind, 'No time was left to ask the connector');
  if (sent.kind === 'not_sent') {
    return silence(kind, `Connector could not be reached: ${sent.reason}`);
  }
  if (sent.kind === 'unknown') return unanswered(kind, noAnswer[sent.reason]);

  const { status } = sent.response;
  if (status === 401 && tokenRefused) {
    tokenRefused();
    return silence(kind, 'Access token has ended', '401');
  }
  if (status === 401 || status === 403) {
    log.error('connector refuses our credentials', new Error(`HTTP ${status}`), ofAccount(call));
    metric?.('CredentialsRefused', 1);
  }
  const understand = status === 429 ? throttled : readAnswer;
  return understand(call, sent.response, log);
}

/** With the id that links our logs with the processor's; our own names of things stay here. */
const withRequestId = (request: HttpRequest, { requestId }: LogFields): HttpRequest => ({
  ...request,
  headers: { ...request.headers, 'x-request-id': requestId },
});

/** Milliseconds that are left for the exchange, at the moment of each call. */
type Deadline = () => number;

function deadlineOf(context: SenderContext, limitMs: number): Deadline {
  const stopAtRemainingMs = context.remainingMs() - limitMs;
  return () => context.remainingMs() - stopAtRemainingMs;
}

/** The milliseconds that an exchange may take which begins now; below 0 when there is no time. */
export const exchangeMs = ({ remainingMs }: Pick<SenderContext, 'remainingMs'>): number =>
  Math.min(exchangeTimeoutMs, remainingMs() - saveReserveMs);

/** The operator's own addresses may be on this machine. */
export const allowedFor = (url: string, addresses: ProcessorAddresses): SendOptions['allow'] =>
  isOperatorsAddress(url, addresses) ? 'public and loopback' : 'public';

/** The members of a step that its sending, the circuits and the connections need. */
type StepSending = Pick<ExchangeCall<unknown>, 'kind' | 'logFields' | 'caller' | 'isRefusal'> & {
  readonly permission?: Permission | undefined;
};

/** Sends a step, and notes how it ended. */
async function sendNoted(
  context: SenderContext,
  request: HttpRequest,
  leftMs: Deadline,
  step: StepSending,
): Promise<Tried | undefined> {
  const { permission } = step;
  if (!permission) return sendInTime(context, request, leftMs, step);
  const ofStep = deadlineOf(context, permission.limitMs);
  const stepLeftMs = () => Math.min(leftMs(), ofStep());
  const sent = await permission.whileWaiting(() => sendInTime(context, request, stepLeftMs, step));
  const change = await permission.ended(
    endOf(sent, step),
    // Questions are answered sooner, and nothing is in doubt where one is not.
    step.kind === 'question' ? undefined : sent?.ms,
  );
  const { log, metric } = context;
  if (change === 'opened') {
    const message = 'connector does not answer and is not asked for some seconds';
    log.error(message, undefined, { ...ofAccount(step), ...(sent && logSummary(sent)) });
    metric?.('CircuitOpened', 1);
  }
  if (change === 'closed') log.info('connector answers again', ofAccount(step));
  return sent;
}

/** Operators mend an account: a merchant may have several with one connector. */
const ofAccount = ({ logFields, caller }: Pick<StepSending, 'logFields' | 'caller'>) => ({
  ...logFields,
  ...(caller && { merchantConnectorId: caller.accountId }),
});

/** A request's evidence about its processor. A request that we refuse to send is no evidence. */
function endOf(sent: Sent | undefined, step: StepSending): RequestEnd {
  if (!sent) return 'says nothing';
  if (sent.kind === 'answered') return isServerFailure(sent.response, step) ? 'failed' : 'answered';
  if (sent.reason === 'too_large') return 'answered';
  const isOurs = sent.reason === 'invalid request' || sent.reason === 'address refused';
  return isOurs ? 'says nothing' : 'failed';
}

/**
 * The connection of a request by its kind. A question may be sent twice, so it may go over a
 * connection that was used before. A change goes over the one that was prepared for it, if there is
 * one. A preparation leaves that to the change.
 */
const connectionOf = {
  question: 'kept alive',
  preparation: 'fresh',
  change: 'prepared',
} as const satisfies Record<ExchangeKind, SendOptions['connection']>;

/**
 * Sends within the remaining time; undefined when there is none. Only requests that the processor
 * certainly did not process are repeated: those that never left us, and those that it refused for
 * now with a time to wait.
 */
async function sendInTime(
  { send, log, pause = sleep, addresses }: SenderContext,
  request: HttpRequest,
  leftMs: Deadline,
  { kind, logFields }: StepSending,
): Promise<Tried | undefined> {
  const allow = allowedFor(request.url, addresses);
  const connection = connectionOf[kind];

  let tried: Tried | undefined;
  for (let attempt = 1; attempt <= maxAttempts && leftMs() >= stepMinimumMs; attempt++) {
    const started = performance.now();
    const timeoutMs = leftMs();
    const sent = await traceStep(`ask ${logFields.connector}`, () =>
      send(request, { timeoutMs, allow, maxResponseBytes, connection }),
    );
    const ms = Math.round(performance.now() - started);
    countWaiting(ms);
    tried = { ...sent, ms, attempt };

    const waitMs = waitBeforeRepeating(sent);
    if (waitMs === undefined || attempt === maxAttempts || leftMs() - waitMs < stepMinimumMs)
      return tried;
    log.info('connector call repeated', { ...logFields, attempt, ms, ...logSummary(sent) });
    if (waitMs > 0) await pause(waitMs);
  }
  return tried;
}

/** Undefined when the request must not be sent again. */
function waitBeforeRepeating(sent: Sent): number | undefined {
  if (sent.kind === 'not_sent') return retryableReasons.has(sent.reason) ? 0 : undefined;
  if (sent.kind === 'unknown' || sent.response.status !== 429) return undefined;
  const hint = sent.response.headers['retry-after'] ?? '';
  const waitMs = /^\d+$/.test(hint)
    ? Number(hint) * 1000
    : Date.parse(hint) - currentTime().getTime();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** Failures that may be over a moment later. */
const retryableReasons = new Set(['name not found', 'no connection', 'no secure connection']);

const logSummary = (sent: Sent) =>
  sent.kind === 'answered'
    ? { status: sent.response.status }
    : { notAnswered: sent.kind, reason: sent.reason };

function readAnswer<Outcome extends { readonly result: string }>(
  call: StepCall<Outcome>,
  response: HttpResponse,
  log: Log,
): Outcome | NoAnswer | NextStep<Outcome> {
  const { kind, read, check, logFields } = call;
  const { status } = response;
  if (isServerFailure(response, call)) {
    const message = serverErrors[status] ?? 'server_error';
    return unanswered(kind, { result: 'unknown', code: String(status), message });
  }
  try {
    const reading = read(response);
    if ('next' in reading) return reading;
    const outcome = limitOutcome(check(reading));
    // A sync's error is not the state of the payment or refund; it is only shown.
    const isUnrelatedError = kind === 'question' && outcome.result === 'declined' && status >= 300;
    return isUnrelatedError ? { result: 'unknown', ...v.parse(SaidError, outcome) } : outcome;
  } catch (error) {
    reportUnreadable(log, error, logFields);
    return unanswered(kind, noAnswer.unreadable);
  }
}

/**
 * A throttled request was not processed. Its error is the processor's own where the adapter reads
 * it as a refusal. An adapter makes it `unknown` where it recognizes the answer to a repeated
 * request.
 */
function throttled<Outcome extends { readonly result: string }>(
  { kind, read, logFields }: StepCall<Outcome>,
  response: HttpResponse,
  log: Log,
): Outcome | NoAnswer {
  const general = silence(kind, 'Connector is being asked too often', '429');
  try {
    const reading = read(response);
    if ('next' in reading) return general;
    if (reading.result === 'unknown') return limitOutcome(reading);
    return reading.result === 'declined'
      ? limitOutcome({ ...general, ...errorIn(reading) })
      : general;
  } catch (error) {
    reportUnreadable(log, error, logFields);
    return general;
  }
}

/** Logs only the kind of error: its message may quote the answer, and so card data. */
const reportUnreadable = (log: Log, error: unknown, fields: LogFields) =>
  log.error('connector answer not understood', undefined, {
    ...fields,
    reason: error instanceof Error ? error.name : typeof error,
  });

/** The processor's own words in a refusal. */
const errorIn = (refusal: object): ConnectorError =>
  Object.fromEntries(
    Object.entries(refusal).filter(
      ([name, value]) =>
        (name === 'code' || name === 'message' || name === 'reason') && typeof value === 'string',
    ),
  );

/** Whether an answer means that the processor has failed: above 499, and no refusal of its own. */
function isServerFailure(response: HttpResponse, { isRefusal }: Pick<StepSending, 'isRefusal'>) {
  if (response.status < 500) return false;
  try {
    return isRefusal?.(response) !== true;
  } catch {
    return true;
  }
}

const SaidError = v.object({
  code: v.exactOptional(v.string()),
  message: v.exactOptional(v.string()),
  reason: v.exactOptional(v.string()),
});

/** No money can have moved in a preparation, whatever became of it. */
const unanswered = (kind: ExchangeKind, missing: NoAnswer): NoAnswer =>
  kind === 'preparation' ? { ...missing, result: 'not_sent' } : missing;

const unreadableResponse = {
  result: 'unknown',
  code: 'UNREADABLE_ANSWER',
  message: 'Connector answered in a way that could not be understood',
} as const;

/** The outcome for a missing answer. */
const noAnswer = {
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
  too_large: unreadableResponse,
  unreadable: unreadableResponse,
} as const satisfies Record<string, NoAnswer>;

const serverErrors: Readonly<Record<number, string>> = {
  500: 'internal_server_error',
  501: 'not_implemented',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
};

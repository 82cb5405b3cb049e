import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Send, Sent } from '../http/egress.ts';
import type { Log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import { authenticatorNamed, riskCheckerNamed, taxCalculatorNamed } from './checkers.part.ts';
import {
  checkCaptureIntegrity,
  checkDisputeIdentity,
  checkIncrementIntegrity,
  checkPaymentIntegrity,
  checkPayoutIntegrity,
  checkRefundIntegrity,
} from './integrity-check.ts';
import type { Connector } from './interface/connector.ts';
import type { DisputeEvidence, DisputeOutcome, DisputeReference } from './interface/disputes.ts';
import type {
  ConnectorAccess,
  ConnectorError,
  Exchange,
  HttpRequest,
  HttpResponse,
} from './interface/exchange.ts';
import type { FraudCheckRequest, FraudCheckResult } from './interface/fraud-check.ts';
import type { MandateReference, RevocationOutcome } from './interface/mandates.ts';
import type {
  Authorization,
  Capture,
  Increment,
  PaymentOutcome,
  Reference,
} from './interface/payments.ts';
import type { PayoutInstruction, PayoutOutcome, PayoutReference } from './interface/payouts.ts';
import type { RefundOutcome, RefundReference } from './interface/refunds.ts';
import type { TaxOutcome, TaxRequest } from './interface/tax.ts';
import type {
  AuthenticationOutcome,
  AuthenticationReference,
  AuthenticationRequest,
} from './interface/three-ds.ts';
import { limitOutcome } from './outcome-limits.ts';
import { connectorNamed } from './registry.ts';

/** The processors as an operation sees them. No method throws: every end is an outcome. */
export interface Connectors {
  authorize(account: ConnectorAccess, input: Authorization): Promise<PaymentOutcome>;
  /** Verifies that a payment source could be charged; `captured`, with amount 0, if it could. */
  verify(account: ConnectorAccess, input: Authorization): Promise<PaymentOutcome>;
  revokeMandate(account: ConnectorAccess, input: MandateReference): Promise<RevocationOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined payment. */
  sync(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /** `declined` says that this capture was, not the payment. */
  capture(account: ConnectorAccess, input: Capture): Promise<PaymentOutcome>;
  /** `declined` says that the money stays reserved. */
  void(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /** `declined` says that the money stays captured. */
  voidCaptured(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /** `authorized` says that the new total is reserved, and `declined` that what was reserved stays so. */
  increment(account: ConnectorAccess, input: Increment): Promise<PaymentOutcome>;
  /** `authorized` says that what is reserved is kept for longer. */
  extend(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  refund(account: ConnectorAccess, input: RefundReference): Promise<RefundOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined refund. */
  syncRefund(account: ConnectorAccess, input: RefundReference): Promise<RefundOutcome>;
  payout(account: ConnectorAccess, input: PayoutInstruction): Promise<PayoutOutcome>;
  fulfillPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  /** `declined` says that the payout stays as it is. */
  cancelPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined payout. */
  syncPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  acceptDispute(account: ConnectorAccess, input: DisputeReference): Promise<DisputeOutcome>;
  submitEvidence(account: ConnectorAccess, input: DisputeEvidence): Promise<DisputeOutcome>;
  /** Never `not_sent` or `declined`. */
  syncDispute(account: ConnectorAccess, input: DisputeReference): Promise<DisputeOutcome>;
  /** Begins to have a customer authenticated beside the processor. */
  authenticate(
    account: ConnectorAccess,
    input: AuthenticationRequest,
  ): Promise<AuthenticationOutcome>;
  /** Asks what became of that. Never `not_sent`. */
  syncAuthentication(
    account: ConnectorAccess,
    input: AuthenticationReference,
  ): Promise<AuthenticationOutcome>;
  /** Asks what tax an order bears. Never `not_sent`. */
  calculateTax(account: ConnectorAccess, input: TaxRequest): Promise<TaxOutcome>;
  /** Asks a fraud check; what is no finding says nothing of the risk. */
  checkRisk(account: ConnectorAccess, input: FraudCheckRequest): Promise<FraudCheckResult>;
  /** Whether the account's processor can be asked for this at all; asked all the same, it is `not_sent`. */
  canDo(
    account: Pick<ConnectorAccess, 'connectorName'>,
    feature: ConnectorFeature | PayoutFeature | DisputeFeature,
  ): boolean;
}

/** What one processor can do and another cannot. */
export type ConnectorFeature =
  | 'verify'
  | 'revokeMandate'
  | 'capture'
  | 'void'
  | 'voidCaptured'
  | 'increment'
  | 'extend'
  | 'refund';
/** The same where money goes out. */
export type PayoutFeature = 'payout' | 'fulfillPayout' | 'cancelPayout';
/** The same where a customer's bank wants money back. */
export type DisputeFeature = 'acceptDispute' | 'submitEvidence' | 'syncDispute';

export interface SendContext {
  readonly send: Send;
  /** Milliseconds until this function is stopped. */
  remainingMs(): number;
  /** Base URL of the sandbox processor, where there is one. */
  readonly sandboxUrl: string | undefined;
  readonly log: Log;
  /** Counts what operators are alarmed about. */
  readonly metric?: Metric;
  /** Of the request that we are answering, so that both sides' logs can be laid side by side. */
  readonly requestId?: string;
  /** Looks a connector up by the name that merchants use. */
  readonly connectorNamed?: (name: string) => Connector | undefined;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A processor gets this long at most, however much time there is. */
const maxTimeoutMs = 20_000;
/** What stays for ourselves, to write down what we learned. */
const reserveMs = 5_000;
/** With less than this it is better not to begin. */
const minTimeoutMs = 1_000;
const maxAttempts = 2;
const maxResponseBytes = 1_048_576;

/** Carries exchanges over HTTP; made for one request of a merchant, whose time it keeps. */
export function httpConnectors(context: SendContext): Connectors {
  const findConnector = context.connectorNamed ?? connectorNamed;
  const requestId = context.requestId ?? randomUUID();
  const of = ({ connectorName }: Pick<ConnectorAccess, 'connectorName'>) =>
    findConnector(connectorName);
  const call = <Input, Outcome extends AnyOutcome>(
    { flow, isReadOnly = false }: { readonly flow: string; readonly isReadOnly?: boolean },
    { connectorName, credentials }: ConnectorAccess,
    exchange: Exchange<Input, Outcome> | undefined,
    input: Input,
    checked: (outcome: Outcome, expected: Input) => Outcome,
  ) =>
    sendExchange(context, {
      logFields: { connector: connectorName, flow, requestId },
      isReadOnly,
      request() {
        if (!exchange) throw new Error('No connector of this name can do that.');
        return exchange.request(input, credentials, { sandbox: context.sandboxUrl });
      },
      outcome(response) {
        if (!exchange) throw new Error('Nothing was asked.');
        return checked(exchange.outcome(response), input);
      },
    });
  return {
    authorize: (account, input) =>
      call({ flow: 'Authorize' }, account, of(account)?.authorize, input, checkPaymentIntegrity),
    verify: (account, input) =>
      call({ flow: 'SetupMandate' }, account, of(account)?.verify, input, checkPaymentIntegrity),
    revokeMandate: (account, input) =>
      call({ flow: 'MandateRevoke' }, account, of(account)?.revokeMandate, input, (said) => said),
    sync: (account, input) =>
      call(
        { flow: 'PSync', isReadOnly: true },
        account,
        of(account)?.sync,
        input,
        checkPaymentIntegrity,
      ),
    capture: (account, input) =>
      call({ flow: 'Capture' }, account, of(account)?.capture, input, checkCaptureIntegrity),
    void: (account, input) =>
      call({ flow: 'Void' }, account, of(account)?.void, input, checkPaymentIntegrity),
    voidCaptured: (account, input) =>
      call(
        { flow: 'PostCaptureVoid' },
        account,
        of(account)?.voidCaptured,
        input,
        checkPaymentIntegrity,
      ),
    increment: (account, input) =>
      call(
        { flow: 'IncrementalAuthorization' },
        account,
        of(account)?.increment,
        input,
        checkIncrementIntegrity,
      ),
    extend: (account, input) =>
      call(
        { flow: 'ExtendAuthorization' },
        account,
        of(account)?.extend,
        input,
        checkPaymentIntegrity,
      ),
    refund: (account, input) =>
      call({ flow: 'Execute' }, account, of(account)?.refund, input, checkRefundIntegrity),
    syncRefund: (account, input) =>
      call(
        { flow: 'RSync', isReadOnly: true },
        account,
        of(account)?.syncRefund,
        input,
        checkRefundIntegrity,
      ),
    payout: (account, input) =>
      call({ flow: 'PoCreate' }, account, of(account)?.payout, input, checkPayoutIntegrity),
    fulfillPayout: (account, input) =>
      call({ flow: 'PoFulfill' }, account, of(account)?.fulfillPayout, input, checkPayoutIntegrity),
    cancelPayout: (account, input) =>
      call({ flow: 'PoCancel' }, account, of(account)?.cancelPayout, input, checkPayoutIntegrity),
    syncPayout: (account, input) =>
      call(
        { flow: 'PoSync', isReadOnly: true },
        account,
        of(account)?.syncPayout,
        input,
        checkPayoutIntegrity,
      ),
    acceptDispute: (account, input) =>
      call({ flow: 'Accept' }, account, of(account)?.acceptDispute, input, checkDisputeIdentity),
    submitEvidence: (account, input) =>
      call({ flow: 'Evidence' }, account, of(account)?.submitEvidence, input, checkDisputeIdentity),
    syncDispute: (account, input) =>
      call(
        { flow: 'Dsync', isReadOnly: true },
        account,
        of(account)?.syncDispute,
        input,
        checkDisputeIdentity,
      ),
    checkRisk: (account, input) =>
      call(
        { flow: 'FrmCheckout' },
        account,
        riskCheckerNamed(account.connectorName)?.check,
        input,
        (finding) => finding,
      ),
    authenticate: (account, input) =>
      call(
        { flow: 'Authentication' },
        account,
        authenticatorNamed(account.connectorName)?.start,
        input,
        (outcome) => outcome,
      ),
    syncAuthentication: (account, input) =>
      call(
        { flow: 'PostAuthentication', isReadOnly: true },
        account,
        authenticatorNamed(account.connectorName)?.sync,
        input,
        (outcome) => outcome,
      ),
    calculateTax: (account, input) =>
      call(
        { flow: 'CalculateTax', isReadOnly: true },
        account,
        taxCalculatorNamed(account.connectorName)?.calculate,
        input,
        (outcome) => outcome,
      ),
    canDo: (account, feature) => of(account)?.[feature] !== undefined,
  };
}

type AnyOutcome =
  | TaxOutcome
  | AuthenticationOutcome
  | FraudCheckResult
  | PaymentOutcome
  | PayoutOutcome
  | RefundOutcome
  | DisputeOutcome
  | RevocationOutcome;

/** What stands in for an outcome that we did not get; payments and refunds both know it. */
type NoAnswer = { readonly result: 'unknown' | 'not_sent' } & ConnectorError;

/** What is logged about a conversation: names, numbers, never a word of what was said. */
type LogFields = Readonly<Record<'connector' | 'flow' | 'requestId', string>>;

interface ExchangeCall<Outcome> {
  readonly logFields: LogFields;
  /** It only asks what became of something, so its failure says nothing about that. */
  readonly isReadOnly: boolean;
  /** Throws when it cannot be asked. */
  request(): HttpRequest;
  /** Throws when it cannot read the answer. */
  outcome(response: HttpResponse): Outcome;
}

async function sendExchange<Outcome extends AnyOutcome>(
  context: SendContext,
  call: ExchangeCall<Outcome>,
): Promise<Outcome | NoAnswer> {
  const { logFields, isReadOnly } = call;
  const notSent = (message: string, code?: string): NoAnswer => ({
    result: isReadOnly ? 'unknown' : 'not_sent',
    message,
    ...(code !== undefined && { code }),
  });

  let request: HttpRequest;
  try {
    request = withTracingHeaders(call.request(), logFields);
  } catch (error) {
    context.log.error('connector cannot be asked', error, logFields);
    return notSent('Connector cannot be asked');
  }

  const sent = await sendInTime(context, request, logFields);
  if (!sent) return notSent('No time was left to ask the connector');
  if (sent.kind === 'not_sent') return notSent(`Connector could not be reached: ${sent.reason}`);
  if (sent.kind === 'unknown') return noAnswer[sent.reason];

  const { status } = sent.response;
  if (status === 401 || status === 403) {
    context.log.error('connector refuses our credentials', new Error(`HTTP ${status}`), logFields);
    context.metric?.('CredentialsRefused', 1);
  }
  // A throttled request was not processed.
  const outcome =
    status === 429
      ? notSent('Connector is being asked too often', '429')
      : readOutcome(call, sent.response);
  context.log.info('connector outcome', { ...logFields, status, result: outcome.result });
  return outcome;
}

const withTracingHeaders = (
  request: HttpRequest,
  { connector, flow, requestId }: LogFields,
): HttpRequest => ({
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
 * Sends within the remaining time; undefined when there is none. Only requests that the processor
 * certainly did not process are repeated: those that never left us, and those that it refused for
 * now with a time to wait.
 */
async function sendInTime(
  { send, remainingMs, log, pause = sleep, sandboxUrl }: SendContext,
  request: HttpRequest,
  logFields: LogFields,
): Promise<Sent | undefined> {
  const deadlineMs = Math.max(reserveMs, remainingMs() - maxTimeoutMs);
  const leftMs = () => remainingMs() - deadlineMs;
  const allow = isAtSandbox(request.url, sandboxUrl) ? 'public and loopback' : 'public';

  let sent: Sent | undefined;
  for (let attempt = 1; attempt <= maxAttempts && leftMs() >= minTimeoutMs; attempt++) {
    const started = performance.now();
    sent = await send(request, { timeoutMs: leftMs(), allow, maxResponseBytes });
    const ms = Math.round(performance.now() - started);
    log.info('connector call', { ...logFields, attempt, ms, ...logSummary(sent) });

    const waitMs = waitBeforeRepeating(sent);
    if (waitMs === undefined || attempt === maxAttempts || leftMs() - waitMs < minTimeoutMs)
      return sent;
    if (waitMs > 0) await pause(waitMs);
  }
  return sent;
}

/** Undefined when the request must not be sent again. */
function waitBeforeRepeating(sent: Sent): number | undefined {
  if (sent.kind === 'not_sent') return retryableReasons.has(sent.reason) ? 0 : undefined;
  if (sent.kind === 'unknown' || sent.response.status !== 429) return undefined;
  const hint = sent.response.headers['retry-after'] ?? '';
  const waitMs = /^\d+$/.test(hint) ? Number(hint) * 1000 : Date.parse(hint) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

/** What may well be gone a moment later. */
const retryableReasons = new Set(['name not found', 'no connection', 'no secure connection']);

/** The operator named the sandbox processor's address, so it may be the laptop itself. */
function isAtSandbox(url: string, sandboxUrl: string | undefined): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && origin === URL.parse(sandboxUrl ?? '')?.origin;
}

const logSummary = (sent: Sent) =>
  sent.kind === 'answered'
    ? { status: sent.response.status }
    : { notAnswered: sent.kind, reason: sent.reason };

function readOutcome<Outcome extends AnyOutcome>(
  { isReadOnly, outcome: outcomeOf }: ExchangeCall<Outcome>,
  response: HttpResponse,
): Outcome | NoAnswer {
  const { status } = response;
  if (status >= 500) {
    return {
      result: 'unknown',
      code: String(status),
      message: serverErrors[status] ?? 'server_error',
    };
  }
  try {
    const outcome = limitOutcome(outcomeOf(response));
    // An error that a question meets says nothing about what it asked after.
    const isUnrelatedError = isReadOnly && outcome.result === 'declined' && status >= 300;
    return isUnrelatedError ? noAnswer.unreadable : outcome;
  } catch {
    return noAnswer.unreadable; // What could not be read is not said: it may hold card data.
  }
}

const unreadableResponse = {
  result: 'unknown',
  code: 'UNREADABLE_ANSWER',
  message: 'Connector answered in a way that could not be understood',
} as const;

/** What is said of something whose answer is missing. */
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

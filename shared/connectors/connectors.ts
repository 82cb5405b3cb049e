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

/** The processors as an operation calls them. No method throws: every result is an outcome. */
export interface Connectors {
  authorize(account: ConnectorAccess, input: Authorization): Promise<PaymentOutcome>;
  /** Verifies that a payment source could be charged; `captured`, with amount 0, if it could. */
  verify(account: ConnectorAccess, input: Authorization): Promise<PaymentOutcome>;
  revokeMandate(account: ConnectorAccess, input: MandateReference): Promise<RevocationOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined payment. */
  sync(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /** `declined` means that this capture was declined, and not the payment. */
  capture(account: ConnectorAccess, input: Capture): Promise<PaymentOutcome>;
  /** `declined` means that the authorization stays. */
  void(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /** `declined` means that the money stays captured. */
  voidCaptured(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  /**
   * `authorized` means that the new total is authorized; `declined`, that the earlier total stays.
   */
  increment(account: ConnectorAccess, input: Increment): Promise<PaymentOutcome>;
  /** `authorized` means that the authorization is valid for longer. */
  extend(account: ConnectorAccess, input: Reference): Promise<PaymentOutcome>;
  refund(account: ConnectorAccess, input: RefundReference): Promise<RefundOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined refund. */
  syncRefund(account: ConnectorAccess, input: RefundReference): Promise<RefundOutcome>;
  payout(account: ConnectorAccess, input: PayoutInstruction): Promise<PayoutOutcome>;
  fulfillPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  /** `declined` means that the payout stays as it is. */
  cancelPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  /** Never `not_sent`, and `declined` only when the processor shows us the declined payout. */
  syncPayout(account: ConnectorAccess, input: PayoutReference): Promise<PayoutOutcome>;
  acceptDispute(account: ConnectorAccess, input: DisputeReference): Promise<DisputeOutcome>;
  submitEvidence(account: ConnectorAccess, input: DisputeEvidence): Promise<DisputeOutcome>;
  /** Never `not_sent` or `declined`. */
  syncDispute(account: ConnectorAccess, input: DisputeReference): Promise<DisputeOutcome>;
  /** Starts a 3-D Secure authentication outside the processor. */
  authenticate(
    account: ConnectorAccess,
    input: AuthenticationRequest,
  ): Promise<AuthenticationOutcome>;
  /** Syncs that authentication. Never `not_sent`. */
  syncAuthentication(
    account: ConnectorAccess,
    input: AuthenticationReference,
  ): Promise<AuthenticationOutcome>;
  /** Asks for an order's tax. Never `not_sent`. */
  calculateTax(account: ConnectorAccess, input: TaxRequest): Promise<TaxOutcome>;
  /** Asks a fraud check. A result that is no finding gives no risk. */
  checkRisk(account: ConnectorAccess, input: FraudCheckRequest): Promise<FraudCheckResult>;
  /**
   * Whether the account's processor supports this operation. Calling an unsupported one gives
   * `not_sent`.
   */
  canDo(
    account: Pick<ConnectorAccess, 'connectorName'>,
    feature: ConnectorFeature | PayoutFeature | DisputeFeature,
  ): boolean;
}

/** Operations on payments that only some processors support. */
export type ConnectorFeature =
  | 'verify'
  | 'revokeMandate'
  | 'capture'
  | 'void'
  | 'voidCaptured'
  | 'increment'
  | 'extend'
  | 'refund';
/** Operations on payouts that only some processors support. */
export type PayoutFeature = 'payout' | 'fulfillPayout' | 'cancelPayout';
/** Operations on disputes that only some processors support. */
export type DisputeFeature = 'acceptDispute' | 'submitEvidence' | 'syncDispute';

export interface SendContext {
  readonly send: Send;
  /** Milliseconds until this function is stopped. */
  remainingMs(): number;
  /** Base URL of the sandbox processor, if it is deployed. */
  readonly sandboxUrl: string | undefined;
  readonly log: Log;
  /** Counts events that operators get alarms about. */
  readonly metric?: Metric;
  /** The id of the request that we are answering, which links our logs with the processor's. */
  readonly requestId?: string;
  /** Finds a connector by the name that merchants use. */
  readonly connectorNamed?: (name: string) => Connector | undefined;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** The longest timeout of a processor, in ms, however much time is left. */
const maxTimeoutMs = 20_000;
/** Time reserved for saving the outcome, in ms. */
const reserveMs = 5_000;
/** With less time than this, in ms, no request is sent. */
const minTimeoutMs = 1_000;
const maxAttempts = 2;
const maxResponseBytes = 1_048_576;

/**
 * Sends exchanges over HTTP. Made for one request of a merchant, and limited to that request's
 * time.
 */
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

/** An outcome without an answer, which payments and refunds share. */
type NoAnswer = { readonly result: 'unknown' | 'not_sent' } & ConnectorError;

/** The log fields of an exchange: names and numbers, never a part of its content. */
type LogFields = Readonly<Record<'connector' | 'flow' | 'requestId', string>>;

interface ExchangeCall<Outcome> {
  readonly logFields: LogFields;
  /** Whether it is a sync, whose own failure does not change what it asks about. */
  readonly isReadOnly: boolean;
  /** Throws when the connector cannot build the request. */
  request(): HttpRequest;
  /** Throws when the connector cannot read the answer. */
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
  const stopAtRemainingMs = Math.max(reserveMs, remainingMs() - maxTimeoutMs);
  const leftMs = () => remainingMs() - stopAtRemainingMs;
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

/** Failures that may be over a moment later. */
const retryableReasons = new Set(['name not found', 'no connection', 'no secure connection']);

/**
 * Whether the URL is the sandbox processor's. The operator configured its address, so it may be
 * loopback.
 */
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
    // An error of a sync does not tell the state of the payment or refund.
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

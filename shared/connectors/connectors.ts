import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Send, Sent } from '../http/egress.ts';
import type { Log } from '../log.ts';
import type { Metric } from '../metrics.ts';
import { authenticatorNamed, riskCheckerNamed, taxCalculatorNamed } from './checkers.part.ts';
import type { Connector } from './interface/connector.ts';
import type { DisputeDefence, DisputeOutcome, DisputeReference } from './interface/disputes.ts';
import type {
  ConnectorAccess,
  Exchange,
  Explanation,
  HttpRequest,
  HttpResponse,
} from './interface/exchange.ts';
import type { RiskFinding, RiskQuestion } from './interface/fraud-check.ts';
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
import type { TaxOutcome, TaxQuestion } from './interface/tax.ts';
import type {
  AuthenticationOutcome,
  AuthenticationReference,
  AuthenticationRequest,
} from './interface/three-ds.ts';
import { limited } from './outcome-limits.ts';
import { connectorNamed } from './registry.ts';
import {
  verifiedCapture,
  verifiedDispute,
  verifiedIncrement,
  verifiedPayment,
  verifiedPayout,
  verifiedRefund,
} from './verification.ts';

/** The processors as an operation sees them. No method throws: every end is an outcome. */
export interface Connectors {
  authorize(account: ConnectorAccess, input: Authorization): Promise<PaymentOutcome>;
  /** Finds out whether means could be charged; `captured`, and nothing, when they could. */
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
  submitEvidence(account: ConnectorAccess, input: DisputeDefence): Promise<DisputeOutcome>;
  /** Never `not_sent` or `declined`. */
  syncDispute(account: ConnectorAccess, input: DisputeReference): Promise<DisputeOutcome>;
  /** Begins to have a customer authenticated beside the processor. */
  authenticate(
    account: ConnectorAccess,
    input: AuthenticationRequest,
  ): Promise<AuthenticationOutcome>;
  /** Asks what became of that. Never `not_sent`. */
  lookAtAuthentication(
    account: ConnectorAccess,
    input: AuthenticationReference,
  ): Promise<AuthenticationOutcome>;
  /** Asks what tax an order bears. Never `not_sent`. */
  calculateTax(account: ConnectorAccess, input: TaxQuestion): Promise<TaxOutcome>;
  /** Asks a fraud check; what is no finding says nothing of the risk. */
  checkRisk(account: ConnectorAccess, input: RiskQuestion): Promise<RiskFinding>;
  /** Whether the account's processor can be asked for this at all; asked all the same, it is `not_sent`. */
  canDo(
    account: Pick<ConnectorAccess, 'connectorName'>,
    what: Ability | PayoutAbility | DisputeAbility,
  ): boolean;
}

/** What one processor can do and another cannot. */
export type Ability =
  | 'verify'
  | 'revokeMandate'
  | 'capture'
  | 'void'
  | 'voidCaptured'
  | 'increment'
  | 'extend'
  | 'refund';
/** The same where money goes out. */
export type PayoutAbility = 'payout' | 'fulfillPayout' | 'cancelPayout';
/** The same where a customer's bank wants money back. */
export type DisputeAbility = 'acceptDispute' | 'submitEvidence' | 'syncDispute';

export interface Carriage {
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
  const of = ({ connectorName }: Pick<ConnectorAccess, 'connectorName'>) => named(connectorName);
  const ask = <Input, Outcome extends AnyOutcome>(
    { flow, isQuestion = false }: { readonly flow: string; readonly isQuestion?: boolean },
    { connectorName, credentials }: ConnectorAccess,
    exchange: Exchange<Input, Outcome> | undefined,
    input: Input,
    verified: (outcome: Outcome, asked: Input) => Outcome,
  ) =>
    carry(carriage, {
      facts: { connector: connectorName, flow, requestId },
      isQuestion,
      request() {
        if (!exchange) throw new Error('No connector of this name can do that.');
        return exchange.request(input, credentials, { sandbox: carriage.sandboxUrl });
      },
      outcome(response) {
        if (!exchange) throw new Error('Nothing was asked.');
        return verified(exchange.outcome(response), input);
      },
    });
  return {
    authorize: (account, input) =>
      ask({ flow: 'Authorize' }, account, of(account)?.authorize, input, verifiedPayment),
    verify: (account, input) =>
      ask({ flow: 'SetupMandate' }, account, of(account)?.verify, input, verifiedPayment),
    revokeMandate: (account, input) =>
      ask({ flow: 'MandateRevoke' }, account, of(account)?.revokeMandate, input, (said) => said),
    sync: (account, input) =>
      ask({ flow: 'PSync', isQuestion: true }, account, of(account)?.sync, input, verifiedPayment),
    capture: (account, input) =>
      ask({ flow: 'Capture' }, account, of(account)?.capture, input, verifiedCapture),
    void: (account, input) =>
      ask({ flow: 'Void' }, account, of(account)?.void, input, verifiedPayment),
    voidCaptured: (account, input) =>
      ask({ flow: 'PostCaptureVoid' }, account, of(account)?.voidCaptured, input, verifiedPayment),
    increment: (account, input) =>
      ask(
        { flow: 'IncrementalAuthorization' },
        account,
        of(account)?.increment,
        input,
        verifiedIncrement,
      ),
    extend: (account, input) =>
      ask({ flow: 'ExtendAuthorization' }, account, of(account)?.extend, input, verifiedPayment),
    refund: (account, input) =>
      ask({ flow: 'Execute' }, account, of(account)?.refund, input, verifiedRefund),
    syncRefund: (account, input) =>
      ask(
        { flow: 'RSync', isQuestion: true },
        account,
        of(account)?.syncRefund,
        input,
        verifiedRefund,
      ),
    payout: (account, input) =>
      ask({ flow: 'PoCreate' }, account, of(account)?.payout, input, verifiedPayout),
    fulfillPayout: (account, input) =>
      ask({ flow: 'PoFulfill' }, account, of(account)?.fulfillPayout, input, verifiedPayout),
    cancelPayout: (account, input) =>
      ask({ flow: 'PoCancel' }, account, of(account)?.cancelPayout, input, verifiedPayout),
    syncPayout: (account, input) =>
      ask(
        { flow: 'PoSync', isQuestion: true },
        account,
        of(account)?.syncPayout,
        input,
        verifiedPayout,
      ),
    acceptDispute: (account, input) =>
      ask({ flow: 'Accept' }, account, of(account)?.acceptDispute, input, verifiedDispute),
    submitEvidence: (account, input) =>
      ask({ flow: 'Evidence' }, account, of(account)?.submitEvidence, input, verifiedDispute),
    syncDispute: (account, input) =>
      ask(
        { flow: 'Dsync', isQuestion: true },
        account,
        of(account)?.syncDispute,
        input,
        verifiedDispute,
      ),
    checkRisk: (account, input) =>
      ask(
        { flow: 'FrmCheckout' },
        account,
        riskCheckerNamed(account.connectorName)?.check,
        input,
        (finding) => finding,
      ),
    authenticate: (account, input) =>
      ask(
        { flow: 'Authentication' },
        account,
        authenticatorNamed(account.connectorName)?.begin,
        input,
        (outcome) => outcome,
      ),
    lookAtAuthentication: (account, input) =>
      ask(
        { flow: 'PostAuthentication', isQuestion: true },
        account,
        authenticatorNamed(account.connectorName)?.look,
        input,
        (outcome) => outcome,
      ),
    calculateTax: (account, input) =>
      ask(
        { flow: 'CalculateTax', isQuestion: true },
        account,
        taxCalculatorNamed(account.connectorName)?.calculate,
        input,
        (outcome) => outcome,
      ),
    canDo: (account, what) => of(account)?.[what] !== undefined,
  };
}

type AnyOutcome =
  | TaxOutcome
  | AuthenticationOutcome
  | RiskFinding
  | PaymentOutcome
  | PayoutOutcome
  | RefundOutcome
  | DisputeOutcome
  | RevocationOutcome;

/** What stands in for an outcome that we did not get; payments and refunds both know it. */
type Silence = { readonly result: 'unknown' | 'not_sent' } & Explanation;

/** What is logged about a conversation: names, numbers, never a word of what was said. */
type Facts = Readonly<Record<'connector' | 'flow' | 'requestId', string>>;

interface Conversation<Outcome> {
  readonly facts: Facts;
  /** It only asks what became of something, so its failure says nothing about that. */
  readonly isQuestion: boolean;
  /** Throws when it cannot be asked. */
  request(): HttpRequest;
  /** Throws when it cannot read the answer. */
  outcome(response: HttpResponse): Outcome;
}

async function carry<Outcome extends AnyOutcome>(
  carriage: Carriage,
  conversation: Conversation<Outcome>,
): Promise<Outcome | Silence> {
  const { facts, isQuestion } = conversation;
  const notSent = (message: string, code?: string): Silence => ({
    result: isQuestion ? 'unknown' : 'not_sent',
    message,
    ...(code !== undefined && { code }),
  });

  let request: HttpRequest;
  try {
    request = introduced(conversation.request(), facts);
  } catch (error) {
    carriage.log.error('connector cannot be asked', error, facts);
    return notSent('Connector cannot be asked');
  }

  const sent = await sendInTime(carriage, request, facts);
  if (!sent) return notSent('No time was left to ask the connector');
  if (sent.kind === 'not_sent') return notSent(`Connector could not be reached: ${sent.reason}`);
  if (sent.kind === 'unknown') return silence[sent.reason];

  const { status } = sent.response;
  if (status === 401 || status === 403) {
    carriage.log.error('connector refuses our credentials', new Error(`HTTP ${status}`), facts);
    carriage.metric?.('CredentialsRefused', 1);
  }
  // Who is told to slow down has not been served.
  const outcome =
    status === 429
      ? notSent('Connector is being asked too often', '429')
      : read(conversation, sent.response);
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

function read<Outcome extends AnyOutcome>(
  { isQuestion, outcome: outcomeOf }: Conversation<Outcome>,
  response: HttpResponse,
): Outcome | Silence {
  const { status } = response;
  if (status >= 500) {
    return {
      result: 'unknown',
      code: String(status),
      message: serverErrors[status] ?? 'server_error',
    };
  }
  try {
    const outcome = limited(outcomeOf(response));
    // An error that a question meets says nothing about what it asked after.
    const isBeside = isQuestion && outcome.result === 'declined' && status >= 300;
    return isBeside ? silence.unreadable : outcome;
  } catch {
    return silence.unreadable; // What could not be read is not said: it may hold card data.
  }
}

const unreadable = {
  result: 'unknown',
  code: 'UNREADABLE_ANSWER',
  message: 'Connector answered in a way that could not be understood',
} as const;

/** What is said of something whose answer is missing. */
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
} as const satisfies Record<string, Silence>;

const serverErrors: Readonly<Record<number, string>> = {
  500: 'internal_server_error',
  501: 'not_implemented',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
};

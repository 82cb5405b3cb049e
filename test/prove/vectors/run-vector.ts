import type { Connector } from '#connectors/interface/connector.ts';
import type {
  ConnectorAccess,
  ConnectorError,
  ConnectorMetadata,
} from '#connectors/interface/exchange.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { RefundReference } from '#connectors/interface/refunds.ts';
import { captureInputOf, referenceOf } from '#switch/payments/connector-access.ts';
import { applyCaptureOutcome, startCapture } from '#switch/payments/lifecycle/captures.ts';
import {
  applyIncrementOutcome,
  startIncrement,
} from '#switch/payments/lifecycle/incremental-authorization.ts';
import { applyVoidOutcome, startVoid } from '#switch/payments/lifecycle/voids.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { applyRefundOutcome, type Refund } from '#switch/refunds/refund.ts';
import { referenceOfRefund } from '#switch/refunds/send-refund.ts';
import { accountOf } from './accounts.ts';
import {
  after,
  authorizationOf,
  metadataOf,
  pendingRefund,
  processingPayment,
  recordedAt,
} from './payment-of-vector.ts';
import {
  type RecordedProcessor,
  recordedProcessor,
  type SentStep,
  type StepName,
} from './recorded-processor.ts';
import type { Flow, Vector, VectorFile } from './vector-file.ts';

/** Our result of a vector, in the words of the recordings. */
export interface Observed {
  /** The requests that were sent. */
  readonly sent: readonly SentStep[];
  /** The request that the vector is about; undefined where none was sent. */
  readonly compared?: SentStep | undefined;
  /** Why the connector could not build a request. */
  readonly buildError?: unknown;
  /** Our outcome's own word, such as `declined`. */
  readonly result: string;
  /** The status that a merchant would see, of the attempt, the refund or the dispute. */
  readonly status?: string | undefined;
  readonly error?: ConnectorError;
  readonly connectorTransactionId?: string | undefined;
  readonly connectorRefundId?: string | undefined;
  readonly connectorMandateId?: string | undefined;
  readonly networkTransactionId?: string | undefined;
  /** The issuer's checks of the card. */
  readonly paymentChecks?: unknown;
  readonly redirect?: Redirect | undefined;
  readonly connectorMetadata?: ConnectorMetadata | undefined;
  /** The amount that the customer has paid, in minor units. */
  readonly capturedMinor?: number | undefined;
  readonly authorizedMinor?: number | undefined;
  readonly accessToken?: string;
  readonly expiresInSeconds?: number;
}

/** A redirect as a form: the query of a URL is its fields. */
interface Redirect {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface Run {
  readonly vector: Vector;
  readonly access: ConnectorAccess;
  readonly processor: RecordedProcessor;
  readonly connector: Connector;
}

/** The steps that some flows are; every other flow is the step that its exchange is named after. */
const steps: Readonly<Partial<Record<Flow, StepName>>> = {
  customer_create: 'customer',
  payment_method_token: 'token',
  access_token: 'access token',
};

/**
 * Calls our connector with the vector's input, and answers with its recorded responses. Webhooks
 * have their own way.
 */
export async function runVector(
  connector: Connector,
  vector: Vector,
  file: VectorFile,
): Promise<Observed> {
  const target = steps[vector.flow] ?? 'main';
  const processor = recordedProcessor(connector, vector, target, file);
  const access = accountOf(vector.connector, file.credentials);
  const observed = await run[vector.flow]({ vector, access, processor, connector });
  const { sent } = processor;
  const candidates = sent.filter(
    ({ step }) => step === target || (target === 'main' && isMain(step)),
  );
  const { wire_request: recorded } = vector;
  return {
    ...observed,
    sent,
    buildError: processor.buildError(),
    compared:
      candidates.find(
        ({ request: { method, url } }) => method === recorded?.method && url === recorded.url,
      ) ?? candidates[0],
  };
}

const isMain = (step: StepName) => step === 'main' || step === 'order' || step === 'authentication';

type Found = Omit<Observed, 'sent' | 'compared' | 'buildError'>;

const run: Readonly<Record<Flow, (run: Run) => Promise<Found>>> = {
  authorize: (one) => authorize(one),
  mandate_charge: (one) => authorize(one),
  setup_mandate: (one) => authorize(one, 'verify'),
  customer_create: (one) => prepare(one),
  payment_method_token: (one) => prepare(one),
  access_token: accessToken,
  payment_sync: sync,
  capture,
  void: release,
  incremental_authorization: increment,
  refund: (one) => refund(one, 'refund'),
  refund_sync: (one) => refund(one, 'syncRefund'),
  dispute_accept: (one) => dispute(one, 'acceptDispute'),
  dispute_defend: (one) => dispute(one, 'submitEvidence'),
  webhook: () => Promise.reject(new Error('Webhooks are not asked for.')),
};

async function authorize(
  { vector: { input }, access, processor: { connectors } }: Run,
  flow: 'authorize' | 'verify' = 'authorize',
): Promise<Found> {
  const payment = processingPayment(access.connectorName, input, flow === 'verify');
  const outcome = await connectors[flow](access, authorizationOf(payment, input), async () => {});
  return foundInPayment(outcome, after(payment, outcome, 'response'));
}

/** A step that prepares: it is reached by a payment that stores its card for later. */
async function prepare(one: Run): Promise<Found> {
  const { vector } = one;
  const input = {
    amount: { value: 6_540, currency: 'USD' },
    reference: 'pay_ref0000001_1',
    setup_future_usage: 'off_session',
    customer_acceptance: { type: 'offline' },
    ...vector.input,
  } as const;
  const prepared = { ...one, vector: { ...vector, input } };
  const { sent } = one.processor;
  const found = await authorize(prepared);
  const isReached = sent.some(({ step }) => step === steps[vector.flow]);
  return isReached || !one.connector.verify ? found : authorize(prepared, 'verify');
}

async function accessToken({ access, processor, vector: { input } }: Run): Promise<Found> {
  const payment = processingPayment(access.connectorName, input);
  await processor.connectors.authorize(access, authorizationOf(payment, input));
  const outcome = processor.accessToken();
  if (outcome?.result !== 'issued') return foundOf(outcome ?? { result: 'not_sent' });
  const { accessToken, expiresInSeconds } = outcome;
  return { result: outcome.result, accessToken, expiresInSeconds };
}

async function sync({ vector: { input }, access, processor, connector }: Run): Promise<Found> {
  const { connectors } = processor;
  const payment = processingPayment(access.connectorName, input);
  const query = Object.fromEntries(new URLSearchParams(input.encoded_data ?? ''));
  if (input.encoded_data && connector.complete) {
    const { order } = authorizationOf(payment, input);
    const completion = { ...referenceOf(payment), query, form: {}, order };
    const outcome = await connectors.complete(access, completion, async () => {});
    return foundInPayment(outcome, after(payment, outcome, 'response'));
  }
  const outcome = await connectors.sync(access, referenceOf(payment));
  return foundInPayment(outcome, after(payment, outcome, 'sync'));
}

/** A payment that was authorized with the ids and the metadata of the input. */
const authorizedPayment = ({ access, vector: { input } }: Run): Payment => {
  const payment = processingPayment(access.connectorName, { capture_method: 'manual', ...input });
  return after(payment, { result: 'authorized' }, 'response');
};

async function capture(one: Run): Promise<Found> {
  const { access, vector, processor } = one;
  const authorized = authorizedPayment(one);
  const sequence = vector.input.multiple_capture?.sequence ?? 1;
  const { payment, capture: asked } = startCapture(
    { ...authorized, captureCount: sequence - 1 },
    authorized.attempt.amountMinor,
    recordedAt,
  );
  const outcome = await processor.connectors.capture(access, captureInputOf(payment, asked));
  return foundInPayment(outcome, applyCaptureOutcome(payment, asked.id, outcome, recordedAt));
}

async function release(one: Run): Promise<Found> {
  const { access, vector, processor } = one;
  const reason = vector.input.cancellation_reason ?? undefined;
  const payment = startVoid(authorizedPayment(one), reason, recordedAt);
  const outcome = await processor.connectors.void(access, referenceOf(payment));
  return foundInPayment(outcome, applyVoidOutcome(payment, outcome, recordedAt));
}

/** The authorized amount before an increment; recordings state only the new total. */
const authorizedBeforeMinor = 6_540;

async function increment(one: Run): Promise<Found> {
  const { access, vector, processor } = one;
  const { amount, reason } = vector.input;
  const { payment, increment: asked } = startIncrement(
    authorizedPayment({
      ...one,
      vector: {
        ...vector,
        input: {
          ...vector.input,
          amount: { currency: amount?.currency ?? 'USD', value: authorizedBeforeMinor },
        },
      },
    }),
    { totalMinor: amount?.value ?? authorizedBeforeMinor, reason: reason ?? undefined },
    recordedAt,
  );
  const outcome = await processor.connectors.increment(access, {
    ...referenceOf(payment),
    incrementReference: asked.id,
    totalMinor: asked.amountMinor,
  });
  return foundInPayment(outcome, applyIncrementOutcome(payment, asked.id, outcome, recordedAt));
}

async function refund(
  { vector: { input }, access, processor }: Run,
  flow: 'refund' | 'syncRefund',
): Promise<Found> {
  const processing = processingPayment(access.connectorName, input);
  const payment = after(processing, { result: 'captured' }, 'response');
  const asked = pendingRefund(payment, input);
  const reference: RefundReference = {
    ...referenceOfRefund(asked, payment),
    ...(input.refund_metadata && { connectorMetadata: metadataOf(input.refund_metadata) }),
  };
  const outcome = await processor.connectors[flow](access, reference);
  const { status, connectorRefundId } = applyRefundOutcome(asked, outcome, recordedAt);
  return { ...foundOf(outcome), status: refundStatuses[status], connectorRefundId };
}

/** Our words for a refund's status in the words of the recordings. */
export const refundStatuses: Readonly<Record<Refund['status'], string>> = {
  succeeded: 'success',
  failed: 'failure',
  pending: 'pending',
  review: 'manual_review',
};

async function dispute(
  { vector: { input }, access, processor }: Run,
  flow: 'acceptDispute' | 'submitEvidence',
): Promise<Found> {
  const reference = {
    connectorName: access.connectorName,
    connectorDisputeId: input.connector_dispute_id ?? '',
    reference: input.reference ?? '',
    ...(input.connector_transaction_id != null && {
      connectorTransactionId: input.connector_transaction_id,
    }),
  };
  const outcome =
    flow === 'acceptDispute'
      ? await processor.connectors.acceptDispute(access, reference)
      : await processor.connectors.submitEvidence(access, { ...reference, texts: {}, files: [] });
  return {
    ...foundOf(outcome),
    ...(outcome.result === 'reported' && { status: outcome.dispute.status }),
    ...(outcome.result === 'changed' && { status: outcome.status }),
  };
}

/** The outcome's own word, and its error. */
const foundOf = (outcome: { readonly result: string } & ConnectorError): Found => {
  const { result, code, message, reason, issuerCode, issuerMessage, networkAdviceCode } = outcome;
  return {
    result,
    error: {
      ...(code !== undefined && { code }),
      ...(message !== undefined && { message }),
      ...(reason !== undefined && { reason }),
      ...(issuerCode !== undefined && { issuerCode }),
      ...(issuerMessage !== undefined && { issuerMessage }),
      ...(networkAdviceCode !== undefined && { networkAdviceCode }),
    },
  };
};

function foundInPayment(outcome: PaymentOutcome, payment: Payment): Found {
  const { attempt } = payment;
  const redirect = redirectOf(outcome);
  return {
    ...foundOf(outcome),
    status: attempt.status,
    connectorTransactionId: attempt.connectorTransactionId,
    connectorMandateId: attempt.connectorMandateId,
    networkTransactionId: attempt.networkTransactionId,
    ...('paymentChecks' in outcome && { paymentChecks: outcome.paymentChecks }),
    connectorMetadata: attempt.connectorMetadata,
    capturedMinor: payment.amountReceivedMinor,
    authorizedMinor: attempt.authorizedMinor ?? attempt.amountMinor,
    ...(redirect && { redirect }),
  };
}

function redirectOf(outcome: PaymentOutcome): Redirect | undefined {
  if (outcome.result !== 'challenged') return undefined;
  const { redirectForm: form, redirectUrl } = outcome;
  if (form) return { method: 'POST', ...form };
  const url = URL.parse(redirectUrl ?? '');
  if (!url) return undefined;
  const fields = Object.fromEntries(url.searchParams);
  return { method: 'GET', url: `${url.origin}${url.pathname}`, fields };
}

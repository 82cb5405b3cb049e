import type { Connector } from '#connectors/interface/connector.ts';
import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { compact } from '#platform/schema.ts';
import { applyRefundOutcome } from '#switch/refunds/refund.ts';
import { accountOf } from './accounts.ts';
import { type Difference, differences } from './differences.ts';
import { after, pendingRefund, processingPayment, recordedAt } from './payment-of-vector.ts';
import { textOf } from './recorded-processor.ts';
import { refundStatuses } from './run-vector.ts';
import type { Vector, VectorFile } from './vector-file.ts';

type Content<Kind extends WebhookContent['kind']> = Extract<
  WebhookContent,
  { readonly kind: Kind }
>;

/** The differences in our reading of a webhook; all paths begin with `outcome`. */
export function compareWebhook(
  connector: Connector,
  vector: Vector,
  file: VectorFile,
): readonly Difference[] {
  const { webhooks } = connector;
  const { wire_request: recorded, outcome } = vector;
  if (!webhooks) return [{ path: 'outcome', expected: 'a reader of webhooks', got: undefined }];
  const headers = Object.fromEntries(
    Object.entries(recorded?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const webhook = { headers, body: textOf(recorded?.body ?? { encoding: 'none' }) };
  const access = accountOf(vector.connector, file.credentials, vector.input.webhook_secret);
  const isVerified = webhooks.verifySignature?.(webhook, access, timeOf(headers));
  const { handle } = outcome;
  return [
    // Where only the processor can verify a webhook, there is no signature to compare.
    ...(isVerified === undefined || handle?.source_verified === undefined
      ? []
      : differences('outcome.source_verified', handle.source_verified, isVerified)),
    ...compareContent(
      vector,
      contentOf(() => webhooks.parse(webhook)),
    ),
    ...(handle?.ack.body == null
      ? []
      : differences('outcome.ack', handle.ack.body, webhooks.acknowledgement)),
  ];
}

/** A minute after the webhook was signed, where its header contains the time. */
function timeOf(headers: Readonly<Record<string, string>>): Date {
  const signedAt = Object.values(headers).flatMap(
    (value) => /\bt=(\d{10})\b/.exec(value)?.[1] ?? [],
  );
  return signedAt[0] === undefined ? recordedAt : new Date((Number(signedAt[0]) + 60) * 1_000);
}

/** The first content of the webhook; undefined for none, also where it cannot be read. */
function contentOf(parse: () => readonly WebhookContent[]): WebhookContent | undefined {
  try {
    const [content] = parse();
    return content?.kind === 'nothing' ? undefined : content;
  } catch {
    return undefined;
  }
}

function compareContent(vector: Vector, ours: WebhookContent | undefined): readonly Difference[] {
  const { parse, handle } = vector.outcome;
  const kind = ours?.kind ?? 'nothing';
  const isNothing = handle?.result === 'rejected' || handle?.event_type == null;
  if (isNothing) {
    const decides = ours !== undefined && !saysLittle(ours);
    return decides ? [{ path: 'outcome.content', expected: 'nothing', got: kind }] : [];
  }
  const { payment, refund, dispute } = handle.content;
  const { reference = {} } = parse ?? {};
  if (payment && ours?.kind === 'payment') {
    return [
      ...differences('outcome.status', payment.status, statusOf(vector, ours)),
      ...compareError(payment, ours.outcome),
      ...compareStated('outcome.reference', reference.payment?.reference, ours.subject.reference),
      ...compareStated(
        'outcome.connector_transaction_id',
        reference.payment?.connector_transaction_id ?? payment.connector_transaction_id,
        idIn(ours),
      ),
    ];
  }
  if (payment && ours?.kind === 'capture') {
    const status = ours.status === 'failed' ? 'failure' : ours.status;
    return [
      ...differences('outcome.status', payment.status, status),
      ...compareStated('outcome.reference', reference.payment?.reference, ours.subject.reference),
      ...compareStated(
        'outcome.connector_transaction_id',
        reference.payment?.connector_transaction_id,
        ours.subject.connectorId,
      ),
    ];
  }
  if (refund && ours?.kind === 'refund') {
    const { outcome, subject } = ours;
    const id = 'connectorRefundId' in outcome ? outcome.connectorRefundId : undefined;
    return [
      ...differences('outcome.status', refund.status, refundStatusOf(vector, ours)),
      ...compareError(refund, outcome),
      ...compareStated('outcome.reference', reference.refund?.refund_reference, subject.reference),
      ...compareStated(
        'outcome.connector_refund_id',
        refund.connector_refund_id,
        id ?? subject.connectorId,
      ),
    ];
  }
  if (dispute && ours?.kind === 'dispute') {
    const { dispute: reported, subject } = ours;
    return [
      ...differences('outcome.status', dispute.status, reported.status),
      ...compareStated('outcome.stage', stageOf(dispute.stage), reported.stage),
      ...compareStated(
        'outcome.connector_dispute_id',
        dispute.connector_dispute_id,
        reported.connectorDisputeId,
      ),
      ...compareStated('outcome.reason', dispute.message, reported.reason),
      ...compareStated(
        'outcome.connector_transaction_id',
        reference.dispute?.connector_transaction_id,
        subject.connectorId,
      ),
    ];
  }
  const expected = payment ? 'payment' : refund ? 'refund' : dispute ? 'dispute' : undefined;
  return differences('outcome.content', expected, kind);
}

/** A webhook that changes no status. */
const saysLittle = (content: WebhookContent) =>
  (content.kind === 'payment' || content.kind === 'refund') &&
  (content.outcome.result === 'pending' || content.outcome.result === 'unknown');

/** Compared only where the recording states it. */
const compareStated = (path: string, expected: string | null | undefined, got: unknown) =>
  expected == null ? [] : differences(path, expected, got);

function compareError(
  recorded: { error_code?: string | null | undefined; error_message?: string | null | undefined },
  ours: object,
): readonly Difference[] {
  const code = 'code' in ours ? ours.code : undefined;
  const message = 'message' in ours ? ours.message : undefined;
  return [
    ...compareStated('outcome.error_code', recorded.error_code, code),
    ...compareStated('outcome.error_message', recorded.error_message, message),
  ];
}

const idIn = ({ subject, outcome }: Content<'payment'>) =>
  subject.connectorId ??
  ('connectorTransactionId' in outcome ? outcome.connectorTransactionId : undefined);

/** `active_dispute` is a dispute that is no longer an inquiry. */
const stageOf = (stage: string | null | undefined) =>
  stage === 'active_dispute' ? 'dispute' : stage;

/**
 * The attempt's status after the webhook and the sync that confirms it: a webhook without a sync
 * decides no decline.
 */
function statusOf({ connector, input }: Vector, { outcome }: Content<'payment'>): string {
  const captureMethod = input.context?.capture_method ?? 'automatic';
  const { currency = 'USD', ...amounts } = amountsIn(outcome);
  const { capturedMinor = 6_540, amountMinor = capturedMinor } = amounts;
  const payment = processingPayment(connector, {
    ...input,
    capture_method: captureMethod,
    amount: { value: amountMinor, currency },
  });
  return after(payment, outcome, 'sync').attempt.status;
}

/** The amounts of a webhook, in minor units: those of a payment of which nothing else is known. */
function amountsIn(outcome: PaymentOutcome) {
  if (outcome.result === 'not_sent' || outcome.result === 'not_found') return {};
  const { amountMinor, currency } = outcome;
  return compact({
    amountMinor,
    currency,
    capturedMinor: outcome.result === 'captured' ? outcome.capturedMinor : undefined,
  });
}

function refundStatusOf({ connector, input }: Vector, { outcome }: Content<'refund'>): string {
  const payment = processingPayment(connector, input);
  const { status } = applyRefundOutcome(pendingRefund(payment, input), outcome, recordedAt);
  return refundStatuses[status];
}

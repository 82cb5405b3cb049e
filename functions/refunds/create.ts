import { lambda } from '#merchants/lambda.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import {
  createIdempotently,
  fingerprintOf,
  idempotencyClaim,
} from '#platform/http/operation/idempotent-create.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { refundLimits } from '#platform/stage.ts';
import { isIdempotencyKeyReuse } from '#platform/table/put-idempotently.ts';
import { connectorOfPayment } from '#switch/payments/connector-access.ts';
import { checkExpressible } from '#switch/payments/expressible-amount.ts';
import { checkProfile, type Payment } from '#switch/payments/payment.ts';
import {
  checkRefund,
  checkRefundId,
  type RefundLimits,
  refundAmount,
} from '#switch/refunds/check-refund.ts';
import { liveRefundServices } from '#switch/refunds/live-refund-services.ts';
import { type CreateRefundRequest, createRefund } from '#switch/refunds/operations.ts';
import { presentRefund } from '#switch/refunds/present-refund.ts';
import {
  isSameRefund,
  newRefund,
  type Refund,
  type RefundInput,
  statedNotes,
} from '#switch/refunds/refund.ts';
import { parseRefund } from '#switch/refunds/refund-store.ts';
import { supportsRefunds } from '#switch/refunds/refundable-method.ts';
import { type RefundServices, sendRefund } from '#switch/refunds/send-refund.ts';

interface Services extends RefundServices {
  readonly limits: RefundLimits;
}

/**
 * Refunds a payment.
 *
 * The refund is saved, and the payment's refundable amount reduced, before the request to the
 * connector. Racing refunds cannot exceed the captured amount, and a sync finds the outcome when
 * the answer is lost. A repeated request with the same `refund_id` is answered with the same
 * refund.
 */
export const create = implement(createRefund, {
  precheck: ({ refund_id }) => checkRefundId(refund_id),

  load: ({ merchantId, body }, { payments }: Services) => payments.get(merchantId, body.payment_id),

  async run(request, services: Services, payment) {
    checkProfile(payment, request.caller);
    return createIdempotently({
      idempotentRequest: request.idempotentRequest,
      isNamed: request.body.refund_id != null,
      make: async () => presentRefund(await createOrFindSame(request, services, payment)),
      find: () => services.refunds.get(payment.merchantId, nameOf(request)),
      parse: parseRefund,
      present: presentRefund,
    });
  },
});

type CreateRequest = Request<typeof createRefund>;

/** The new refund, or the refund with the same id and content from an earlier request. */
async function createOrFindSame(
  request: CreateRequest,
  services: Services,
  payment: Payment,
): Promise<Refund> {
  try {
    return await createNewRefund(request, services, payment);
  } catch (error) {
    if (isIdempotencyKeyReuse(error) || !isSwitchError(error)) throw error;
    const { body, idempotentRequest } = request;
    const earlier = await services.refunds.find(payment.merchantId, payment.id, nameOf(request));
    const isKnownByKey =
      idempotentRequest &&
      (body.refund_id == null || earlier?.requestFingerprint === idempotentRequest.fingerprint);
    const input = refundInputOf(body, refundAmount(payment, body.amount));
    if (isKnownByKey || !earlier || !isSameRefund(earlier, payment.id, input)) throw error;
    return earlier;
  }
}

async function createNewRefund(
  request: CreateRequest,
  services: Services,
  payment: Payment,
): Promise<Refund> {
  const { body, now, remainingMs, requestId, idempotentRequest } = request;
  const { refunds, limits } = services;
  const facts = { amount: body.amount, merchantId: body.merchant_id };
  const amountMinor = checkRefund(payment, facts, limits, now);
  checkSupported(payment, services);
  const access = await connectorOfPayment(payment, 'refund', services);
  checkExpressible(access, amountMinor, payment.currency, 'amount');

  const input = refundInputOf(body, amountMinor);
  const named = { ...input, id: nameOf(request), ...fingerprintOf(idempotentRequest) };
  const refund = newRefund(payment, named, now);
  const isNamed = body.refund_id != null;
  const claim = idempotencyClaim(request, payment.merchantId, { isNamed, operation: createRefund });
  if (refund.type !== 'scheduled') {
    services.connectors({ remainingMs, requestId }).prepare(access);
  }
  const saved = await refunds.reserve(payment, refund, limits, claim);
  if (saved.type === 'scheduled') return saved;
  return sendRefund(saved, { payment, access }, { remainingMs, requestId }, services);
}

/**
 * Without a `refund_id`, the id is derived from the invocation, so one invocation creates one
 * refund.
 */
const nameOf = ({ body, caller, invocationId }: CreateRequest): string =>
  body.refund_id ?? derivedId('ref', caller.merchantId, invocationId);

const refundInputOf = (body: CreateRefundRequest, amountMinor: number): RefundInput => ({
  ...statedNotes(body),
  amountMinor,
  type: body.refund_type ?? 'instant',
});

function checkSupported(payment: Payment, { connectors }: Services): void {
  const { attempt, requestFields } = payment;
  const { connectorName = '' } = attempt;
  const { canDo: supports } = connectors({ remainingMs: () => 0, requestId: '' });
  if (supports({ connectorName }, 'refund') && supportsRefunds(payment)) return;
  const method = requestFields.payment_method_type ?? requestFields.payment_method;
  throw new SwitchError('invalid_request', {
    message: `Refunds are currently not supported for ${method} transactions via ${connectorName}`,
  });
}

export const handler = lambda(create, () => ({ ...liveRefundServices(), limits: refundLimits() }));

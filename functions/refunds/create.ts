import { isSwitchError, SwitchError } from '../../shared/errors.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { claimOf, madeBy, madeOnce } from '../../shared/http/repeated-create.ts';
import { derivedId } from '../../shared/ids.ts';
import { takesRefunds } from '../../shared/payments/confirm/method-support.ts';
import { holderOf } from '../../shared/payments/connector-access.ts';
import { checkProfile, type Payment } from '../../shared/payments/payment.ts';
import { type AskRefundServices, sendRefund } from '../../shared/refunds/ask-refund.ts';
import {
  checkRefund,
  checkRefundId,
  type RefundLimits,
  refundAmount,
} from '../../shared/refunds/check-refund.ts';
import { liveRefundServices } from '../../shared/refunds/live-refund-services.ts';
import { type CreateRefundRequest, createRefund } from '../../shared/refunds/operations.ts';
import { presentRefund } from '../../shared/refunds/present-refund.ts';
import {
  isSameWish,
  newRefund,
  type Refund,
  type RefundWish,
} from '../../shared/refunds/refund.ts';
import { parseRefund } from '../../shared/refunds/refund-store.ts';
import { refundLimits } from '../../shared/stage.ts';
import { isUnderUsedKey } from '../../shared/table/make-once.ts';

interface Services extends AskRefundServices {
  readonly limits: RefundLimits;
}

/**
 * Gives a customer money back.
 *
 * The refund is written down, and its amount taken from what the payment can give back, before the
 * connector is asked. So of racing refunds only those are taken for which there is money, and one
 * whose answer is lost is found by the guard. A request that is repeated under the refund's own name
 * is answered with the same refund.
 */
export const create = implement(createRefund, {
  precheck: ({ refund_id }) => checkRefundId(refund_id),

  load: ({ merchantId, body }, { payments }: Services) => payments.get(merchantId, body.payment_id),

  async run(request, services: Services, payment) {
    checkProfile(payment, request.caller);
    return madeOnce({
      repeatable: request.repeatable,
      isNamed: request.body.refund_id != null,
      make: async () => presentRefund(await madeOrThere(request, services, payment)),
      find: () => services.refunds.get(payment.merchantId, nameOf(request)),
      parse: parseRefund,
      present: presentRefund,
    });
  },
});

type Asked = Request<typeof createRefund>;

/** The refund, or the one of the same name and content that another request made before. */
async function madeOrThere(request: Asked, services: Services, payment: Payment): Promise<Refund> {
  try {
    return await made(request, services, payment);
  } catch (error) {
    if (isUnderUsedKey(error) || !isSwitchError(error)) throw error;
    const { body, repeatable } = request;
    const earlier = await services.refunds.find(payment.merchantId, payment.id, nameOf(request));
    const isKnownByKey =
      repeatable &&
      (body.refund_id == null || earlier?.requestFingerprint === repeatable.fingerprint);
    const wish = wishOf(body, refundAmount(payment, body.amount));
    if (isKnownByKey || !earlier || !isSameWish(earlier, payment.id, wish)) throw error;
    return earlier;
  }
}

async function made(request: Asked, services: Services, payment: Payment): Promise<Refund> {
  const { body, now, remainingMs, requestId, repeatable } = request;
  const { refunds, limits } = services;
  const facts = { amount: body.amount, merchantId: body.merchant_id };
  const amountMinor = checkRefund(payment, facts, limits, now);
  checkAbility(payment, services);
  const access = await holderOf(payment, 'refund', services);

  const wish = wishOf(body, amountMinor);
  const named = { ...wish, id: nameOf(request), ...madeBy(repeatable) };
  const refund = newRefund(payment, named, now);
  const isNamed = body.refund_id != null;
  const claim = claimOf(request, payment.merchantId, { isNamed, operation: createRefund });
  const saved = await refunds.reserve(payment, refund, limits, claim);
  if (saved.type === 'scheduled') return saved;
  return sendRefund(saved, { payment, access }, { remainingMs, requestId }, services);
}

/** One that has no name gets its invocation's, so that one invocation makes one refund. */
const nameOf = ({ body, caller, invocationId }: Asked): string =>
  body.refund_id ?? derivedId('ref', caller.merchantId, invocationId);

const wishOf = (body: CreateRefundRequest, amountMinor: number): RefundWish => ({
  amountMinor,
  reason: body.reason ?? undefined,
  metadata: body.metadata ?? undefined,
  type: body.refund_type ?? 'instant',
});

function checkAbility(payment: Payment, { connectors }: Services): void {
  const { attempt, terms } = payment;
  const { connectorName = '' } = attempt;
  const { canDo } = connectors({ remainingMs: () => 0, requestId: '' });
  if (canDo({ connectorName }, 'refund') && takesRefunds(payment)) return;
  const method = terms.payment_method_type ?? terms.payment_method;
  throw new SwitchError('invalid_request', {
    message: `Refunds are currently not supported for ${method} transactions via ${connectorName}`,
  });
}

export const handler = lambda(create, () => ({ ...liveRefundServices(), limits: refundLimits() }));

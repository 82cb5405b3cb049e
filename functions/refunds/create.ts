import { isSwitchError, SwitchError } from '../../shared/errors.ts';
import { replayed } from '../../shared/http/idempotency.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { holderOf } from '../../shared/payments/ask-connector.ts';
import { takesRefunds } from '../../shared/payments/method-ability.ts';
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
import { refundLimits } from '../../shared/stage.ts';

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
    try {
      return presentRefund(await made(request, services, payment));
    } catch (error) {
      const earlier = isSwitchError(error) && (await repeated(request, services, payment));
      if (!earlier) throw error;
      return request.repeatable ? replayed(presentRefund(earlier)) : presentRefund(earlier);
    }
  },
});

async function made(
  request: Request<typeof createRefund>,
  services: Services,
  payment: Payment,
): Promise<Refund> {
  const { body, now, remainingMs, requestId } = request;
  const { refunds, limits } = services;
  const facts = { amount: body.amount, merchantId: body.merchant_id };
  const amountMinor = checkRefund(payment, facts, limits, now);
  checkAbility(payment, services);
  const access = await holderOf(payment, 'refund', services);

  const wish = wishOf(body, amountMinor);
  const refund = newRefund(payment, { ...wish, id: nameOf(request) }, now);
  const saved = await refunds.reserve(payment, refund, limits);
  if (saved.type === 'scheduled') return saved;
  return sendRefund(saved, { payment, access }, { remainingMs, requestId }, services);
}

/** The refund that a request of the same name and content made before. */
async function repeated(
  request: Request<typeof createRefund>,
  { refunds }: Services,
  payment: Payment,
): Promise<Refund | undefined> {
  const { body } = request;
  const earlier = await refunds.find(payment.merchantId, payment.id, nameOf(request));
  const wish = wishOf(body, refundAmount(payment, body.amount));
  if (earlier && isSameWish(earlier, payment.id, wish)) return earlier;
  if (earlier && request.repeatable && body.refund_id == null) {
    throw new SwitchError('idempotency_key_reused');
  }
  return undefined;
}

/** One that has no name gets its invocation's, so that one invocation makes one refund. */
const nameOf = ({ body, caller, invocationId }: Request<typeof createRefund>): string =>
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

import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { ConnectorError, HttpResponse } from '../interface/exchange.ts';
import type { PaymentOutcome, Reference, ReportedPayment } from '../interface/payments.ts';

const text = v.nullish(v.string());
const Amount = v.object({
  value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.string(),
});

/** The answer to a payment, and to what a customer brought back. */
const Payment = v.object({
  resultCode: v.picklist([
    'Authorised',
    'AuthenticationFinished',
    'AuthenticationNotRequired',
    'Received',
    'Pending',
    'ChallengeShopper',
    'RedirectShopper',
    'PresentToShopper',
    'Cancelled',
    'Refused',
    'Error',
  ]),
  pspReference: text,
  merchantReference: text,
  amount: v.nullish(Amount),
  refusalReason: text,
  refusalReasonCode: text,
  action: v.nullish(
    v.object({
      url: text,
      method: text,
      data: v.nullish(v.record(v.string(), v.string())),
    }),
  ),
  additionalData: v.nullish(
    v.object({
      'recurring.recurringDetailReference': text,
      'recurring.shopperReference': text,
      networkTxReference: text,
      refusalCodeRaw: text,
      refusalReasonRaw: text,
      merchantAdviceCode: text,
    }),
  ),
});
type Payment = v.InferOutput<typeof Payment>;

/** The answer to a modification, which has only been received. */
export const Received = v.object({
  status: v.literal('received'),
  pspReference: v.string(),
  paymentPspReference: text,
  reference: text,
});

const Refusal = v.object({ errorCode: v.string(), message: v.string(), pspReference: text });

/**
 * A refusal after which nothing was processed. Throws where it is not Adyen's own, or says that the
 * same request was sent before.
 */
export function refusalIn(response: HttpResponse): {
  readonly result: 'declined';
} & ConnectorError & {
    readonly connectorTransactionId?: string;
  } {
  if (!refusalStatuses.has(response.status)) throw new Error('Adyen does not refuse so.');
  const { errorCode: code, message, pspReference } = readJson(Refusal, response);
  if (sentBefore.has(code)) throw new Error('The same request was sent before.');
  return {
    result: 'declined',
    code,
    message,
    reason: message,
    ...(pspReference && { connectorTransactionId: pspReference }),
  };
}

const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/** A duplicate idempotency key, and a request that is still processed. */
export const sentBefore: ReadonlySet<string> = new Set(['704', '14_0408']);

export function paymentOutcome(response: HttpResponse, input: Reference): PaymentOutcome {
  if (response.status >= 300) return refusalIn(response);
  const payment = readJson(Payment, response);
  const reported = reportedBy(payment);
  switch (payment.resultCode) {
    case 'Authorised':
      return /^manual/.test(input.captureMethod)
        ? { result: 'authorized', ...reported }
        : { result: 'captured', ...capturedBy(payment), ...reported };
    case 'AuthenticationFinished':
      return { result: 'pending', attemptStatus: 'authentication_successful', ...reported };
    case 'AuthenticationNotRequired':
    case 'Received':
    case 'Pending':
      return { result: 'pending', ...reported };
    case 'ChallengeShopper':
    case 'RedirectShopper':
    case 'PresentToShopper':
      return { result: 'challenged', ...challengeIn(payment), ...reported };
    case 'Cancelled':
      return { result: 'voided', ...reported };
    case 'Refused':
    case 'Error': {
      // A declined charge is no earlier payment for a later one.
      const { networkTransactionId: _, ...known } = reported;
      return { result: 'declined', ...declineIn(payment), ...known };
    }
  }
}

const capturedBy = ({ amount }: Payment) => (amount ? { capturedMinor: amount.value } : {});

const reportedBy = ({
  pspReference,
  merchantReference,
  amount,
  additionalData,
}: Payment): ReportedPayment => {
  const mandate = additionalData?.['recurring.recurringDetailReference'];
  const shopper = additionalData?.['recurring.shopperReference'];
  return {
    ...(pspReference && { connectorTransactionId: pspReference }),
    ...(merchantReference && { connectorReference: merchantReference }),
    ...(amount && { amountMinor: amount.value, currency: amount.currency }),
    ...(mandate && { connectorMandateId: mandate }),
    ...(shopper && { connectorCustomerId: shopper }),
    ...(additionalData?.networkTxReference && {
      networkTransactionId: additionalData.networkTxReference,
    }),
  };
};

function challengeIn({ action }: Payment) {
  const { url, method, data } = action ?? {};
  if (!url) throw new Error('A challenge without an address.');
  return method === 'POST' ? { redirectForm: { url, fields: data ?? {} } } : { redirectUrl: url };
}

function declineIn({ refusalReason, refusalReasonCode, additionalData }: Payment): ConnectorError {
  const { refusalCodeRaw, refusalReasonRaw, merchantAdviceCode } = additionalData ?? {};
  // The advice is written as a code and its meaning: `03 : Do not try again`.
  const [advice] = merchantAdviceCode?.split(' : ') ?? [];
  return {
    ...(refusalReasonCode && { code: refusalReasonCode }),
    ...(refusalReason && { message: refusalReason, reason: refusalReason }),
    ...(refusalCodeRaw && { issuerCode: refusalCodeRaw }),
    ...(refusalReasonRaw && { issuerMessage: refusalReasonRaw }),
    ...(advice && { networkAdviceCode: advice }),
  };
}

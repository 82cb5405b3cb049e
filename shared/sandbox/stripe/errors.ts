import type { LedgerPayment } from '../ledger-payment.ts';
import { declineOf } from './declines.ts';

interface StripeErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  readonly code?: string | undefined;
  readonly message: string;
  readonly param?: string | undefined;
  readonly decline_code?: string | undefined;
}

/** A refusal, in the shape that Stripe publishes. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: { readonly error: StripeErrorBody };

  /** `more` holds other members of the error's body, such as the current payment intent. */
  constructor(status: number, error: StripeErrorBody, more: object = {}) {
    super(error.message);
    this.status = status;
    this.body = { error: { ...error, ...more } };
  }
}

interface InvalidRequest {
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

/** A request that Stripe refuses as it is: 400. */
export const invalidRequest = (error: InvalidRequest, more?: object) =>
  new StripeError(400, { type: 'invalid_request_error', ...error }, more);

/** An object in the path that does not exist for this key: 404. */
export const noSuch = (kind: string, id: string, param: string) =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${shown(id)}'`,
    param,
  });

/** An object in a parameter that does not exist for this key: 400. */
export const unknownReference = (kind: string, id: string, param: string) =>
  invalidRequest({
    code: 'resource_missing',
    message: `No such ${kind}: '${shown(id)}'`,
    param,
  });

/** Identifiers repeat in messages; anything else may be a secret. */
const shown = (id: string) => (/^[a-z]+_[A-Za-z0-9_]{1,64}$/.test(id) ? id : '…');

/** A card whose data are wrong: 402, and no intent is made. */
export const wrongCard = (code: string, message: string, param: string) =>
  new StripeError(402, {
    type: 'card_error',
    code,
    message,
    param: `payment_method_data[card][${param}]`,
  });

/** The members of an error about the failure of a payment; Stripe shows them in the intent too. */
export function describeFailure({ failure, paidBy }: Pick<LedgerPayment, 'failure' | 'paidBy'>) {
  const decline = failure && declineOf(failure.code);
  if (decline) {
    const { code, declineCode, message, networkCode } = decline;
    return {
      type: 'card_error' as const,
      code,
      ...(declineCode !== undefined && { decline_code: declineCode }),
      ...(networkCode !== undefined && { network_decline_code: networkCode }),
      message,
      doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    };
  }
  const code = paidBy
    ? 'payment_intent_payment_attempt_failed'
    : 'payment_intent_authentication_failure';
  return {
    type: 'invalid_request_error' as const,
    code,
    message: paidBy
      ? 'The payment failed.'
      : 'The provided PaymentMethod has failed authentication.',
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
  };
}

import * as v from 'valibot';
import { processors } from '../../sandbox/processors.ts';
import type {
  Addresses,
  Authorization,
  Connector,
  Credentials,
  Exchange,
  HttpResponse,
  PaymentOutcome,
  Reference,
} from '../connector.ts';

const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, credentials, addresses) => ({
    method: 'PUT',
    url: paymentUrl(input, addresses),
    headers: { ...keyHeader(credentials), 'content-type': 'application/json' },
    body: JSON.stringify({
      processor: input.connectorName,
      amount: input.amountMinor,
      currency: input.currency,
      capture_method: input.captureMethod,
      card: {
        number: input.card.number,
        expiry_month: input.card.expiryMonth,
        expiry_year: input.card.expiryYear,
        cvc: input.card.cvc,
        holder_name: input.card.holderName,
      },
      return_url: input.returnUrl,
    }),
  }),

  outcome: (response) =>
    refusals.has(response.status) ? refused(response) : paymentOutcome(response),
};

const sync: Exchange<Reference, PaymentOutcome> = {
  request: (input, credentials, addresses) => ({
    method: 'GET',
    url: paymentUrl(input, addresses),
    headers: keyHeader(credentials),
  }),

  // Only the processor's own words count: any server in between may say 404.
  outcome: (response) =>
    response.status === 404 && v.parse(Refusal, JSON.parse(response.body)).error.code === 'DC_01'
      ? { result: 'not_found' }
      : paymentOutcome(response),
};

/** The sandbox processor, under each of the names that it plays. */
export const sandboxConnectors: readonly Connector[] = processors.map((name) => ({
  name,
  authorize,
  sync,
}));

function paymentUrl({ reference }: Reference, { sandbox }: Addresses): string {
  if (!sandbox) throw new Error('The sandbox processor has no address in this deployment.');
  return `${sandbox.replace(/\/$/, '')}/payments/${encodeURIComponent(reference)}`;
}

function keyHeader(credentials: Credentials) {
  if (credentials.auth_type !== 'HeaderKey')
    throw new Error('The sandbox processor takes HeaderKey.');
  return { 'api-key': credentials.api_key };
}

const Refusal = v.object({ error: v.object({ code: v.string(), message: v.string() }) });

/**
 * Refusals after which no payment exists. A 409 is none of them: there is a payment of this reference,
 * for another amount, and only a sync can tell what became of it.
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 422]);

function refused({ body }: HttpResponse): PaymentOutcome {
  const { code, message } = v.parse(Refusal, JSON.parse(body)).error;
  return { result: 'declined', code, message };
}

const Payment = v.object({
  id: v.string(),
  reference: v.string(),
  status: v.picklist(['succeeded', 'authorized', 'processing', 'failed']),
  amount: v.pipe(v.number(), v.safeInteger()),
  currency: v.string(),
  next_action: v.nullable(v.object({ redirect_to_url: v.string() })),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
});

function paymentOutcome({ status: httpStatus, body }: HttpResponse): PaymentOutcome {
  if (httpStatus !== 200) throw new Error('An answer without a payment.');
  const payment = v.parse(Payment, JSON.parse(body));
  const echo = {
    connectorTransactionId: payment.id,
    connectorReference: payment.reference,
    amountMinor: payment.amount,
    currency: payment.currency,
  };
  switch (payment.status) {
    case 'succeeded':
      return { result: 'captured', capturedMinor: payment.amount, ...echo };
    case 'authorized':
      return { result: 'authorized', ...echo };
    case 'processing':
      return payment.next_action
        ? { result: 'challenged', redirectUrl: payment.next_action.redirect_to_url, ...echo }
        : { result: 'pending', ...echo };
    case 'failed':
      return { result: 'declined', ...payment.error, ...echo };
  }
}

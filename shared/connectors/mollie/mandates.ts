import * as v from 'valibot';
import { nameIn } from '../formats/addresses.ts';
import { pathTo } from '../formats/request.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { MandateReference, RevocationOutcome } from '../interface/mandates.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentSource } from '../interface/payments.ts';
import { isCardOnFile } from './methods.ts';
import { apiRequest } from './requests.ts';
import { refusalIn } from './responses.ts';

const IbanData = v.object({
  iban: v.string(),
  bank_account_holder_name: v.nullish(v.string()),
  billing_details: v.nullish(v.object({ name: v.nullish(v.string()) })),
});

/** The account of a SEPA debit; undefined for any other source. */
function debitIn(source: PaymentSource) {
  if (source.kind !== 'payment_method' || source.method !== 'bank_debit') return undefined;
  return v.is(IbanData, source.data) ? source.data : undefined;
}

/**
 * Which part of a series the payment is. A customer who agrees to later charges makes the first
 * payment. Mollie collects from a mandate without its customer (`recurring`), unless the customer
 * is there and pays by a card on file.
 *
 * @see https://docs.mollie.com/docs/recurring-payments
 * @see https://github.com/mollie/openapi/blob/main/specs.yaml (sequence-type, mandate-scopes)
 */
export function sequenceOf(input: Authorization): 'oneoff' | 'first' | 'recurring' {
  const { source, order, futureUsage, isVerification } = input;
  if (debitIn(source)) return 'recurring';
  if (source.kind === 'connector_mandate') {
    return order.initiator.by === 'customer' && isCardOnFile(source) ? 'oneoff' : 'recurring';
  }
  return futureUsage === 'off_session' || isVerification ? 'first' : 'oneoff';
}

/** Whether the payment belongs to a customer at Mollie, as every mandate does. */
export const hasCustomer = (input: Authorization): boolean =>
  input.source.kind === 'connector_mandate' || sequenceOf(input) !== 'oneoff';

const customersUrl = ({ urls }: ExchangeAccount): string => `${urls.api}v2/customers`;

const customerUrl = (account: ExchangeAccount, id: string | undefined, ...rest: string[]): string =>
  pathTo(customersUrl(account), id, "Mollie's id of the customer", rest.map(encodeURIComponent));

/** Makes the customer, to whom a mandate belongs. */
export const customerRequest = (
  { reference, order: { customer, billing } }: Authorization,
  account: ExchangeAccount,
) =>
  apiRequest('POST', customersUrl(account), account, {
    idempotencyKey: `${reference}-customer`,
    body: {
      name: customer?.name ?? nameIn(billing),
      email: customer?.email ?? billing?.email ?? undefined,
    },
  });

/**
 * Makes the mandate of a SEPA debit; undefined where the payment is none. Throws without the name
 * of the account's owner, which Mollie requires.
 *
 * @see https://github.com/mollie/openapi/blob/main/specs.yaml (mandate-request)
 */
export function debitMandateRequest(
  { reference, order, source }: Authorization,
  account: ExchangeAccount,
  customerId: string | undefined,
) {
  const debit = debitIn(source);
  if (!debit) return undefined;
  const owner =
    debit.bank_account_holder_name ??
    debit.billing_details?.name ??
    nameIn(order.billing) ??
    order.customer?.name;
  if (!owner) throw new Error('Mollie debits an account by the name of its owner.');
  return apiRequest('POST', customerUrl(account, customerId, 'mandates'), account, {
    idempotencyKey: `${reference}-mandate`,
    body: {
      method: 'directdebit',
      consumerName: owner,
      consumerAccount: debit.iban.replace(/\s/g, ''),
      signatureDate: signedOn(order),
    },
  });
}

/** The day of the customer's consent, such as `2026-01-31`. */
const signedOn = ({ customerAcceptance }: Order): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.exec(customerAcceptance?.acceptedAt ?? '')?.[0];

/** Mollie's answer about an object that was deleted before, as to a repeat of a revocation. */
const gone = 410;

/**
 * Revokes a mandate at Mollie.
 *
 * @see https://docs.mollie.com/reference/v2/mandates-api/revoke-mandate
 */
export const revokeMandate: Exchange<MandateReference, RevocationOutcome> = {
  request: ({ connectorMandateId, connectorCustomerId }, account) =>
    apiRequest(
      'DELETE',
      customerUrl(account, connectorCustomerId, 'mandates', connectorMandateId),
      account,
      { idempotencyKey: `${connectorMandateId}-revoke` },
    ),

  outcome(response) {
    const { status } = response;
    if (status === 204) return { result: 'revoked' };
    const refusal = refusalIn(response);
    return status === gone ? { result: 'revoked' } : { status, ...refusal };
  },
};

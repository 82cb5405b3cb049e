import { SwitchError } from '#platform/errors.ts';
import { compact } from '#platform/schema.ts';
import { fourDigitYear } from '#vault/cards/expiry.ts';
import type { Address } from '#vocabulary/address.ts';
import { typesOf } from '#vocabulary/payment-methods.ts';
import type { CreateCustomerRequest } from '../../customers/operations.ts';
import type { CardDetail } from '../instrument-variants.ts';
import type { CreatePaymentMethodRequest } from '../operations.ts';
import type { Credentials } from '../payment-method.ts';
import type { MaskedNumber } from './masked-number.ts';
import type { ConnectorMandateDetails, MandateRecords } from './migration-schemas.ts';

/** One payment method of another system. It may hold a card number, so it lives in memory only. */
export interface MigratedRecord {
  /** Created unless it exists. */
  readonly customer: CreateCustomerRequest & { readonly customer_id: string };
  readonly number: string | MaskedNumber;
  /** The card without its number. */
  readonly card: Omit<CardDetail, 'card_number'>;
  /** The facts beside the card. */
  readonly facts: Pick<
    CreatePaymentMethodRequest,
    | 'payment_method_type'
    | 'payment_method_issuer'
    | 'payment_method_issuer_code'
    | 'card_network'
    | 'metadata'
    | 'billing'
  >;
  readonly credentials: Credentials;
  /** Whether the record also has a network token, which is not taken. */
  readonly hasNetworkToken: boolean;
}

/**
 * Refuses a record that no payment could use.
 *
 * @throws SwitchError `not_implemented` for other methods than cards, `invalid_request`,
 * `precondition_failed` for an expiry that no card has, and `missing_param` for a masked card that
 * no connector mandate can charge
 */
export function checkRecord(
  { number, card, facts, credentials }: MigratedRecord,
  method: CreatePaymentMethodRequest['payment_method'],
): void {
  if (method != null && method !== 'card') {
    throw new SwitchError('not_implemented', { what: `Migrating a ${method}` });
  }
  const { payment_method_type: type } = facts;
  if (type && !typesOf.card.includes(type)) {
    throw new SwitchError('invalid_request', { message: "Invalid 'payment_method_type' provided" });
  }
  checkExpiryForm(card);
  const mandates = Object.keys(credentials.connectorMandates ?? {}).length;
  if (typeof number !== 'string' && mandates === 0) {
    throw new SwitchError('missing_param', { field: 'connector_mandate_details' });
  }
}

/**
 * Checks that an expiry is one that a card can have. It may be past: processors renew the cards
 * that they store.
 *
 * @throws SwitchError `precondition_failed`
 */
export function checkExpiryForm({
  card_exp_month: month,
  card_exp_year: year,
}: Pick<CardDetail, 'card_exp_month' | 'card_exp_year'>): void {
  const isMonth = /^\d{1,2}$/.test(month) && Number(month) >= 1 && Number(month) <= 12;
  if (!isMonth) throw precondition('Invalid Expiry Month');
  if (!/^20\d\d$/.test(fourDigitYear(year))) throw precondition('Invalid Expiry Year');
}

const precondition = (message: string) => new SwitchError('precondition_failed', { message });

/**
 * The credentials that `connector_mandate_details` state.
 *
 * @throws SwitchError `not_implemented` for mandates of payouts
 */
export function credentialsIn(
  details: ConnectorMandateDetails | null | undefined,
  networkTransactionId: string | null | undefined,
): Credentials {
  const records = paymentsIn(details ?? {});
  const entries = Object.entries(records);
  const customers = entries.flatMap(([id, { connector_customer_id: customerId }]) =>
    customerId == null ? [] : [[id, customerId] as const],
  );
  return compact({
    connectorMandates: entries.length > 0 ? mandatesOf(records) : undefined,
    connectorCustomers: customers.length > 0 ? Object.fromEntries(customers) : undefined,
    networkTransactionId,
  });
}

function paymentsIn(details: ConnectorMandateDetails): MandateRecords {
  if (!isInParts(details)) return details;
  if (Object.keys(details.payouts ?? {}).length > 0) {
    throw new SwitchError('not_implemented', { what: 'Migrating a mandate of payouts' });
  }
  return details.payments ?? {};
}

type InParts = Exclude<ConnectorMandateDetails, MandateRecords>;

/** A connector account is never called so, and a part has no mandate's id. */
const isInParts = (details: ConnectorMandateDetails): details is InParts =>
  Object.keys(details).every((name) => name === 'payments' || name === 'payouts') &&
  Object.values(details).every((part) => part == null || !('connector_mandate_id' in part));

const mandatesOf = (records: MandateRecords): NonNullable<Credentials['connectorMandates']> =>
  Object.fromEntries(
    Object.entries(records).map(([id, record]) => [
      id,
      {
        connectorMandateId: record.connector_mandate_id,
        ...compact({
          currency: record.original_payment_authorized_currency,
          amountMinor: record.original_payment_authorized_amount,
        }),
      },
    ]),
  );

/** The customer of a record, as its billing address describes it. */
export const customerOfBilling = (
  customerId: string,
  name: string | null | undefined,
  billing: Address | null | undefined,
): MigratedRecord['customer'] => ({
  customer_id: customerId,
  ...compact({
    name,
    email: billing?.email,
    phone: billing?.phone?.number,
    phone_country_code: billing?.phone?.country_code,
    address: billing?.address,
  }),
});

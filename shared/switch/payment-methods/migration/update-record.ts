import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { describeIssue } from '#platform/http/response/describe-issue.ts';
import { ownMember } from '#platform/own-member.ts';
import { compact, Identifier } from '#platform/schema.ts';
import { expiryOf } from '../check-payment-method.ts';
import {
  type CardChange,
  changedCard,
  type PaymentMethod,
  withRenewedCredentials,
} from '../payment-method.ts';
import type { PaymentMethodStore } from '../payment-method-store.ts';
import { type RestoreCardServices, restoreCard } from '../restore-card.ts';
import type { FileRow } from './file-rows.ts';
import { ExpiryDigits, NetworkTransactionId, ProcessorsName } from './migration-schemas.ts';
import { checkExpiryForm } from './record.ts';
import { AccountIds } from './record-of-row.ts';

/** The cells of a row; an empty cell changes nothing. */
const Row = v.object({
  payment_method_id: Identifier,
  /** Other statuses are made by the switch only. */
  status: v.optional(v.picklist(['active', 'inactive'])),
  network_transaction_id: v.optional(NetworkTransactionId),
  payment_instrument_id: v.optional(ProcessorsName),
  connector_customer_id: v.optional(ProcessorsName),
  merchant_connector_ids: v.optional(AccountIds),
  card_expiry_month: v.optional(ExpiryDigits),
  card_expiry_year: v.optional(ExpiryDigits),
});
type Row = v.InferOutput<typeof Row>;

/** The columns of a file with changes of payment methods. */
export const updateColumns: readonly string[] = Object.keys(Row.entries);

export interface UpdateServices extends RestoreCardServices {
  readonly paymentMethods: Pick<PaymentMethodStore, 'get' | 'save' | 'deactivate'>;
}

export interface UpdateContext {
  readonly merchantId: string;
  readonly configuration: Pick<Configuration, 'connectorAccounts'>;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Makes the changes of a row to a payment method. A row that changes nothing writes nothing, so the
 * same file may be sent again.
 *
 * @throws SwitchError `invalid_request`, `payment_method_not_found`, `connector_account_not_found`,
 * `precondition_failed`, `payment_method_data_not_found`, `concurrent_update`,
 * `temporarily_unavailable`
 */
export async function updateRecord(
  { cells, wrong }: FileRow,
  context: UpdateContext,
  services: UpdateServices,
): Promise<{ readonly paymentMethod: PaymentMethod; readonly statesExpiry: boolean }> {
  if (wrong !== undefined) throw invalid(wrong);
  const parsed = v.safeParse(Row, cells, { abortEarly: true });
  if (!parsed.success) throw invalid(describeIssue(parsed.issues[0]));
  const row = parsed.output;
  const accountIds = accountsOf(row, context);
  const before = await services.paymentMethods.get(context.merchantId, row.payment_method_id);
  const { status, network_transaction_id: networkTransactionId } = row;
  if (status !== undefined && !['active', 'inactive'].includes(before.status)) {
    throw invalid(`A payment method with the status ${before.status} cannot be ${status}`);
  }
  const credited = withRenewedCredentials(before, {
    ...renewedMandates(row, before, accountIds),
    ...compact({ networkTransactionId }),
  });
  const statesExpiry = row.card_expiry_month !== undefined || row.card_expiry_year !== undefined;
  const saved = await save(before, credited, row, context, services);
  const paymentMethod = await withStatus(saved, status, services);
  return { paymentMethod, statesExpiry };
}

async function withStatus(
  paymentMethod: PaymentMethod,
  status: Row['status'],
  { paymentMethods }: UpdateServices,
): Promise<PaymentMethod> {
  if (status === undefined || status === paymentMethod.status) return paymentMethod;
  return status === 'inactive'
    ? paymentMethods.deactivate(paymentMethod)
    : paymentMethods.save({ ...paymentMethod, status });
}

const invalid = (message: string) => new SwitchError('invalid_request', { message });

function accountsOf(
  { merchant_connector_ids: ids = [] }: Row,
  { configuration: { connectorAccounts } }: UpdateContext,
): readonly string[] {
  const isOwn = (id: string) => connectorAccounts.some((account) => account.id === id);
  if (ids.every(isOwn)) return ids;
  throw new SwitchError('connector_account_not_found');
}

/** The stated credentials of processors. A customer's name there changes only beside a mandate. */
function renewedMandates(row: Row, before: PaymentMethod, accountIds: readonly string[]) {
  const { payment_instrument_id: connectorMandateId, connector_customer_id: customerId } = row;
  if (connectorMandateId === undefined && customerId === undefined) return {};
  if (accountIds.length === 0) throw invalid('merchant_connector_ids is missing');
  const lacking = accountIds.find((id) => ownMember(before.connectorMandates, id) === undefined);
  if (connectorMandateId === undefined && lacking !== undefined) {
    throw invalid('a merchant_connector_id does not exist in payments connector_mandate_details');
  }
  const byAccount = <T>(value: T) => Object.fromEntries(accountIds.map((id) => [id, value]));
  return {
    ...(connectorMandateId !== undefined && {
      connectorMandates: Object.fromEntries(
        accountIds.map((id) => [
          id,
          { ...ownMember(before.connectorMandates, id), connectorMandateId },
        ]),
      ),
    }),
    ...(customerId !== undefined && { connectorCustomers: byAccount(customerId) }),
  };
}

async function save(
  before: PaymentMethod,
  next: PaymentMethod,
  row: Row,
  context: UpdateContext,
  services: UpdateServices,
): Promise<PaymentMethod> {
  const change = expiryChange(row, before);
  if (before.card && change) {
    const { card, changes } = changedCard(before.card, change);
    const changed = { ...next, card };
    if (changes === 'in the vault') {
      return restoreCard({ ...context, id: before.id }, changed, services);
    }
    if (changes === 'outside the vault') return services.paymentMethods.save(changed);
  }
  return next === before ? before : services.paymentMethods.save(next);
}

/** The new expiry. Throws `precondition_failed`, and `payment_method_data_not_found` without a card. */
function expiryChange(
  { card_expiry_month: month, card_expiry_year: year }: Row,
  { card }: PaymentMethod,
): CardChange | undefined {
  if (month === undefined && year === undefined) return undefined;
  if (!card) throw new SwitchError('payment_method_data_not_found');
  const expiry = {
    card_exp_month: month ?? card.expiryMonth,
    card_exp_year: year ?? card.expiryYear,
  };
  checkExpiryForm(expiry);
  return expiryOf(expiry);
}

/** The connector mandates of a payment method, as answers show them; null without any. */
export function presentConnectorMandates({ connectorMandates, connectorCustomers }: PaymentMethod) {
  const entries = Object.entries(connectorMandates ?? {});
  if (entries.length === 0) return null;
  const payments = entries.map(([id, { connectorMandateId, currency, amountMinor }]) => [
    id,
    {
      connector_mandate_id: connectorMandateId,
      original_payment_authorized_amount: amountMinor ?? null,
      original_payment_authorized_currency: currency ?? null,
      connector_customer_id: ownMember(connectorCustomers, id) ?? null,
    },
  ]);
  return { payments: Object.fromEntries(payments) };
}

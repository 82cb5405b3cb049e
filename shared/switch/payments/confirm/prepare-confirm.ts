import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { withRecord } from '../../customers/customer-copy.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import { upsertCustomer } from '../../customers/upsert-customer.ts';
import type { CardServices } from '../card-services.ts';
import { openConnectorAccess } from '../connector-access.ts';
import { type Confirmation, startAttempt } from '../lifecycle/attempts.ts';
import type { PaymentServices } from '../payment-services.ts';
import { auditContextOf } from '../payment-source/attached-card.ts';
import { shouldSaveCard } from '../payment-source/save-card.ts';
import { type VaultCleanup, vaultCleanup } from '../payment-source/vault-cleanup.ts';
import { loadPaymentSources, type PaymentSources } from './payment-sources.ts';
import type { PlannedConfirm } from './plan-payment.ts';

type Services = PaymentServices & CardServices;

/** A confirm with all that the steps from the save on need. */
export interface ReadyConfirm extends PlannedConfirm {
  /** The open credentials of the first connector account. */
  readonly access: ConnectorAccess;
  /** The planned confirmation, completed from the customer's record. */
  readonly confirmation: Confirmation;
  readonly auditContext: VaultRequest;
  readonly sources: PaymentSources;
  readonly cleanup: VaultCleanup;
}

/**
 * Opens and loads everything for the steps from the save on: the credentials of the connector
 * account, the customer's record and the payment source.
 *
 * @throws SwitchError for a payment that is too large, and those of `loadPaymentSources`
 */
export async function prepareConfirm(
  planned: PlannedConfirm,
  services: Services,
): Promise<ReadyConfirm> {
  const { payment, configuration, plan } = planned;
  const { merchantId, id: paymentId } = payment;
  checkSize(planned, plan.confirmation, services);
  const access = await openConnectorAccess(plan.account, configuration, services.secrets);
  const confirmation = await completeConfirmation(planned, services);
  const auditContext = auditContextOf({ ...planned, merchantId, paymentId });
  const sources = await loadPaymentSources(planned, auditContext, services);
  const cleanup = vaultCleanup(auditContext, services);
  return { ...planned, access, confirmation, auditContext, sources, cleanup };
}

/** The planned confirmation, with the record of its customer; a stated new customer is created. */
async function completeConfirmation(
  planned: PlannedConfirm,
  services: Services,
): Promise<Confirmation> {
  const { payment, plan, whole, body, now } = planned;
  // A customer named by an earlier request may be deleted by now. Then no card is saved for that
  // customer.
  const customer = requestCustomerOf(shouldSaveCard(whole) ? whole : body);
  const record = await upsertCustomer(payment.merchantId, customer, services.customers, now);
  const completed = withRecord(plan.confirmation, record);
  if (completed !== plan.confirmation) checkSize(planned, completed, services);
  return completed;
}

/** Refuses a payment that would be too large for the table. */
const checkSize = (
  { payment, now }: PlannedConfirm,
  confirmation: Confirmation,
  { switchUrl }: Services,
): void => checkRequestSize(startAttempt(payment, { ...confirmation, switchUrl }, now));

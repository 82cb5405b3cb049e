import type { PaymentSource } from '#connectors/interface/payments.ts';
import { SwitchError } from '#platform/errors.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import type { CardServices } from '../card-services.ts';
import type { PaymentServices } from '../payment-services.ts';
import { attachedCardToDelete } from '../payment-source/attached-card.ts';
import {
  connectorMandateSource,
  erasePaymentSource,
  type LoadedPaymentSource,
  loadPaymentSource,
  toConnectorSource,
} from '../payment-source/payment-source.ts';
import type { PlannedConfirm } from './plan-payment.ts';

/** The payment sources of one confirm, in memory. */
export interface PaymentSources {
  /** For the first attempt. */
  readonly first: LoadedPaymentSource;
  /**
   * The first one as its connector gets it, with the card's cvc from the vault. Only the caller
   * that won the save may call it, and only once.
   */
  open(): Promise<PaymentSource>;
  /**
   * Loads the card behind a connector mandate, for another processor: once, however often it is
   * called. Undefined when the vault no longer has it.
   */
  loadCard(): Promise<PaymentSource | undefined>;
  /** Overwrites the secret parts of all that was loaded. */
  erase(): void;
}

/**
 * Loads the payment source of the first attempt: the stored credential of its account, else the
 * card or the data of the request.
 *
 * @throws SwitchError `temporarily_unavailable`, `concurrent_update` or the error of the stored
 * card when the vault no longer has it
 */
export async function loadPaymentSources(
  confirm: PlannedConfirm,
  auditContext: VaultRequest,
  services: PaymentServices & CardServices,
): Promise<PaymentSources> {
  const { plan, whole, credential } = confirm;
  const own = plan.connectorMandates.get(plan.account.id);
  const load = () => loadPaymentSource(whole, credential.card, auditContext, services);
  const first: LoadedPaymentSource | undefined = own
    ? { kind: 'other', source: connectorMandateSource(own.connectorMandateId, plan.method) }
    : await load();
  if (!first) throw await missingCardError(confirm, services);

  const loaded = [first];
  const loadLater = async () => {
    const later = await load();
    if (later) loaded.push(later);
    return later && toConnectorSource(later, auditContext, services);
  };
  let later: Promise<PaymentSource | undefined> | undefined;
  return {
    first,
    open: () => toConnectorSource(first, auditContext, services),
    loadCard() {
      later ??= loadLater();
      return later;
    },
    erase() {
      for (const one of loaded) erasePaymentSource(one);
    },
  };
}

/**
 * The error when the card is gone. A racing confirm may have won the save and deleted the attached
 * card: then it is `concurrent_update`.
 */
async function missingCardError(
  { payment, credential: { card } }: PlannedConfirm,
  { payments }: Pick<PaymentServices, 'payments'>,
): Promise<Error> {
  if (!card) return new Error('Only a stored card can be missing.');
  const attached = attachedCardToDelete(payment);
  if (attached === undefined || card.token !== attached) return card.missingCardError();
  const current = await payments.get(payment.merchantId, payment.id);
  return current.version === payment.version
    ? card.missingCardError()
    : new SwitchError('concurrent_update');
}

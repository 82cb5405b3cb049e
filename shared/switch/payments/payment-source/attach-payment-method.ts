import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { CardServices } from '../card-services.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { attachCard, type CardAttachment } from './attached-card.ts';
import { attachMethod, type MethodAttachment } from './attached-method.ts';

interface AttachmentServices extends Pick<CardServices, 'vault' | 'paymentMethods'> {
  readonly configurations: Pick<ConfigurationStore, 'recent'>;
  readonly secrets: Pick<MerchantSecrets, 'seal'>;
}

/**
 * Attaches the payment method of an unconfirmed payment: a card in the vault, anything else in the
 * payment itself. Undefined without a payment method, or for data that must not be stored.
 *
 * @throws SwitchError those of `attachCard`
 */
export async function attachPaymentMethod(
  request: PaymentRequest,
  context: Parameters<typeof attachCard>[1],
  services: AttachmentServices,
): Promise<CardAttachment | MethodAttachment | undefined> {
  const { merchantId, paymentId: id } = context;
  // A merchant's key never changes, so a recent configuration is enough.
  const keyOwner = async () => (await services.configurations.recent(merchantId)).account;
  return (
    (await attachCard(request, context, services)) ??
    (await attachMethod(request, { payment: { merchantId, id }, keyOwner }, services))
  );
}

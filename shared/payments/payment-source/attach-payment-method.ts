import type { ConfigurationStore } from '../../accounts/configuration-store.ts';
import type { MerchantSecrets } from '../../secrets/merchant-secrets.ts';
import type { CardServices } from '../card-services.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { attachCard, type CardAttachment } from './attached-card.ts';
import { attachMethod, type MethodAttachment } from './attached-method.ts';

interface AttachmentServices extends Pick<CardServices, 'vault' | 'paymentMethods'> {
  readonly configurations: Pick<ConfigurationStore, 'recent'>;
  readonly secrets: Pick<MerchantSecrets, 'seal'>;
}

/**
 * What a payment keeps of what a request that does not confirm says to pay with: a card waits in the
 * vault, everything else in the payment. Undefined where it says nothing, or what is kept nowhere.
 *
 * @throws SwitchError what `held` does
 */
export async function attachPaymentMethod(
  request: PaymentRequest,
  context: Parameters<typeof attachCard>[1],
  services: AttachmentServices,
): Promise<CardAttachment | MethodAttachment | undefined> {
  const { merchantId, paymentId: id } = context;
  // A merchant's key is always the same, so what was read a moment ago will do.
  const keyOwner = async () => (await services.configurations.recent(merchantId)).account;
  return (
    (await attachCard(request, context, services)) ??
    (await attachMethod(request, { payment: { merchantId, id }, keyOwner }, services))
  );
}

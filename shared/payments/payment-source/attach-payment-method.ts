import type { ConfigurationStore } from '../../accounts/configuration-store.ts';
import type { MerchantSecrets } from '../../secrets/merchant-secrets.ts';
import type { CardServices } from '../card-services.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { type Held, held } from './attached-card.ts';
import { type KeptMethod, keptMethod } from './attached-method.ts';

interface HoldingServices extends Pick<CardServices, 'vault' | 'paymentMethods'> {
  readonly configurations: Pick<ConfigurationStore, 'recent'>;
  readonly secrets: Pick<MerchantSecrets, 'seal'>;
}

/**
 * What a payment keeps of what a request that does not confirm says to pay with: a card waits in the
 * vault, everything else in the payment. Undefined where it says nothing, or what is kept nowhere.
 *
 * @throws SwitchError what `held` does
 */
export async function heldMeans(
  request: PaymentRequest,
  holding: Parameters<typeof held>[1],
  services: HoldingServices,
): Promise<Held | KeptMethod | undefined> {
  const { merchantId, paymentId: id } = holding;
  // A merchant's key is always the same, so what was read a moment ago will do.
  const holder = async () => (await services.configurations.recent(merchantId)).account;
  return (
    (await held(request, holding, services)) ??
    (await keptMethod(request, { payment: { merchantId, id }, holder }, services))
  );
}

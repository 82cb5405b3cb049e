import * as v from 'valibot';
import { DecryptFailed } from '../../crypto/aead.ts';
import { SwitchError } from '../../errors.ts';
import { log } from '../../log.ts';
import type { KeyHolder, MerchantSecrets } from '../../secrets/merchant-secrets.ts';
import { type Payment, SealedPaymentMethodData } from '../payment.ts';
import {
  belongsInVault,
  hasVariant,
  isFreeOfSecrets,
  type MaskedPaymentMethodData,
  PaymentMethodData,
} from '../payment-method-data/payment-method-data.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { maskedMethodOf } from '../request/terms.ts';

/** What a payment that is not confirmed keeps of what it will be paid with. */
export interface MethodAttachment {
  /** What may be shown of it. */
  readonly paymentMethodData: MaskedPaymentMethodData;
  /** As it came, in the words of the API; sealed where something of it is secret. */
  readonly attachedMethod: PaymentMethodData | SealedPaymentMethodData;
}

type PaymentKey = Pick<Payment, 'merchantId' | 'id'>;

/** Where it is kept, which is part of how it is sealed: it opens for no other payment. */
const placeOf = ({ merchantId, id }: PaymentKey) => `PAYMENT|${merchantId}|${id}`;

/**
 * What is kept of a request that does not confirm. Data with secrets are sealed with the merchant's own
 * key, others are kept as they came. What belongs in the vault is neither, so a payment that was told
 * of such still waits for its payment method: undefined.
 *
 * @param holding.holder whose key it is; asked for only where something is sealed
 */
export async function attachMethod(
  request: PaymentRequest,
  {
    payment,
    keyOwner,
  }: { readonly payment: PaymentKey; readonly keyOwner: () => Promise<KeyHolder> },
  { secrets }: { readonly secrets: Pick<MerchantSecrets, 'seal'> },
): Promise<MethodAttachment | undefined> {
  const { payment_method_data: data } = request;
  const paymentMethodData = maskedMethodOf(request);
  if (!data || !paymentMethodData || !hasVariant(data)) return undefined;
  if (isFreeOfSecrets(data)) return { paymentMethodData, attachedMethod: data };
  if (belongsInVault(data)) return undefined;
  const sealed = await secrets.seal(await keyOwner(), placeOf(payment), data);
  return { paymentMethodData, attachedMethod: { sealed: Buffer.from(sealed).toString('base64') } };
}

/**
 * The request as it reads with what the payment was told it would be paid with, where it says nothing.
 * What was sealed is in clear in what is returned and nowhere else, for as long as one request takes.
 *
 * @throws SwitchError `missing_param` where what is kept was not sealed for this payment
 */
export async function withAttachedMethod(
  request: PaymentRequest,
  payment: Payment,
  keyOwner: KeyHolder,
  services: { readonly secrets: Pick<MerchantSecrets, 'open'> },
): Promise<PaymentRequest> {
  const { payment_method_data: data } = request;
  const { attachedMethod } = payment;
  if (attachedMethod === undefined || namesItsOwn(request)) return request;
  const attached = v.is(SealedPaymentMethodData, attachedMethod)
    ? await openSealedMethod(attachedMethod, payment, keyOwner, services)
    : v.parse(PaymentMethodData, attachedMethod);
  const billing = data && typeof data !== 'string' ? data.billing : undefined;
  const isNew = billing && typeof attached !== 'string';
  return { ...request, payment_method_data: isNew ? { ...attached, billing } : attached };
}

async function openSealedMethod(
  { sealed }: SealedPaymentMethodData,
  payment: PaymentKey,
  keyOwner: KeyHolder,
  { secrets }: { readonly secrets: Pick<MerchantSecrets, 'open'> },
): Promise<PaymentMethodData> {
  try {
    const bytes = Buffer.from(sealed, 'base64');
    return await secrets.open(keyOwner, placeOf(payment), bytes, PaymentMethodData);
  } catch (error) {
    if (!(error instanceof DecryptFailed)) throw error;
    // Somebody has changed the table. Nobody is charged by that, and who pays can say again with what.
    log.error('held payment method does not open', error, { paymentId: payment.id });
    throw new SwitchError('missing_param', { field: 'payment_method_data' });
  }
}

const namesItsOwn = (request: PaymentRequest): boolean =>
  Boolean(
    (request.payment_method_data && hasVariant(request.payment_method_data)) ||
      request.payment_token ||
      request.recurring_details ||
      request.mandate_id ||
      request.ctp_service_details,
  );

import * as v from 'valibot';
import { DecryptFailed } from '#platform/crypto/aead.ts';
import { SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import type { KeyHolder, MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
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

/** The payment method data attached to an unconfirmed payment. */
export interface MethodAttachment {
  /** The data as it may be shown. */
  readonly paymentMethodData: MaskedPaymentMethodData;
  /** In the words of the API; sealed when it contains secrets. */
  readonly attachedMethod: PaymentMethodData | SealedPaymentMethodData;
}

type PaymentKey = Pick<Payment, 'merchantId' | 'id'>;

/**
 * The place of sealed data. It is authenticated as part of the seal, so the data opens for no other
 * payment.
 */
const placeOf = ({ merchantId, id }: PaymentKey) => `PAYMENT|${merchantId}|${id}`;

/**
 * Attaches the payment method data of an unconfirmed payment. Data with secrets is sealed with the
 * merchant's own key; other data is stored as it came. Data that may only be in the vault is not
 * stored, and the payment still requires a payment method: undefined.
 *
 * @param context.keyOwner the owner of the key; called only when something is sealed
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
 * The request with the attached payment method data, when it has none itself. Opened data is only
 * in the result, and lives for one request.
 *
 * @throws SwitchError `missing_param` when the attached data was not sealed for this payment
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
    // The item was changed in the table. No charge results; the payer can state the payment method
    // again.
    log.error('attached payment method does not open', error, { paymentId: payment.id });
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

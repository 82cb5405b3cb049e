import type { PaymentSource } from '#connectors/interface/payments.ts';

/** The data of a wallet as the payment's source. */
export const wallet = (
  type: 'apple_pay' | 'google_pay',
  data: Readonly<Record<string, unknown>>,
): PaymentSource => ({ kind: 'payment_method', method: 'wallet', type, shape: type, data });

export const applePayload = '{"version":"EC_v1","data":"AAA","signature":"MIAG"}';

/** A card as Apple encrypts it for the processor. */
export const encryptedApple = wallet('apple_pay', {
  payment_data: Buffer.from(applePayload).toString('base64'),
  payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
  transaction_identifier: 't_1',
});

/** A card of a device that the merchant has decrypted. */
export const decryptedApple = wallet('apple_pay', {
  payment_data: {
    application_primary_account_number: '4111111111111111',
    application_expiration_month: '02',
    application_expiration_year: '2035',
    payment_data: { online_payment_cryptogram: 'AAAB=', eci_indicator: '05' },
  },
});

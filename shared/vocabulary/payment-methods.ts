import * as v from 'valibot';

/** The family of a payment method. */
export const PaymentMethod = v.picklist([
  'card',
  'card_redirect',
  'pay_later',
  'wallet',
  'bank_redirect',
  'bank_transfer',
  'crypto',
  'bank_debit',
  'reward',
  'real_time_payment',
  'upi',
  'voucher',
  'gift_card',
  'open_banking',
  'mobile_payment',
  'network_token',
]);
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

// biome-ignore format: words read better in rows.
const paymentMethodTypes = [
  'ach', 'affirm', 'afterpay_clearpay', 'alfamart', 'ali_pay', 'ali_pay_hk', 'alma', 'amazon_pay',
  'apple_pay', 'atome', 'bacs', 'bancontact_card', 'bca_bank_transfer', 'becs', 'benefit',
  'bhn_card_network', 'bizum', 'blik', 'bluecode', 'bni_va', 'boleto', 'breadpay', 'bri_va',
  'card_redirect', 'cashapp', 'cimb_va', 'classic', 'credit', 'crypto_currency', 'dana',
  'danamon_va', 'debit', 'direct_carrier_billing', 'duit_now', 'efecty', 'eft', 'eft_debit_order',
  'eps', 'evoucher', 'family_mart', 'flexiti', 'fps', 'gcash', 'giropay', 'givex', 'go_pay',
  'google_pay', 'ideal', 'indomaret', 'indonesian_bank_transfer', 'instant_bank_transfer',
  'instant_bank_transfer_finland', 'instant_bank_transfer_poland', 'interac', 'kakao_pay', 'klarna',
  'knet', 'lawson', 'local_bank_redirect', 'local_bank_transfer', 'mandiri_va', 'mb_way',
  'mifinity', 'mini_stop', 'mobile_pay', 'momo', 'momo_atm', 'multibanco', 'network_token',
  'online_banking_czech_republic', 'online_banking_finland', 'online_banking_fpx',
  'online_banking_poland', 'online_banking_slovakia', 'online_banking_thailand', 'open_banking',
  'open_banking_pis', 'open_banking_uk', 'oxxo', 'pago_efectivo', 'pay_bright', 'pay_easy',
  'pay_safe_card', 'payjustnow', 'paypal', 'paysera', 'paze', 'permata_bank_transfer', 'pix',
  'pix_automatico_push', 'pix_automatico_qr', 'pix_emv', 'pix_key', 'pix_qr', 'prompt_pay',
  'przelewy24', 'pse', 'qris', 'red_compra', 'red_pagos', 'revolut_pay', 'samsung_pay', 'seicomart',
  'sepa', 'sepa_bank_transfer', 'sepa_guarenteed_debit', 'seven_eleven', 'skrill', 'sofort',
  'swish', 'touch_n_go', 'trustly', 'twint', 'upi_collect', 'upi_intent', 'upi_qr', 'venmo',
  'viet_qr', 'vipps', 'walley', 'we_chat_pay',
] as const;

/** The exact type of a payment method. */
export const PaymentMethodType = v.picklist(paymentMethodTypes);
export type PaymentMethodType = v.InferOutput<typeof PaymentMethodType>;

/**
 * The types that a payment may state for each payment method. A few types belong to two methods.
 */
// biome-ignore format: words read better in rows.
export const typesOf: Record<PaymentMethod, readonly PaymentMethodType[]> = {
  card: ['credit', 'debit'],
  card_redirect: ['knet', 'benefit', 'momo_atm', 'card_redirect'],
  pay_later: [
    'affirm', 'afterpay_clearpay', 'alma', 'atome', 'breadpay', 'flexiti', 'klarna', 'pay_bright',
    'payjustnow', 'walley',
  ],
  wallet: [
    'ali_pay', 'ali_pay_hk', 'amazon_pay', 'apple_pay', 'bluecode', 'cashapp', 'dana', 'gcash',
    'go_pay', 'google_pay', 'kakao_pay', 'mb_way', 'mifinity', 'mobile_pay', 'momo', 'paypal',
    'paysera', 'paze', 'revolut_pay', 'samsung_pay', 'skrill', 'swish', 'touch_n_go', 'twint',
    'vipps', 'venmo', 'we_chat_pay',
  ],
  bank_redirect: [
    'bancontact_card', 'bizum', 'blik', 'eft', 'eps', 'giropay', 'ideal', 'interac',
    'local_bank_redirect', 'online_banking_czech_republic', 'online_banking_finland',
    'online_banking_fpx', 'online_banking_poland', 'online_banking_slovakia',
    'online_banking_thailand', 'open_banking', 'open_banking_uk', 'open_banking_pis', 'przelewy24',
    'sofort', 'trustly',
  ],
  bank_transfer: [
    'ach', 'bacs', 'bca_bank_transfer', 'bni_va', 'bri_va', 'cimb_va', 'danamon_va',
    'indonesian_bank_transfer', 'instant_bank_transfer', 'instant_bank_transfer_finland',
    'instant_bank_transfer_poland', 'local_bank_transfer', 'mandiri_va', 'multibanco',
    'permata_bank_transfer', 'pix', 'pix_automatico_push', 'pix_automatico_qr', 'pix_emv',
    'pix_key', 'pix_qr', 'pse', 'sepa_bank_transfer',
  ],
  crypto: ['crypto_currency'],
  bank_debit: ['ach', 'bacs', 'becs', 'eft_debit_order', 'sepa', 'sepa_guarenteed_debit'],
  reward: ['classic', 'evoucher'],
  real_time_payment: ['duit_now', 'fps', 'prompt_pay', 'qris', 'viet_qr'],
  upi: ['upi_collect', 'upi_intent', 'upi_qr'],
  voucher: [
    'alfamart', 'boleto', 'efecty', 'family_mart', 'indomaret', 'lawson', 'mini_stop', 'oxxo',
    'pago_efectivo', 'pay_easy', 'red_compra', 'red_pagos', 'seicomart', 'seven_eleven',
  ],
  gift_card: ['bhn_card_network', 'givex', 'pay_safe_card'],
  open_banking: ['open_banking_pis'],
  mobile_payment: ['direct_carrier_billing'],
  network_token: ['network_token'],
};

/** How a customer uses a payment method. */
export const PaymentExperience = v.picklist([
  'redirect_to_url',
  'invoke_sdk_client',
  'display_qr_code',
  'one_click',
  'link_wallet',
  'invoke_payment_app',
  'display_wait_screen',
  'collect_otp',
]);
export type PaymentExperience = v.InferOutput<typeof PaymentExperience>;

/** The card networks in our spelling. The API of Hyperswitch lacks Bancontact, Dankort and eftpos. */
// biome-ignore format: names read better in rows.
export const cardNetworks = [
  'Visa', 'Mastercard', 'AmericanExpress', 'JCB', 'DinersClub', 'Discover', 'CartesBancaires',
  'Bancontact', 'Dankort', 'EftposAustralia', 'UnionPay', 'Interac', 'RuPay', 'Maestro', 'Star',
  'Pulse', 'Accel', 'Nyce',
] as const;

/** Those that Hyperswitch's clients know: an answer has another only where a merchant stated it. */
export const publishedCardNetworks: readonly (typeof cardNetworks)[number][] = cardNetworks.filter(
  (one) => one !== 'Bancontact' && one !== 'Dankort' && one !== 'EftposAustralia',
);

const inCapitals = (network: string) => network.toUpperCase();

/** A card network. Capital letters are accepted too; the output always has our spelling. */
export const CardNetwork = v.pipe(
  // JCB is the same in both spellings.
  v.picklist([...new Set([...cardNetworks, ...cardNetworks.map(inCapitals), 'AMEX'])]),
  // Only AMEX is no network's name.
  v.transform(
    (spelling) =>
      cardNetworks.find((one) => inCapitals(one) === inCapitals(spelling)) ?? 'AmericanExpress',
  ),
);
export type CardNetwork = v.InferOutput<typeof CardNetwork>;

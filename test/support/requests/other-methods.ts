import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

/** One way to pay that is not a card, as a merchant's request states it. */
export interface MethodRequest {
  readonly payment_method: PaymentMethod;
  readonly payment_method_type: PaymentMethodType;
  readonly payment_method_data: string | Readonly<Record<string, unknown>>;
}

/** How the sandbox processor takes it: the merchant's next status. */
export type Next =
  | 'succeeded'
  | 'processing'
  | 'redirect_to_url'
  | 'qr_code_information'
  | 'display_voucher_information'
  | 'display_bank_transfer_information'
  | 'wait_screen_information'
  | 'invoke_upi_intent_sdk'
  | 'invoke_upi_qr_flow'
  | 'collect_otp'
  | 'invoke_sdk_client'
  | 'third_party_sdk_session_token';

type Row = readonly [type: PaymentMethodType, data: unknown, next: Next];

const applePay = {
  payment_data: 'ZW5jcnlwdGVkIGJ5IHRoZSB3YWxsZXQ=',
  payment_method: { display_name: 'Visa 0492', network: 'Visa', type: 'debit' },
  transaction_identifier: '3cee896791d47a4e',
};
const googlePay = {
  type: 'CARD',
  description: 'Visa Card-0492',
  info: { card_network: 'VISA', card_details: '0492' },
  tokenization_data: { type: 'PAYMENT_GATEWAY', token: '{"signature":"MEUCIQDh"}' },
};
const networkToken = {
  network_token: '4242424242424242',
  token_exp_month: '10',
  token_exp_year: '2039',
  token_cryptogram: 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=',
};
const buyer = { first_name: 'Joseph', last_name: 'Doe', email: 'joseph.doe@example.com' };
const shape =
  (name: string, details: object = {}) =>
  (): unknown => ({ [name]: details });
const redirect = (type: PaymentMethodType, name = `${type}_redirect`, details = {}): Row => [
  type,
  shape(name, details)(),
  'redirect_to_url',
];
const virtualAccount = (type: PaymentMethodType, name: string): Row => [
  type,
  { [name]: {} },
  'display_bank_transfer_information',
];
const qr = (type: PaymentMethodType, name: string = type): Row => [
  type,
  { [name]: {} },
  'qr_code_information',
];
const voucher = (type: PaymentMethodType, data: unknown = { [type]: buyer }): Row => [
  type,
  data,
  'display_voucher_information',
];
const debit = (type: PaymentMethodType, name: string, account: object): Row => [
  type,
  { [name]: account },
  'processing',
];

/** For every payment method but cards, each of its types with data that a shop could send. */
const rows: Readonly<Record<Exclude<PaymentMethod, 'card'>, readonly Row[]>> = {
  network_token: [['network_token', networkToken, 'succeeded']],
  card_redirect: [
    redirect('knet', 'knet'),
    redirect('benefit', 'benefit'),
    redirect('momo_atm', 'momo_atm'),
    redirect('card_redirect', 'card_redirect'),
  ],
  pay_later: [
    redirect('affirm'),
    redirect('afterpay_clearpay', 'afterpay_clearpay_redirect', {
      billing_email: buyer.email,
      billing_name: 'Joseph Doe',
    }),
    redirect('alma'),
    redirect('atome'),
    redirect('breadpay'),
    redirect('flexiti'),
    redirect('klarna', 'klarna_redirect', { billing_email: buyer.email, billing_country: 'DE' }),
    redirect('pay_bright'),
    redirect('payjustnow'),
    redirect('walley'),
  ],
  wallet: [
    redirect('ali_pay'),
    redirect('ali_pay_hk'),
    redirect('amazon_pay'),
    ['apple_pay', { apple_pay: applePay }, 'succeeded'],
    redirect('bluecode'),
    qr('cashapp', 'cashapp_qr'),
    redirect('dana'),
    redirect('gcash'),
    redirect('go_pay'),
    ['google_pay', { google_pay: googlePay }, 'succeeded'],
    redirect('kakao_pay'),
    redirect('mb_way', 'mb_way_redirect', { telephone_number: '+351910000000' }),
    redirect('mifinity', 'mifinity', { date_of_birth: '1990-01-01' }),
    redirect('mobile_pay'),
    redirect('momo'),
    redirect('paypal'),
    redirect('paysera', 'paysera'),
    ['paze', { paze: { complete_response: 'eyJhbGciOiJSUzI1NiJ9' } }, 'succeeded'],
    redirect('revolut_pay', 'revolut_pay'),
    [
      'samsung_pay',
      { samsung_pay: { payment_credential: { card_last4digits: '0492' } } },
      'succeeded',
    ],
    redirect('skrill', 'skrill'),
    qr('swish', 'swish_qr'),
    redirect('touch_n_go'),
    redirect('twint'),
    redirect('vipps'),
    redirect('venmo', 'paypal_redirect'),
    redirect('we_chat_pay'),
  ],
  bank_redirect: [
    redirect('bancontact_card', 'bancontact_card', {
      card_number: '4242424242424242',
      card_exp_month: '10',
      card_exp_year: '39',
      card_holder_name: 'Joseph Doe',
    }),
    redirect('bizum', 'bizum'),
    ['blik', { blik: { blik_code: '777123' } }, 'wait_screen_information'],
    redirect('eft', 'eft', { provider: 'ozow' }),
    redirect('eps', 'eps', { bank_name: 'bank_austria', country: 'AT' }),
    redirect('giropay', 'giropay', { country: 'DE' }),
    redirect('ideal', 'ideal', { bank_name: 'ing' }),
    redirect('interac', 'interac', { country: 'CA', email: buyer.email }),
    redirect('local_bank_redirect', 'local_bank_redirect'),
    redirect('online_banking_czech_republic', 'online_banking_czech_republic', {
      issuer: 'ceska_sporitelna',
    }),
    redirect('online_banking_finland', 'online_banking_finland', { email: buyer.email }),
    redirect('online_banking_fpx', 'online_banking_fpx', { issuer: 'affin_bank' }),
    redirect('online_banking_poland', 'online_banking_poland', { issuer: 'm_bank' }),
    redirect('online_banking_slovakia', 'online_banking_slovakia', { issuer: 'tatra_pay' }),
    redirect('online_banking_thailand', 'online_banking_thailand', { issuer: 'bangkok_bank' }),
    redirect('open_banking', 'open_banking'),
    redirect('open_banking_uk', 'open_banking_uk', { issuer: 'barclays', country: 'GB' }),
    redirect('open_banking_pis', 'open_banking'),
    redirect('przelewy24', 'przelewy24', { bank_name: 'm_bank' }),
    redirect('sofort', 'sofort', { country: 'DE', preferred_language: 'en' }),
    redirect('trustly', 'trustly', { country: 'SE' }),
  ],
  bank_transfer: [
    virtualAccount('ach', 'ach_bank_transfer'),
    virtualAccount('bacs', 'bacs_bank_transfer'),
    virtualAccount('bca_bank_transfer', 'bca_bank_transfer'),
    virtualAccount('bni_va', 'bni_va_bank_transfer'),
    virtualAccount('bri_va', 'bri_va_bank_transfer'),
    virtualAccount('cimb_va', 'cimb_va_bank_transfer'),
    virtualAccount('danamon_va', 'danamon_va_bank_transfer'),
    virtualAccount('indonesian_bank_transfer', 'indonesian_bank_transfer'),
    redirect('instant_bank_transfer', 'instant_bank_transfer'),
    redirect('instant_bank_transfer_finland', 'instant_bank_transfer_finland'),
    redirect('instant_bank_transfer_poland', 'instant_bank_transfer_poland'),
    redirect('local_bank_transfer', 'local_bank_transfer', { bank_code: '1234' }),
    virtualAccount('mandiri_va', 'mandiri_va_bank_transfer'),
    virtualAccount('multibanco', 'multibanco_bank_transfer'),
    virtualAccount('permata_bank_transfer', 'permata_bank_transfer'),
    ['pix', { pix: { cpf: '10599054689' } }, 'qr_code_information'],
    [
      'pix_automatico_push',
      { pix_automatico_push: { account_number: '70000912345', branch_code: '0001' } },
      'wait_screen_information',
    ],
    qr('pix_automatico_qr'),
    qr('pix_emv'),
    [
      'pix_key',
      { pix: { pix_key: 'a1f4102e-a446-4a57-bcce-6fa48899c1d1' } },
      'qr_code_information',
    ],
    qr('pix_qr'),
    redirect('pse', 'pse'),
    virtualAccount('sepa_bank_transfer', 'sepa_bank_transfer'),
  ],
  bank_debit: [
    debit('ach', 'ach_bank_debit', { account_number: '000123456789', routing_number: '110000000' }),
    debit('bacs', 'bacs_bank_debit', { account_number: '00012345', sort_code: '108800' }),
    debit('becs', 'becs_bank_debit', { account_number: '000123456', bsb_number: '000000' }),
    debit('eft_debit_order', 'eft_debit_order', { account_number: '000123456' }),
    debit('sepa', 'sepa_bank_debit', { iban: 'DE89370400440532013000' }),
    debit('sepa_guarenteed_debit', 'sepa_guarenteed_bank_debit', {
      iban: 'DE89370400440532013000',
    }),
  ],
  crypto: [['crypto_currency', { pay_currency: 'BTC', network: 'bitcoin' }, 'redirect_to_url']],
  reward: [
    ['classic', 'reward', 'redirect_to_url'],
    ['evoucher', 'reward', 'redirect_to_url'],
  ],
  real_time_payment: [qr('duit_now'), qr('fps'), qr('prompt_pay'), qr('qris'), qr('viet_qr')],
  upi: [
    ['upi_collect', { upi_collect: { vpa_id: 'success@upi' } }, 'redirect_to_url'],
    ['upi_intent', { upi_intent: {} }, 'invoke_upi_intent_sdk'],
    ['upi_qr', { upi_qr: {} }, 'invoke_upi_qr_flow'],
  ],
  voucher: [
    voucher('alfamart'),
    voucher('boleto', { boleto: { social_security_number: '56176521709' } }),
    voucher('efecty', 'efecty'),
    voucher('family_mart'),
    voucher('indomaret'),
    voucher('lawson'),
    voucher('mini_stop'),
    voucher('oxxo', 'oxxo'),
    voucher('pago_efectivo', 'pago_efectivo'),
    voucher('pay_easy'),
    voucher('red_compra', 'red_compra'),
    voucher('red_pagos', 'red_pagos'),
    voucher('seicomart'),
    voucher('seven_eleven'),
  ],
  gift_card: [
    [
      'bhn_card_network',
      { bhn_card_network: { account_number: '6036280000000000000' } },
      'succeeded',
    ],
    ['givex', { givex: { number: '6364530000000000', cvc: '122222' } }, 'succeeded'],
    redirect('pay_safe_card', 'pay_safe_card'),
  ],
  open_banking: [['open_banking_pis', { open_banking_pis: {} }, 'third_party_sdk_session_token']],
  mobile_payment: [
    [
      'direct_carrier_billing',
      { direct_carrier_billing: { msisdn: '15555550100' } },
      'collect_otp',
    ],
  ],
};

/** Every payment method type but those of cards, and the merchant's first status. */
export const otherMethods: readonly (readonly [MethodRequest, Next])[] = Object.entries(
  rows,
).flatMap(([family, types]) => {
  const payment_method = family as PaymentMethod; // A key of the table above.
  return types.map(([payment_method_type, data, next]) => {
    const payment_method_data = family === 'reward' ? String(data) : { [family]: data };
    return [{ payment_method, payment_method_type, payment_method_data }, next] as const;
  });
});

/** The request of a type of payment method; of one family, where several have the type. */
export function requestOf(type: string, method?: string): MethodRequest {
  const found = otherMethods.find(
    ([one]) =>
      one.payment_method_type === type && (method === undefined || one.payment_method === method),
  );
  if (!found) throw new Error(`No request by ${type}.`);
  return found[0];
}

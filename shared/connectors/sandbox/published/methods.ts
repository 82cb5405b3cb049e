import { ownMember } from '#platform/own-member.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

/** How the sandbox processor handles a payment without a card number. */
export const ways = [
  'at once',
  /** The customer completes or rejects it on a page. */
  'redirect',
  /** The money comes some seconds later, without any action. */
  'later',
  /** The customer is shown data, and the money comes some seconds later. */
  'qr code',
  'voucher',
  'wait screen',
  'upi intent',
  'upi qr',
  'one-time password',
  /** At once with the data of the customer's app; without it the app is opened first. */
  'app',
  'open banking app',
  'ach transfer',
  'bacs transfer',
  'sepa transfer',
  'multibanco transfer',
  'virtual account',
] as const;
export type Way = (typeof ways)[number];

/** One payment method type of the sandbox processor. */
interface SandboxMethod {
  /** Its name on the test page. */
  readonly name: string;
  /**
   * The shapes of its data in the Hyperswitch v1 API, each with its handling; '' stands for data
   * without a shape.
   */
  readonly shapes: Readonly<Record<string, Way>>;
}

const by =
  (way: Way) =>
  (name: string, ...shapes: readonly string[]): SandboxMethod => ({
    name,
    shapes: Object.fromEntries(shapes.map((shape) => [shape, way])),
  });
const redirect = by('redirect');
const qrCode = by('qr code');
const voucher = by('voucher');
const later = by('later');
const virtualAccount = by('virtual account');
const various = (name: string, shapes: SandboxMethod['shapes']): SandboxMethod => ({
  name,
  shapes,
});

/** Click to Pay data replaces the card. */
const clickToPay = various('Click to Pay', { click_to_pay: 'at once' });

type SandboxMethods = Readonly<Partial<Record<PaymentMethodType, SandboxMethod>>>;

/** Every payment method type, by its payment method. Some belong to two. */
export const methods: Readonly<Record<PaymentMethod, SandboxMethods>> = {
  card: { credit: clickToPay, debit: clickToPay },
  network_token: { network_token: various('Network token', { '': 'at once' }) },
  card_redirect: {
    knet: redirect('KNET', 'knet'),
    benefit: redirect('Benefit', 'benefit'),
    momo_atm: redirect('MoMo ATM', 'momo_atm'),
    card_redirect: redirect('Card', 'card_redirect'),
  },
  pay_later: {
    affirm: redirect('Affirm', 'affirm_redirect'),
    afterpay_clearpay: redirect('Afterpay Clearpay', 'afterpay_clearpay_redirect'),
    alma: redirect('Alma', 'alma_redirect'),
    atome: redirect('Atome', 'atome_redirect'),
    breadpay: redirect('Bread Pay', 'breadpay_redirect'),
    flexiti: redirect('Flexiti', 'flexiti_redirect'),
    klarna: various('Klarna', { klarna_redirect: 'redirect', klarna_sdk: 'at once' }),
    pay_bright: redirect('PayBright', 'pay_bright_redirect'),
    payjustnow: redirect('PayJustNow', 'payjustnow_redirect'),
    walley: redirect('Walley', 'walley_redirect'),
  },
  wallet: {
    ali_pay: various('Alipay', { ali_pay_redirect: 'redirect', ali_pay_qr: 'qr code' }),
    ali_pay_hk: redirect('Alipay HK', 'ali_pay_hk_redirect'),
    amazon_pay: various('Amazon Pay', { amazon_pay_redirect: 'redirect', amazon_pay: 'app' }),
    apple_pay: various('Apple Pay', {
      apple_pay: 'at once',
      apple_pay_redirect: 'redirect',
      apple_pay_third_party_sdk: 'app',
    }),
    bluecode: redirect('Bluecode', 'bluecode_redirect'),
    cashapp: qrCode('Cash App', 'cashapp_qr'),
    dana: redirect('DANA', 'dana_redirect'),
    gcash: redirect('GCash', 'gcash_redirect'),
    go_pay: redirect('GoPay', 'go_pay_redirect'),
    google_pay: various('Google Pay', {
      google_pay: 'at once',
      google_pay_redirect: 'redirect',
      google_pay_third_party_sdk: 'app',
    }),
    kakao_pay: redirect('KakaoPay', 'kakao_pay_redirect'),
    mb_way: redirect('Mb Way', 'mb_way_redirect'),
    mifinity: redirect('MiFinity', 'mifinity'),
    mobile_pay: redirect('MobilePay', 'mobile_pay_redirect'),
    momo: redirect('MoMo', 'momo_redirect'),
    paypal: various('PayPal', { paypal_redirect: 'redirect', paypal_sdk: 'at once' }),
    paysera: redirect('Paysera', 'paysera'),
    paze: by('app')('Paze', 'paze'),
    revolut_pay: redirect('Revolut Pay', 'revolut_pay'),
    samsung_pay: various('Samsung Pay', { samsung_pay: 'at once' }),
    skrill: redirect('Skrill', 'skrill'),
    swish: qrCode('Swish', 'swish_qr'),
    touch_n_go: redirect("Touch 'n Go", 'touch_n_go_redirect'),
    twint: redirect('TWINT', 'twint_redirect'),
    // It has no shape of its own: PayPal takes it.
    venmo: various('Venmo', { paypal_redirect: 'redirect', paypal_sdk: 'at once' }),
    vipps: redirect('Vipps', 'vipps_redirect'),
    we_chat_pay: various('WeChat Pay', {
      we_chat_pay_redirect: 'redirect',
      we_chat_pay_qr: 'qr code',
    }),
  },
  bank_redirect: {
    bancontact_card: redirect('Bancontact', 'bancontact_card'),
    bizum: redirect('Bizum', 'bizum'),
    // The customer has typed a code already and approves in the bank's app.
    blik: various('BLIK', { blik: 'wait screen' }),
    eft: redirect('EFT', 'eft'),
    eps: redirect('EPS', 'eps'),
    giropay: redirect('giropay', 'giropay'),
    ideal: redirect('iDEAL', 'ideal'),
    interac: redirect('Interac', 'interac'),
    local_bank_redirect: redirect('Local bank', 'local_bank_redirect'),
    online_banking_czech_republic: redirect(
      'Online banking Czech Republic',
      'online_banking_czech_republic',
    ),
    online_banking_finland: redirect('Online banking Finland', 'online_banking_finland'),
    online_banking_fpx: redirect('FPX', 'online_banking_fpx'),
    online_banking_poland: redirect('Online banking Poland', 'online_banking_poland'),
    online_banking_slovakia: redirect('Online banking Slovakia', 'online_banking_slovakia'),
    online_banking_thailand: redirect('Online banking Thailand', 'online_banking_thailand'),
    open_banking: redirect('Open banking', 'open_banking'),
    open_banking_uk: redirect('Open banking UK', 'open_banking_uk'),
    open_banking_pis: redirect('Open banking', 'open_banking'),
    przelewy24: redirect('Przelewy24', 'przelewy24'),
    sofort: redirect('Sofort', 'sofort'),
    trustly: redirect('Trustly', 'trustly'),
  },
  bank_transfer: {
    ach: by('ach transfer')('ACH transfer', 'ach_bank_transfer'),
    bacs: by('bacs transfer')('Bacs transfer', 'bacs_bank_transfer'),
    bca_bank_transfer: virtualAccount('BCA transfer', 'bca_bank_transfer'),
    bni_va: virtualAccount('BNI virtual account', 'bni_va_bank_transfer'),
    bri_va: virtualAccount('BRI virtual account', 'bri_va_bank_transfer'),
    cimb_va: virtualAccount('CIMB virtual account', 'cimb_va_bank_transfer'),
    danamon_va: virtualAccount('Danamon virtual account', 'danamon_va_bank_transfer'),
    indonesian_bank_transfer: virtualAccount('Indonesian transfer', 'indonesian_bank_transfer'),
    instant_bank_transfer: redirect('Instant transfer', 'instant_bank_transfer'),
    instant_bank_transfer_finland: redirect(
      'Instant transfer Finland',
      'instant_bank_transfer_finland',
    ),
    instant_bank_transfer_poland: redirect(
      'Instant transfer Poland',
      'instant_bank_transfer_poland',
    ),
    local_bank_transfer: redirect('Local transfer', 'local_bank_transfer'),
    mandiri_va: virtualAccount('Mandiri virtual account', 'mandiri_va_bank_transfer'),
    multibanco: by('multibanco transfer')('Multibanco', 'multibanco_bank_transfer'),
    permata_bank_transfer: virtualAccount('Permata transfer', 'permata_bank_transfer'),
    pix: qrCode('Pix', 'pix'),
    pix_automatico_push: by('wait screen')('Pix Automático', 'pix_automatico_push'),
    pix_automatico_qr: qrCode('Pix Automático', 'pix_automatico_qr'),
    pix_emv: qrCode('Pix', 'pix_emv'),
    pix_key: qrCode('Pix', 'pix'),
    pix_qr: qrCode('Pix', 'pix_qr'),
    pse: redirect('PSE', 'pse'),
    sepa_bank_transfer: by('sepa transfer')('SEPA transfer', 'sepa_bank_transfer'),
  },
  bank_debit: {
    ach: later('ACH debit', 'ach_bank_debit'),
    bacs: later('Bacs debit', 'bacs_bank_debit'),
    becs: later('BECS debit', 'becs_bank_debit'),
    eft_debit_order: later('EFT debit order', 'eft_debit_order'),
    sepa: later('SEPA debit', 'sepa_bank_debit'),
    // The misspelling is the API's.
    sepa_guarenteed_debit: later('Guaranteed SEPA debit', 'sepa_guarenteed_bank_debit'),
  },
  crypto: { crypto_currency: redirect('Crypto', '') },
  reward: { classic: redirect('Classic reward', ''), evoucher: redirect('E-voucher', '') },
  real_time_payment: {
    duit_now: qrCode('DuitNow', 'duit_now'),
    fps: qrCode('FPS', 'fps'),
    prompt_pay: qrCode('PromptPay', 'prompt_pay'),
    qris: qrCode('QRIS', 'qris'),
    viet_qr: qrCode('VietQR', 'viet_qr'),
  },
  upi: {
    upi_collect: redirect('UPI Collect', 'upi_collect'),
    upi_intent: by('upi intent')('UPI Intent', 'upi_intent'),
    upi_qr: by('upi qr')('UPI QR', 'upi_qr'),
  },
  voucher: {
    alfamart: voucher('Alfamart', 'alfamart'),
    boleto: voucher('Boleto', 'boleto'),
    efecty: voucher('Efecty', 'efecty'),
    family_mart: voucher('FamilyMart', 'family_mart'),
    indomaret: voucher('Indomaret', 'indomaret'),
    lawson: voucher('Lawson', 'lawson'),
    mini_stop: voucher('Ministop', 'mini_stop'),
    oxxo: voucher('OXXO', 'oxxo'),
    pago_efectivo: voucher('PagoEfectivo', 'pago_efectivo'),
    pay_easy: voucher('Pay-easy', 'pay_easy'),
    red_compra: voucher('Redcompra', 'red_compra'),
    red_pagos: voucher('RedPagos', 'red_pagos'),
    seicomart: voucher('Seicomart', 'seicomart'),
    seven_eleven: voucher('7-Eleven', 'seven_eleven'),
  },
  gift_card: {
    bhn_card_network: various('Blackhawk gift card', { bhn_card_network: 'at once' }),
    givex: various('Givex gift card', { givex: 'at once' }),
    pay_safe_card: redirect('paysafecard', 'pay_safe_card'),
  },
  open_banking: { open_banking_pis: by('open banking app')('Open banking', 'open_banking_pis') },
  mobile_payment: {
    direct_carrier_billing: by('one-time password')('Carrier billing', 'direct_carrier_billing'),
  },
};

/** The part of a payment method that decides its handling. */
export interface MethodSelection {
  readonly method: PaymentMethod;
  readonly type: PaymentMethodType;
  /** The shape of its data; absent where it has none. */
  readonly shape?: string | undefined;
}

/** The support for a type; undefined when the type does not belong to the method. */
export const supportOf = ({ method, type }: Pick<MethodSelection, 'method' | 'type'>) =>
  methods[method][type];

/** The handling of a shape; undefined when the shape does not belong to the type. */
export const wayOf = ({ shape = '', ...named }: MethodSelection): Way | undefined => {
  const shapes = supportOf(named)?.shapes ?? {};
  return ownMember(shapes, shape);
};

/** Methods that support manual capture. */
export const manualCaptureMethods: ReadonlySet<PaymentMethod> = new Set([
  'card',
  'network_token',
  'wallet',
  'pay_later',
]);

/** Methods whose money goes one way only. */
export const notRefundable: ReadonlySet<PaymentMethod> = new Set([
  'voucher',
  'crypto',
  'reward',
  'gift_card',
  'mobile_payment',
]);

import fc from 'fast-check';
import * as v from 'valibot';
import {
  belongsInVault,
  hasVariant,
  isFreeOfSecrets,
  MaskedPaymentMethodData,
  maskedPaymentMethodData,
  methodOfData,
  PaymentMethodData,
} from '#switch/payments/payment-method-data/payment-method-data.ts';

/**
 * Marks for data that must never be seen again. The number is a published test number with a valid
 * check digit.
 */
const number = '4000056655665556';
const secret = '90817263546372819';
const card = { card_exp_month: '07', card_exp_year: '2031', card_holder_name: 'Ana Lima' };
const who = { first_name: 'Ana', last_name: 'Lima', email: 'ana@example.com' };
const billing_details = { billing_name: 'Ana Lima', email: 'ana@example.com' };

const shapes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  card_redirect: { knet: {}, benefit: {}, momo_atm: {}, card_redirect: {} },
  wallet: {
    ali_pay_hk_redirect: {},
    ali_pay_qr: {},
    ali_pay_redirect: {},
    amazon_pay: { checkout_session_id: secret },
    amazon_pay_redirect: {},
    apple_pay: {
      payment_data: secret,
      payment_method: { display_name: 'Visa 5556', network: 'Visa', type: 'debit' },
      transaction_identifier: secret,
    },
    apple_pay_redirect: {},
    apple_pay_third_party_sdk: { token: secret },
    bluecode_redirect: {},
    cashapp_qr: {},
    dana_redirect: {},
    gcash_redirect: {},
    go_pay_redirect: {},
    google_pay: {
      type: 'CARD',
      description: 'Visa •••• 5556',
      info: { card_network: 'VISA', card_details: '5556' },
      tokenization_data: { type: 'PAYMENT_GATEWAY', token: secret },
    },
    google_pay_redirect: {},
    google_pay_third_party_sdk: { token: secret },
    kakao_pay_redirect: {},
    mb_way_redirect: { telephone_number: '912345678' },
    mifinity: { date_of_birth: '1990-01-01', language_preference: 'en' },
    mobile_pay_redirect: {},
    momo_redirect: {},
    paypal_redirect: { email: 'ana@example.com' },
    paypal_sdk: { token: secret },
    paysera: {},
    paze: { complete_response: secret },
    revolut_pay: {},
    samsung_pay: {
      payment_credential: {
        card_brand: 'visa',
        card_last4digits: '5556',
        '3_d_s': { type: 'S', version: '100', data: secret },
      },
    },
    skrill: {},
    swish_qr: {},
    touch_n_go_redirect: {},
    twint_redirect: {},
    vipps_redirect: {},
    we_chat_pay_qr: {},
    we_chat_pay_redirect: {},
  },
  pay_later: {
    klarna_redirect: { billing_email: 'ana@example.com', billing_country: 'DE' },
    klarna_sdk: { token: secret },
    affirm_redirect: {},
    afterpay_clearpay_redirect: { billing_email: 'ana@example.com', billing_name: 'Ana Lima' },
    pay_bright_redirect: {},
    walley_redirect: {},
    alma_redirect: {},
    atome_redirect: {},
    flexiti_redirect: {},
    breadpay_redirect: {},
    payjustnow_redirect: {},
  },
  bank_redirect: {
    bancontact_card: { card_number: number, ...card, billing_details },
    bizum: {},
    blik: { blik_code: secret },
    eps: { bank_name: 'bank_austria', country: 'AT', billing_details },
    giropay: { bank_account_bic: 'BELADEBEXXX', bank_account_iban: secret, country: 'DE' },
    ideal: { bank_name: 'ing', country: 'NL' },
    interac: { country: 'CA', email: 'ana@example.com' },
    online_banking_czech_republic: { issuer: 'komercni_banka' },
    online_banking_finland: { email: 'ana@example.com' },
    online_banking_poland: { issuer: 'm_bank' },
    online_banking_slovakia: { issuer: 'tatra_pay' },
    online_banking_fpx: { issuer: 'maybank' },
    online_banking_thailand: { issuer: 'bangkok_bank' },
    open_banking_uk: { issuer: 'monzo', country: 'GB' },
    przelewy24: { bank_name: 'blik', billing_details },
    sofort: { country: 'DE', preferred_language: 'de', billing_details },
    trustly: { country: 'SE' },
    local_bank_redirect: {},
    eft: { provider: 'ozow' },
    open_banking: {},
  },
  bank_debit: {
    ach_bank_debit: { account_number: secret, routing_number: '110000000', bank_type: 'checking' },
    sepa_bank_debit: { iban: secret, bank_account_holder_name: 'Ana Lima' },
    becs_bank_debit: { account_number: secret, bsb_number: '000000' },
    bacs_bank_debit: { account_number: secret, sort_code: '108800' },
    sepa_guarenteed_bank_debit: { iban: secret },
    eft_debit_order: { account_number: secret, branch_code: '051', bank_type: 'savings' },
  },
  bank_transfer: {
    ach_bank_transfer: { billing_details: { email: 'ana@example.com' } },
    sepa_bank_transfer: { country: 'DE' },
    bacs_bank_transfer: {},
    multibanco_bank_transfer: {},
    permata_bank_transfer: {},
    bca_bank_transfer: {},
    bni_va_bank_transfer: {},
    bri_va_bank_transfer: {},
    cimb_va_bank_transfer: {},
    danamon_va_bank_transfer: {},
    mandiri_va_bank_transfer: {},
    pix: { pix_key: secret, cpf: secret, cnpj: secret, source_bank_account_id: secret },
    pse: {},
    local_bank_transfer: { bank_code: 'BR1' },
    instant_bank_transfer: {},
    instant_bank_transfer_finland: {},
    instant_bank_transfer_poland: {},
    indonesian_bank_transfer: {},
    pix_emv: {},
    pix_qr: {},
    pix_automatico_qr: {},
    pix_automatico_push: { account_number: secret, branch_code: '0001' },
  },
  upi: {
    upi_collect: { vpa_id: 'success@upi', upi_source: 'UPI_CC' },
    upi_intent: { app_name: 'app' },
    upi_qr: {},
  },
  voucher: {
    boleto: { social_security_number: secret, bank_number: secret, messages: ['Obrigado'] },
    alfamart: who,
    indomaret: who,
    seven_eleven: who,
    lawson: who,
    mini_stop: who,
    family_mart: who,
    seicomart: who,
    pay_easy: { ...who, phone_number: '0312345678' },
  },
  gift_card: {
    givex: { number: secret, cvc: secret },
    pay_safe_card: {},
    bhn_card_network: {
      account_number: secret,
      pin: secret,
      cvv2: secret,
      expiration_date: '0131',
    },
  },
  real_time_payment: { fps: {}, duit_now: {}, prompt_pay: {}, viet_qr: {}, qris: {} },
  open_banking: { open_banking_pis: {} },
  mobile_payment: { direct_carrier_billing: { msisdn: '912345678' } },
};

const billing = { address: { zip: '10115', country: 'DE' } } as const;

/** The data, and the payment method that it belongs to. */
const all: readonly (readonly [name: string, method: string | undefined, data: unknown])[] = [
  ['card', 'card', { card: { card_number: number, card_cvc: secret, ...card } }],
  ['card_token', 'card', { card_token: { card_holder_name: 'Ana Lima', card_cvc: secret } }],
  [
    'network_token',
    'network_token',
    {
      network_token: {
        network_token: number,
        token_exp_month: '07',
        token_exp_year: '2031',
        token_cryptogram: secret,
        eci: '05',
        par: 'V0010013',
        unheard_of: secret,
      },
    },
  ],
  ['crypto', 'crypto', { crypto: { pay_currency: 'XRP', network: 'xrp' } }],
  ['reward', 'reward', 'reward'],
  ['mandate_payment', undefined, 'mandate_payment'],
  ...['efecty', 'pago_efectivo', 'red_compra', 'red_pagos', 'oxxo'].map(
    (voucher) => [`voucher ${voucher}`, 'voucher', { voucher }] as const,
  ),
  ...Object.entries(shapes).flatMap(([family, members]) =>
    Object.entries(members).map(
      ([key, shape]) => [`${family} ${key}`, family, { [family]: { [key]: shape } }] as const,
    ),
  ),
];

describe('payment_method_data', () => {
  it.each(all)(
    'payment_method_data of %s is accepted and belongs to its payment method',
    (_name, method, data) => {
      const parsed = v.parse(PaymentMethodData, data);
      expect(methodOfData(parsed)).toBe(method);
      expect(hasVariant(parsed)).toBe(true);
    },
  );

  it.each(all.filter(([, , data]) => typeof data === 'object'))(
    'payment_method_data of %s may contain a billing address, which responses show',
    (_name, _method, data) => {
      const parsed = v.parse(PaymentMethodData, { ...Object(data), billing });
      expect(maskedPaymentMethodData(parsed)?.billing).toEqual(billing);
    },
  );

  it.each<[data: object, same: unknown]>([
    [{ voucher: { oxxo: null } }, { voucher: 'oxxo' }],
    [
      { voucher: { efecty: null }, billing },
      { voucher: 'efecty', billing },
    ],
    [{ reward: null }, 'reward'],
  ])('payment_method_data %j names a kind without details, as its text does', (data, same) => {
    expect(v.parse(PaymentMethodData, data)).toEqual(v.parse(PaymentMethodData, same));
  });

  it.each([
    { voucher: { oxxo: 'oxxo' } },
    { voucher: { oxxo: {} } },
    { voucher: { oxxo: null, efecty: null } },
    { voucher: { boleto: null } },
    { voucher: { cheque: null } },
    { reward: {} },
  ])('payment_method_data %j is refused, because a kind without details has none', (data) => {
    expect(v.safeParse(PaymentMethodData, data).success).toBe(false);
  });

  it('payment_method_data may contain only a billing address', () => {
    const parsed = v.parse(PaymentMethodData, { billing });
    expect(hasVariant(parsed)).toBe(false);
    expect(methodOfData(parsed)).toBeUndefined();
    expect(maskedPaymentMethodData(parsed)).toEqual({ billing });
    expect(maskedPaymentMethodData(v.parse(PaymentMethodData, {}))).toBeNull();
  });

  it.each([
    ['a family that nobody knows', { cheque: {} }],
    ['two families at once', { crypto: {}, upi: { upi_qr: {} } }],
    ['two kinds of one family', { wallet: { paypal_redirect: {}, ali_pay_redirect: {} } }],
    ['a kind that nobody knows', { wallet: { shell_money: {} } }],
    ['a family without a kind', { wallet: {} }],
    ['the kind of another family', { pay_later: { paypal_redirect: {} } }],
    ['an unknown word', 'goodwill'],
    ['an array', []],
    ['a number', 5],
  ])('payment_method_data is refused when it is %s', (_name, data) => {
    expect(v.safeParse(PaymentMethodData, data).success).toBe(false);
  });

  it.each([
    [{ card: { ...card, card_number: number } }, ['card', 'card_cvc']],
    [{ card: { ...card, card_number: '12', card_cvc: '1' } }, ['card', 'card_number']],
    [{ voucher: { boleto: { messages: 'x' } } }, ['voucher', 'boleto', 'messages']],
    [{ billing: { address: { country: 'XX' } } }, ['billing', 'address', 'country']],
  ])('payment_method_data with a wrong member is refused by its name: %j', (data, path) => {
    const { issues } = v.safeParse(PaymentMethodData, data);
    expect(issues?.[0].path?.map(({ key }) => key)).toEqual(path);
  });
});

describe('the stored and shown part of payment_method_data', () => {
  it.each(all)("the stored part of payment_method_data of %s can't pay", (_name, _method, data) => {
    const masked = maskedPaymentMethodData(v.parse(PaymentMethodData, data));
    const text = JSON.stringify(masked);
    expect(text).not.toContain(number);
    expect(text).not.toContain(secret);
    expect(v.is(MaskedPaymentMethodData, masked)).toBe(true);
  });

  it.each(all)(
    'payment_method_data of %s is stored unchanged only when it contains no secret',
    (_name, _, data) => {
      const parsed = v.parse(PaymentMethodData, data);
      if (!isFreeOfSecrets(parsed)) return;
      const text = JSON.stringify(parsed);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(number);
    },
  );

  it('the stored part of payment_method_data detects fields with a card number or a similar secret', () => {
    const belongs = all
      .filter(([, , data]) => belongsInVault(v.parse(PaymentMethodData, data)))
      .map(([name]) => name);
    const withCardNumber = all
      .filter(([, , data]) => JSON.stringify(data).includes(number))
      .map(([name]) => name);
    expect(belongs).toEqual(expect.arrayContaining([...withCardNumber, 'card_token']));
    const bank = (data: unknown) => belongsInVault(v.parse(PaymentMethodData, data));
    expect(bank({ bank_debit: { sepa_bank_debit: { iban: secret } } })).toBe(false);
    expect(bank({ gift_card: { givex: { number: secret, cvc: secret } } })).toBe(false);
    expect(bank({ bank_redirect: { bancontact_card: { card_holder_name: 'Ana' } } })).toBe(false);
  });

  it.each([
    ['4000056655665556', true],
    ['4000 0566-5566 5556', true],
    [4_000_056_655_665_556, true],
    ['40000566556', false],
    ['{"signature":"4000056655665556"}', false],
    ['MEUCIQDh4000056655665556', false],
  ])(
    'payment_method_data with a number in a wallet is detected however it is written and however deep: %j',
    (value, isNumber) => {
      const credential = { '3_d_s': { all: [{ value }] } };
      const data = { wallet: { samsung_pay: { payment_credential: credential } } };
      expect(belongsInVault(v.parse(PaymentMethodData, data))).toBe(isNumber);
    },
  );

  it('the stored part of payment_method_data has all that a redirect needs, so that a later confirm can omit it', () => {
    const kept = ['paypal_redirect', 'google_pay_redirect', 'we_chat_pay_redirect'];
    for (const key of kept) {
      expect(isFreeOfSecrets(v.parse(PaymentMethodData, { wallet: { [key]: {} } }))).toBe(true);
    }
  });

  it('payment_method_data shows no secret, whatever the secrets are', () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 10, maxLength: 30 })
      .map((found) => found.join(''));
    const withSecret = all.filter(([, , data]) => JSON.stringify(data).includes(secret));
    fc.assert(
      fc.property(fc.constantFrom(...withSecret), digits, ([, , data], other) => {
        const text = JSON.stringify(data).replaceAll(secret, `x${other}`);
        const parsed = v.parse(PaymentMethodData, JSON.parse(text));
        // The last four digits may be shown, and may themselves repeat the digits before them.
        const shown = JSON.stringify(maskedPaymentMethodData(parsed)).replaceAll(
          other.slice(-4),
          '',
        );
        expect(shown).not.toContain(other.slice(0, -4));
      }),
    );
  });

  it('payment_method_data shows the last four digits of accounts and nothing of codes', () => {
    const shown = (data: unknown) => maskedPaymentMethodData(v.parse(PaymentMethodData, data));
    expect(shown({ bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } })).toEqual({
      bank_debit: { sepa: { iban: '****3000', bank_account_holder_name: null } },
      billing: null,
    });
    expect(shown({ bank_redirect: { blik: { blik_code: '777123' } } })).toEqual({
      bank_redirect: { Blik: { blik_code: '****' } },
      billing: null,
    });
    expect(
      shown({ gift_card: { givex: { number: '6036280000000000000', cvc: '122222' } } }),
    ).toEqual({
      gift_card: { givex: { last4: '0000' } },
      billing: null,
    });
    expect(shown({ upi: { upi_collect: { vpa_id: 'successful@upi' } } })).toEqual({
      upi: { upi_collect: { vpa_id: '****sful@upi', upi_source: null } },
      billing: null,
    });
    expect(shown({ wallet: { paypal_redirect: {} } })).toEqual({ wallet: {}, billing: null });
    expect(shown('reward')).toEqual({ reward: {}, billing: null });
  });

  it('payment_method_data shows of a card in a wallet its last four digits and its network', () => {
    const { apple_pay, google_pay, samsung_pay } = shapes.wallet ?? {};
    const shown = (wallet: unknown) =>
      maskedPaymentMethodData(v.parse(PaymentMethodData, { wallet }))?.wallet;
    expect(shown({ apple_pay })).toMatchObject({
      apple_pay: { last4: '5556', card_network: 'Visa', type: 'debit' },
    });
    expect(shown({ google_pay })).toMatchObject({
      google_pay: { last4: '5556', card_network: 'VISA', type: 'CARD' },
    });
    expect(shown({ samsung_pay })).toMatchObject({
      samsung_pay: { last4: '5556', card_network: 'visa' },
    });
  });
});

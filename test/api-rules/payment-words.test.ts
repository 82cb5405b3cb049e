import { currencies } from './codes.ts';
import {
  accepted,
  describeRules,
  missing,
  payment,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

/** Something to pay with for each payment method, and the types that it has. */
const methods: Readonly<Record<string, readonly [data: unknown, types: string]>> = {
  card: [
    {
      card: {
        card_number: '4242424242424242',
        card_exp_month: '12',
        card_exp_year: '2039',
        card_cvc: '314',
      },
    },
    'credit debit',
  ],
  card_redirect: [{ card_redirect: { knet: {} } }, 'benefit card_redirect knet momo_atm'],
  pay_later: [
    { pay_later: { klarna_redirect: {} } },
    'affirm afterpay_clearpay alma atome breadpay flexiti klarna pay_bright payjustnow walley',
  ],
  wallet: [
    { wallet: { paypal_redirect: {} } },
    `ali_pay ali_pay_hk amazon_pay apple_pay bluecode cashapp dana gcash go_pay google_pay kakao_pay
    mb_way mifinity mobile_pay momo paypal paysera paze revolut_pay samsung_pay skrill swish
    touch_n_go twint vipps we_chat_pay`,
  ],
  bank_redirect: [
    { bank_redirect: { ideal: { bank_name: 'ing' } } },
    `bancontact_card bizum blik eft eps giropay ideal interac local_bank_redirect
    online_banking_czech_republic online_banking_finland online_banking_fpx online_banking_poland
    online_banking_slovakia online_banking_thailand open_banking open_banking_pis open_banking_uk
    przelewy24 sofort trustly`,
  ],
  bank_transfer: [
    { bank_transfer: { multibanco_bank_transfer: {} } },
    `ach bacs bca_bank_transfer bni_va bri_va cimb_va danamon_va mandiri_va permata_bank_transfer
    multibanco pix pix_emv pix_qr pix_automatico_qr pix_automatico_push pse sepa_bank_transfer
    local_bank_transfer instant_bank_transfer instant_bank_transfer_finland
    instant_bank_transfer_poland indonesian_bank_transfer`,
  ],
  crypto: [{ crypto: {} }, 'crypto_currency'],
  bank_debit: [
    { bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } },
    'ach bacs becs eft_debit_order sepa sepa_guarenteed_debit',
  ],
  reward: ['reward', 'classic evoucher'],
  real_time_payment: [{ real_time_payment: { fps: {} } }, 'duit_now fps prompt_pay qris viet_qr'],
  upi: [{ upi: { upi_collect: {} } }, 'upi_collect upi_intent upi_qr'],
  voucher: [
    { voucher: 'oxxo' },
    `alfamart boleto efecty family_mart indomaret lawson mini_stop oxxo pago_efectivo pay_easy
    red_compra red_pagos seicomart seven_eleven`,
  ],
  gift_card: [{ gift_card: { pay_safe_card: {} } }, 'givex pay_safe_card'],
  open_banking: [{ open_banking: { open_banking_pis: {} } }, 'open_banking_pis'],
  mobile_payment: [
    { mobile_payment: { direct_carrier_billing: { msisdn: '491700000000' } } },
    'direct_carrier_billing',
  ],
  network_token: [
    {
      network_token: {
        network_token: '4242424242424242',
        token_exp_month: '12',
        token_exp_year: '2039',
        token_cryptogram: 'AAAA',
      },
    },
    'network_token',
  ],
};

const noSuchType = refused(
  422,
  'IR_06',
  "payment_method_type doesn't correspond to the specified payment_method",
);
const noSuchData = refused(
  422,
  'IR_06',
  "payment_method_data doesn't correspond to the specified payment_method",
);

const families: Rule[] = Object.entries(methods).flatMap(([payment_method, [data, types]]) => {
  const means = { payment_method, payment_method_data: data };
  const isCard = payment_method === 'card';
  const [first = ''] = words(types);
  const foreign = isCard ? 'klarna' : 'credit';
  return [
    ...words(types).map(
      (payment_method_type): Rule => [
        'POST /payments',
        `${payment_method} ${payment_method_type}`,
        payment({ ...means, payment_method_type }),
        // For a card, the range of its number decides between the two.
        accepted({ payment_method, ...(!isCard && { payment_method_type }) }),
      ],
    ),
    [
      'POST /payments',
      `${payment_method} with ${foreign}, a type of another payment method`,
      payment({ ...means, payment_method_type: foreign }),
      noSuchType,
    ],
    [
      'POST /payments',
      `${payment_method} without payment_method_type`,
      payment(means),
      isCard ? accepted() : missing('payment_method_type'),
    ],
    [
      'POST /payments',
      `${payment_method} without payment_method_data`,
      payment({ payment_method, payment_method_type: first }),
      missing('payment_method_data'),
    ],
    [
      'POST /payments',
      `the data of ${payment_method} under another payment method`,
      isCard
        ? payment({ ...means, payment_method: 'crypto', payment_method_type: 'crypto_currency' })
        : payment({ ...means, payment_method: 'card' }),
      noSuchData,
    ],
    [
      'POST /payments',
      `the data of ${payment_method} without payment_method`,
      payment({ payment_method_data: data }),
      missing('payment_method'),
    ],
  ] satisfies Rule[];
});

/** A member of a payment that takes these words. */
const oneOf = (field: string, list: string): Rule[] => [
  ...words(list).map(
    (word): Rule => [
      'POST /payments',
      `${field} ${word}`,
      payment({ [field]: word }),
      accepted({ payment_id: expect.any(String) }),
    ],
  ),
  [
    'POST /payments',
    `an unknown ${field}`,
    payment({ [field]: 'whatever' }),
    unknownVariant(field),
  ],
];

const enumerations: Rule[] = [
  ...oneOf('capture_method', 'automatic manual manual_multiple sequential_automatic'),
  ...oneOf('authentication_type', 'three_ds no_three_ds'),
  ...oneOf('tax_status', 'taxable exempt'),
  ...oneOf('payment_type', 'normal new_mandate recurring_mandate installment'),
  ...oneOf('retry_action', 'manual_retry requeue'),
  ...oneOf('external_surcharge_strategy', 'apply waive'),
  ...oneOf('tokenization', 'skip_psp tokenize_at_psp'),
  ...oneOf('payment_channel', 'ecommerce mail_order telephone_order other'),
  ...oneOf('setup_future_usage', 'on_session off_session'),
  ...oneOf('mit_category', 'installment unscheduled recurring resubmission'),
  ...oneOf('psd2_sca_exemption_type', 'low_value transaction_risk_analysis'),
  ...oneOf('threeds_method_comp_ind', 'Y N U'),
  ...oneOf(
    'payment_experience',
    `redirect_to_url invoke_sdk_client display_qr_code one_click link_wallet invoke_payment_app
    display_wait_screen collect_otp`,
  ),
  ...oneOf('business_country', 'US DE GB'),
  ...rulesOf('POST /payments', [
    [
      'an unknown payment_method',
      payment({ payment_method: 'barter' }),
      unknownVariant('payment_method'),
    ],
    [
      'an unknown payment_method_type',
      payment({ payment_method_type: 'cowries' }),
      unknownVariant('payment_method_type'),
    ],
  ]),
];

/** The networks that a payment's card may name. */
const networks: Rule[] = rulesOf('POST /payments', [
  ...words(
    `Visa Mastercard AmericanExpress JCB DinersClub Discover CartesBancaires UnionPay Interac RuPay
    Maestro Star Pulse Accel Nyce`,
  ).map(
    (card_network): RouteRule => [
      `card_network ${card_network}`,
      ofNetwork(card_network),
      accepted({ payment_method_data: { card: { card_network } } }),
    ],
  ),
  ['an unknown card_network', ofNetwork('Cowrie'), unknownVariant('card_network')],
]);

function ofNetwork(card_network: string): RuleRequest {
  const card = {
    card_number: '4242424242424242',
    card_exp_month: '12',
    card_exp_year: '2039',
    card_cvc: '314',
    card_network,
  };
  return payment({ payment_method: 'card', payment_method_data: { card } });
}

const consent = (acceptance: object, type: object = { multi_use: null }) =>
  payment({
    customer_id: 'joseph',
    setup_future_usage: 'off_session',
    mandate_data: { customer_acceptance: acceptance, mandate_type: type },
  });
const online = { ip_address: '192.0.2.7', user_agent: 'Mozilla/5.0' };

const mandates: Rule[] = rulesOf('POST /payments', [
  ['acceptance_type online', consent({ acceptance_type: 'online', online }), accepted()],
  ['acceptance_type offline', consent({ acceptance_type: 'offline' }), accepted()],
  ['an unknown acceptance_type', consent({ acceptance_type: 'nod' }), unknownVariant('')],
  [
    'acceptance_type online without ip_address',
    consent({ acceptance_type: 'online' }),
    refused(
      400,
      'IR_16',
      '`mandate_data.customer_acceptance.online` is required when `mandate_data.customer_acceptance.acceptance_type` is `online`',
    ),
  ],
  ...words('single_use multi_use').map(
    (kind): RouteRule => [
      `mandate_type ${kind}`,
      consent({ acceptance_type: 'offline' }, { [kind]: { amount: 1_000, currency: 'EUR' } }),
      accepted(),
    ],
  ),
  ...words('single_use multi_use').map(
    (kind): RouteRule => [
      `mandate_type ${kind} whose end_date is before its start_date`,
      consent(
        { acceptance_type: 'offline' },
        {
          [kind]: {
            amount: 1_000,
            currency: 'EUR',
            start_date: '2031-02-01T00:00:00Z',
            end_date: '2031-01-01T00:00:00Z',
          },
        },
      ),
      refused(
        400,
        'IR_16',
        expect.stringContaining('`mandate_data.mandate_type.{multi_use|single_use}.start_date`'),
      ),
    ],
  ),
]);

describe('the payment source of a payment', () => {
  describeRules([...families, ...networks]);
});

describe('the texts of a payment', () => {
  describeRules([...enumerations, ...mandates]);
});

describe('the currency of a payment', () => {
  describeRules([
    ...currencies.map(
      (currency): Rule => [
        'POST /payments',
        currency,
        payment({ currency }),
        accepted({ currency }),
      ],
    ),
    ...['eur', 'EURO', 'XXX', ''].map(
      (currency): Rule => [
        'POST /payments',
        `currency ${JSON.stringify(currency)}, which is none`,
        payment({ currency }),
        unknownVariant('currency'),
      ],
    ),
  ]);
});

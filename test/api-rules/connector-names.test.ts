import { allAbouts } from '#connectors/abouts.ts';
import {
  accepted,
  byAdmin,
  describeRules,
  type RouteRule,
  type Rule,
  type RuleRequest,
  refused,
  rulesOf,
  unknownVariant,
  words,
} from './rule.ts';

const credentials = {
  // Stripe's test keys differ from live keys in their form.
  HeaderKey: { api_key: 'sk_test_key1' },
  BodyKey: { api_key: 'key 1', key1: 'key 2' },
  SignatureKey: { api_key: 'key 1', key1: 'key 2', api_secret: 'secret' },
  MultiAuthKey: { api_key: 'key 1', key1: 'key 2', api_secret: 'secret', key2: 'key 3' },
  CurrencyAuthKey: { auth_key_map: { EUR: { password: 'secret' } } },
  CertificateAuth: { certificate: 'Y2VydA==', private_key: 'a2V5' },
} as const;
type Form = keyof typeof credentials;
const forms: readonly Form[] = [
  'HeaderKey',
  'BodyKey',
  'SignatureKey',
  'MultiAuthKey',
  'CurrencyAuthKey',
  'CertificateAuth',
];

/** Which credentials a connector demands. */
const demands: readonly (readonly [readonly Form[], string])[] = [
  [
    ['HeaderKey'],
    `stripe adyenplatform archipel bitpay calida celero chargebee coinbase ebanx gocardless helcim
    interpayments juspaythreedsserver mifinity multisafepay nexixpay opennode paystack recurly
    revolv3 shift4 stax stripebilling taxjar threedsecureio xendit zen
    stripe_test adyen_test checkout_test paypal_test fauxpay phonypay pretendpay
    stripe_billing_test`,
  ],
  [
    ['BodyKey'],
    `absa_sanlam aci affirm airwallex amazonpay authipay authorizedotnet bambora billwerk bluesnap
    boku breadpay checkbook coingate cryptopay datatrans digitalvirgo dwolla envoy facilitapay
    fiservemea flexiti globalpay globepay hipay inespay jpmorgan klarna loonio nexinets nomupay
    payconex payjustnow payjustnowinstore paysafe payu peachpayments placetopay plaid powertranz
    rapyd razorpay tokenex truelayer wise zsl`,
  ],
  [['BodyKey', 'SignatureKey'], 'adyen payme paypal worldpay'],
  [
    ['SignatureKey'],
    `bamboraapac bankofamerica barclaycard blackhawknetwork braintree checkout cybersource
    cybersourcedecisionmanager deutschebank dlocal elavon fiserv fiuu getnet gigadat hyperpg
    hyperswitch_vault iatapay moneris noon nordea novalnet nuvei payone paytm phonepe prophetpay
    redsys silverflow tesouro trustly trustpay trustpayments tsys vgs wellsfargo worldline
    worldpaymodular worldpayvantiv worldpayxml zift`,
  ],
  [['MultiAuthKey'], 'finix fiservcommercehub forte paybox tokenio volt'],
  [['CurrencyAuthKey'], 'cashtocode payload'],
  [['CertificateAuth'], 'gpayments netcetera santander'],
  [['BodyKey', 'HeaderKey'], 'imerchantsolutions mollie nmi'],
  [['BodyKey', 'MultiAuthKey'], 'itaubank'],
];

/** Connectors whose credentials the reference does not describe: any form is taken. */
const undescribed = words(
  `cardinal ctp_mastercard ctp_visa custombilling riskified signifyd square
  unified_authentication_service`,
);

/** The use of each connector that is not a processor of payments. */
const uses: Readonly<Record<string, string>> = {
  ...allOf('vault_processor', 'vgs hyperswitch_vault tokenex'),
  ...allOf('payment_method_auth', 'plaid'),
  ...allOf(
    'authentication_processor',
    `threedsecureio netcetera gpayments ctp_mastercard ctp_visa juspaythreedsserver
    unified_authentication_service cardinal`,
  ),
  ...allOf('tax_processor', 'taxjar'),
  ...allOf('billing_processor', 'chargebee recurly stripebilling custombilling'),
  ...allOf('surcharge_processor', 'interpayments'),
  ...allOf('payment_vas', 'signifyd riskified cybersourcedecisionmanager'),
};

function allOf(use: string, names: string): Record<string, string> {
  return Object.fromEntries(words(names).map((name) => [name, use]));
}

const connect =
  (connector_name: string, form: Form, connector_type = uses[connector_name]): RuleRequest =>
  (context) =>
    byAdmin('connector-accounts.create', {
      connector_type: connector_type ?? 'payment_processor',
      connector_name,
      connector_label: context.newId(connector_name),
      connector_account_details: { auth_type: form, ...credentials[form] },
    })(context);

/**
 * The connectors of this version: adapters of processors, and services that are called beside them.
 */
const available: ReadonlySet<string> = new Set([
  ...allAbouts().map(({ name }) => name),
  ...words('signifyd riskified threedsecureio taxjar plaid'),
]);

/** An account at a connector that this version does not have is refused when it is made. */
const acceptedWhereAvailable = (name: string, members: object) =>
  available.has(name)
    ? accepted(members)
    : refused(501, 'IR_00', `The connector ${name} is not implemented`);

const wrongForm = refused(422, 'IR_06', 'The auth type is invalid for the connector');

const names: Rule[] = demands.flatMap(([own, list]) =>
  words(list).flatMap((name): Rule[] => {
    const other = forms.find((form) => !own.includes(form)) ?? 'HeaderKey';
    return [
      ...own.map(
        (form): Rule => [
          'POST /account/{account_id}/connectors',
          `credentials of ${name} as ${form}`,
          connect(name, form),
          acceptedWhereAvailable(name, { connector_name: name, status: 'active' }),
        ],
      ),
      [
        'POST /account/{account_id}/connectors',
        `credentials of ${name} as ${other}`,
        connect(name, other),
        wrongForm,
      ],
    ];
  }),
);

const withoutDemand: Rule[] = undescribed.map((name) => [
  'POST /account/{account_id}/connectors',
  `connector_name ${name}`,
  connect(name, 'HeaderKey'),
  acceptedWhereAvailable(name, { connector_name: name }),
]);

const foreignUses: Rule[] = [
  ...Object.keys(uses).map((name): Rule => {
    const form = demands.find(([, list]) => words(list).includes(name))?.[0][0] ?? 'HeaderKey';
    return [
      'POST /account/{account_id}/connectors',
      `${name} as fiz_operations, though it is for ${uses[name]}`,
      connect(name, form, 'fiz_operations'),
      refused(422, 'IR_06', 'Invalid connector type given'),
    ];
  }),
  ...[...new Set(Object.values(uses))]
    // Other connectors check for fraud as well.
    .filter((use) => use !== 'payment_vas')
    .map(
      (use): Rule => [
        'POST /account/{account_id}/connectors',
        `stripe as ${use}`,
        connect('stripe', 'HeaderKey', use),
        refused(422, 'IR_06', 'Invalid connector name given'),
      ],
    ),
];

const others: Rule[] = rulesOf('POST /account/{account_id}/connectors', [
  ['an unknown connector_name', connect('acme', 'HeaderKey'), unknownVariant('connector_name')],
  ['connector_name in capitals', connect('Stripe', 'HeaderKey'), unknownVariant('connector_name')],
  [
    'an unknown connector_type',
    connect('stripe', 'HeaderKey', 'acquirer'),
    unknownVariant('connector_type'),
  ],
  ...words(
    `payment_processor payout_processor payment_vas fin_operations fiz_operations networks
    banking_entities non_banking_finance`,
  ).map(
    (use): RouteRule => [
      `stripe as ${use}`,
      connect('stripe', 'HeaderKey', use),
      accepted({ connector_type: use }),
    ],
  ),
  [
    'shift4 as payout_processor, which its adapter is not',
    connect('shift4', 'HeaderKey', 'payout_processor'),
    refused(501, 'IR_00', 'The payout connector shift4 is not implemented'),
  ],
]);

describe('the name of a connector', () => {
  describeRules([...names, ...withoutDemand, ...others]);
});

describe('the use of a connector', () => {
  describeRules(foreignUses);
});

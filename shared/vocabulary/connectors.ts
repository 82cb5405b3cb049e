import * as v from 'valibot';
import { ownConnectorNames } from './built/own-connectors.ts';

/** The connectors that move no money. A deployment may switch them off. */
// biome-ignore format: names read better in rows.
export const testConnectorNames = [
  'stripe_test', 'adyen_test', 'checkout_test', 'paypal_test', 'fauxpay', 'phonypay', 'pretendpay',
  'stripe_billing_test',
] as const;

// biome-ignore format: names read better in rows.
const liveConnectorNames = [
  'absa_sanlam', 'aci', 'adyen', 'adyenplatform', 'affirm', 'airwallex', 'amazonpay', 'archipel',
  'authipay', 'authorizedotnet', 'bambora', 'bamboraapac', 'bankofamerica', 'barclaycard',
  'billwerk', 'bitpay', 'blackhawknetwork', 'bluesnap', 'boku', 'braintree', 'breadpay', 'calida',
  'cardinal', 'cashtocode', 'celero', 'chargebee', 'checkbook', 'checkout', 'coinbase', 'coingate',
  'cryptopay', 'ctp_mastercard', 'ctp_visa', 'custombilling', 'cybersource',
  'cybersourcedecisionmanager', 'datatrans', 'deutschebank', 'digitalvirgo', 'dlocal', 'dwolla',
  'ebanx', 'elavon', 'envoy', 'facilitapay', 'finix', 'fiserv', 'fiservcommercehub', 'fiservemea',
  'fiuu', 'flexiti', 'forte', 'getnet', 'gigadat', 'globalpay', 'globepay', 'gocardless',
  'gpayments', 'helcim', 'hipay', 'hyperpg', 'hyperswitch_vault', 'iatapay', 'imerchantsolutions',
  'inespay', 'interpayments', 'itaubank', 'jpmorgan', 'juspaythreedsserver', 'klarna', 'loonio',
  'mifinity', 'mollie', 'moneris', 'multisafepay', 'netcetera', 'nexinets', 'nexixpay', 'nmi',
  'nomupay', 'noon', 'nordea', 'novalnet', 'nuvei', 'opennode', 'paybox', 'payconex', 'payjustnow',
  'payjustnowinstore', 'payload', 'payme', 'payone', 'paypal', 'paysafe', 'paystack', 'paytm',
  'payu', 'peachpayments', 'phonepe', 'placetopay', 'plaid', 'powertranz', 'prophetpay', 'rapyd',
  'razorpay', 'recurly', 'redsys', 'revolv3', 'riskified', 'santander', 'shift4', 'signifyd',
  'silverflow', 'square', 'stax', 'stripe', 'stripebilling', 'taxjar', 'tesouro', 'threedsecureio',
  'tokenex', 'tokenio', 'truelayer', 'trustly', 'trustpay', 'trustpayments', 'tsys',
  'unified_authentication_service', 'vgs', 'volt', 'wellsfargo', 'wise', 'worldline', 'worldpay',
  'worldpaymodular', 'worldpayvantiv', 'worldpayxml', 'xendit', 'zen', 'zift', 'zsl',
] as const;

/** The form of the name of a company's own connector. */
export const ownConnectorNamePattern = '^x_[a-z0-9_]{1,30}$';

/** Whether a connector is a company's own. */
export const isOwnConnector = (name: string): name is `x_${string}` => name.startsWith('x_');

/**
 * Every connector that a merchant may have an account with, the company's own last: those of the
 * folders that the settings name.
 */
export const ConnectorName = v.picklist([
  ...testConnectorNames,
  ...liveConnectorNames,
  ...ownConnectorNames,
]);
export type ConnectorName = v.InferOutput<typeof ConnectorName>;

/** A merchant's use of a connector account. */
export const ConnectorType = v.picklist([
  'payment_processor',
  'payment_vas',
  'fin_operations',
  'fiz_operations',
  'networks',
  'banking_entities',
  'non_banking_finance',
  'payout_processor',
  'payment_method_auth',
  'authentication_processor',
  'tax_processor',
  'surcharge_processor',
  'billing_processor',
  'vault_processor',
]);
export type ConnectorType = v.InferOutput<typeof ConnectorType>;

/**
 * The allowed uses of connectors with special uses. Any other connector may have every use that is
 * not reserved for these.
 */
export const connectorTypes: Partial<Record<ConnectorName, readonly ConnectorType[]>> = {
  vgs: ['vault_processor'],
  hyperswitch_vault: ['vault_processor'],
  tokenex: ['vault_processor'],
  // Plaid verifies bank accounts for other connectors, and also makes open banking payments itself.
  plaid: ['payment_method_auth', 'payment_processor'],
  threedsecureio: ['authentication_processor'],
  netcetera: ['authentication_processor'],
  gpayments: ['authentication_processor'],
  ctp_mastercard: ['authentication_processor'],
  ctp_visa: ['authentication_processor'],
  juspaythreedsserver: ['authentication_processor'],
  unified_authentication_service: ['authentication_processor'],
  cardinal: ['authentication_processor'],
  taxjar: ['tax_processor'],
  chargebee: ['billing_processor'],
  recurly: ['billing_processor'],
  stripebilling: ['billing_processor'],
  custombilling: ['billing_processor'],
  interpayments: ['surcharge_processor'],
  signifyd: ['payment_vas'],
  riskified: ['payment_vas'],
  cybersourcedecisionmanager: ['payment_vas'],
};

/** The uses that only the connectors above may have. */
export const reservedTypes: readonly ConnectorType[] = [
  'vault_processor',
  'payment_method_auth',
  'authentication_processor',
  'tax_processor',
  'billing_processor',
  'surcharge_processor',
];

/** The formats of connector credentials, by the tag `auth_type`. */
export type CredentialForm =
  | 'HeaderKey'
  | 'BodyKey'
  | 'SignatureKey'
  | 'MultiAuthKey'
  | 'CurrencyAuthKey'
  | 'CertificateAuth'
  | 'NoKey'
  | 'TemporaryAuth';

const header = ['HeaderKey'] as const;
const body = ['BodyKey'] as const;
const signature = ['SignatureKey'] as const;
const multi = ['MultiAuthKey'] as const;
const perCurrency = ['CurrencyAuthKey'] as const;
const certificate = ['CertificateAuth'] as const;
const bodyOrSignature = ['BodyKey', 'SignatureKey'] as const;
const bodyOrHeader = ['BodyKey', 'HeaderKey'] as const;
const bodyOrMulti = ['BodyKey', 'MultiAuthKey'] as const;
/** For connectors without a published format. */
const any = [
  ...header,
  ...body,
  ...signature,
  ...multi,
  ...perCurrency,
  ...certificate,
  'NoKey',
] as const;

/**
 * The credential formats that each connector accepts. `TemporaryAuth`, a placeholder, fits all of
 * them.
 */
// biome-ignore format: names read better in rows.
export const credentialForms: Record<ConnectorName, readonly CredentialForm[]> = {
  stripe_test: header, adyen_test: header, checkout_test: header, paypal_test: header,
  fauxpay: header, phonypay: header, pretendpay: header, stripe_billing_test: header,

  absa_sanlam: body, aci: body, adyen: bodyOrSignature, adyenplatform: header, affirm: body,
  airwallex: body, amazonpay: body, archipel: header, authipay: body, authorizedotnet: body,
  bambora: body, bamboraapac: signature, bankofamerica: signature, barclaycard: signature,
  billwerk: body, bitpay: header, blackhawknetwork: signature, bluesnap: body, boku: body,
  braintree: signature, breadpay: body, calida: header, cardinal: any, cashtocode: perCurrency,
  celero: header, chargebee: header, checkbook: body, checkout: signature, coinbase: header,
  coingate: body, cryptopay: body, ctp_mastercard: any, ctp_visa: any, custombilling: any,
  cybersource: signature, cybersourcedecisionmanager: signature, datatrans: body,
  deutschebank: signature, digitalvirgo: body, dlocal: signature, dwolla: body, ebanx: header,
  elavon: signature, envoy: body, facilitapay: body, finix: multi, fiserv: signature,
  fiservcommercehub: multi, fiservemea: body, fiuu: signature, flexiti: body, forte: multi,
  getnet: signature, gigadat: signature, globalpay: body, globepay: body, gocardless: header,
  gpayments: certificate, helcim: header, hipay: body, hyperpg: signature,
  hyperswitch_vault: signature, iatapay: signature, imerchantsolutions: bodyOrHeader, inespay: body,
  interpayments: header, itaubank: bodyOrMulti, jpmorgan: body, juspaythreedsserver: header,
  klarna: body, loonio: body, mifinity: header, mollie: bodyOrHeader, moneris: signature,
  multisafepay: header, netcetera: certificate, nexinets: body, nexixpay: header, nmi: bodyOrHeader,
  nomupay: body, noon: signature, nordea: signature, novalnet: signature, nuvei: signature,
  opennode: header, paybox: multi, payconex: body, payjustnow: body, payjustnowinstore: body,
  payload: perCurrency, payme: bodyOrSignature, payone: signature, paypal: bodyOrSignature,
  paysafe: body, paystack: header, paytm: signature, payu: body, peachpayments: body,
  phonepe: signature, placetopay: body, plaid: body, powertranz: body, prophetpay: signature,
  rapyd: body, razorpay: body, recurly: header, redsys: signature, revolv3: header, riskified: any,
  santander: certificate, shift4: header, signifyd: any, silverflow: signature, square: any,
  stax: header, stripe: header, stripebilling: header, taxjar: header, tesouro: signature,
  threedsecureio: header, tokenex: body, tokenio: multi, truelayer: body, trustly: signature,
  trustpay: signature, trustpayments: signature, tsys: signature,
  unified_authentication_service: any, vgs: signature, volt: multi, wellsfargo: signature,
  wise: body, worldline: signature, worldpay: bodyOrSignature, worldpaymodular: signature,
  worldpayvantiv: signature, worldpayxml: signature, xendit: header, zen: header, zift: signature,
  zsl: body,
};

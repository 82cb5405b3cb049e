import { authorizeDotNetConnector } from '#connectors/authorizedotnet/connector.ts';
import type { StepRequest } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { account, answer, bodyOf, card, ok, payment, referenceOf, transaction } from './answers.ts';

const { authorize, verify, sync, capture, refund, ...connector } = authorizeDotNetConnector();
if (!verify || !capture || !refund || !connector.void) throw new Error('Authorize.net can.');

/**
 * The members of each type in the order that the schema wants, and the length of texts. A request
 * with another order, another member or a longer text is refused as a whole (E00003).
 *
 * @see https://api.authorize.net/xml/v1/schema/AnetApiSchema.xsd
 */
// biome-ignore format: names read better in rows.
const types: Readonly<Record<string, readonly string[]>> = {
  createTransactionRequest: ['merchantAuthentication', 'clientId', 'refId', 'transactionRequest'],
  createCustomerProfileRequest: ['merchantAuthentication', 'clientId', 'refId', 'profile', 'validationMode'],
  createCustomerPaymentProfileRequest: [
    'merchantAuthentication', 'clientId', 'refId', 'customerProfileId', 'paymentProfile', 'validationMode',
  ],
  getTransactionDetailsRequest: ['merchantAuthentication', 'clientId', 'refId', 'transId'],
  getUnsettledTransactionListRequest: ['merchantAuthentication', 'clientId', 'refId', 'status', 'sorting', 'paging'],
  getSettledBatchListRequest: [
    'merchantAuthentication', 'clientId', 'refId', 'includeStatistics', 'firstSettlementDate', 'lastSettlementDate',
  ],
  getTransactionListRequest: ['merchantAuthentication', 'clientId', 'refId', 'batchId', 'sorting', 'paging'],
  merchantAuthentication: ['name', 'transactionKey'],
  transactionRequest: [
    'transactionType', 'amount', 'currencyCode', 'payment', 'profile', 'solution', 'callId', 'terminalNumber',
    'authCode', 'refTransId', 'splitTenderId', 'order', 'lineItems', 'tax', 'duty', 'shipping', 'taxExempt',
    'poNumber', 'customer', 'billTo', 'shipTo', 'customerIP', 'cardholderAuthentication', 'retail', 'employeeId',
    'transactionSettings', 'userFields', 'surcharge', 'merchantDescriptor', 'subMerchant', 'tip',
    'processingOptions', 'subsequentAuthInformation', 'otherTax', 'shipFrom', 'authorizationIndicatorType',
  ],
  payment: ['creditCard', 'bankAccount', 'trackData', 'encryptedTrackData', 'payPal', 'opaqueData'],
  opaqueData: ['dataDescriptor', 'dataValue', 'dataKey', 'expirationTimeStamp'],
  creditCard: [
    'cardNumber', 'expirationDate', 'cardCode', 'isPaymentToken', 'cryptogram', 'tokenRequestorName',
    'tokenRequestorId', 'tokenRequestorEci',
  ],
  bankAccount: [
    'accountType', 'routingNumber', 'accountNumber', 'nameOnAccount', 'echeckType', 'bankName', 'checkNumber',
  ],
  order: ['invoiceNumber', 'description'],
  lineItems: ['lineItem'],
  lineItem: [
    'itemId', 'name', 'description', 'quantity', 'unitPrice', 'taxable', 'unitOfMeasure', 'typeOfSupply', 'taxRate',
    'taxAmount', 'nationalTax', 'localTax', 'vatRate', 'alternateTaxId', 'alternateTaxType', 'alternateTaxTypeApplied',
    'alternateTaxRate', 'alternateTaxAmount', 'totalAmount', 'commodityCode', 'productCode', 'productSKU',
    'discountRate', 'discountAmount', 'taxIncludedInTotal', 'taxIsAfterDiscount',
  ],
  tax: ['amount', 'name', 'description'],
  duty: ['amount', 'name', 'description'],
  shipping: ['amount', 'name', 'description'],
  customer: ['type', 'id', 'email'],
  billTo: ['firstName', 'lastName', 'company', 'address', 'city', 'state', 'zip', 'country'],
  cardholderAuthentication: ['authenticationIndicator', 'cardholderAuthenticationValue'],
  retail: ['marketType', 'deviceType', 'customerSignature', 'terminalNumber'],
  transactionSettings: ['setting'],
  setting: ['settingName', 'settingValue'],
  userFields: ['userField'],
  userField: ['name', 'value'],
  processingOptions: ['isFirstRecurringPayment', 'isFirstSubsequentAuth', 'isSubsequentAuth', 'isStoredCredentials'],
  subsequentAuthInformation: ['originalNetworkTransId', 'originalAuthAmount', 'reason'],
  paymentProfile: ['customerType', 'billTo', 'payment'],
  sorting: ['orderBy', 'orderDescending'],
  paging: ['limit', 'offset'],
};
/** A payment's profile has other members than one that is made. */
const profileTypes = [
  ['createProfile', 'customerProfileId', 'paymentProfile', 'shippingProfileId'],
  ['merchantCustomerId', 'description', 'email'],
];
const lengths: Readonly<Record<string, number>> = {
  refId: 20,
  invoiceNumber: 20,
  id: 20,
  merchantCustomerId: 20,
  description: 255,
  email: 255,
  firstName: 50,
  lastName: 50,
  address: 60,
  city: 40,
  state: 40,
  zip: 20,
  country: 60,
  cardNumber: 16,
  expirationDate: 7,
  cardCode: 4,
  routingNumber: 9,
  accountNumber: 17,
  nameOnAccount: 22,
  itemId: 31,
  unitOfMeasure: 12,
  commodityCode: 15,
  productSKU: 30,
};
const reasons = ['resubmission', 'delayedCharge', 'reauthorization', 'noShow'];

/** The places of a request that the schema refuses. */
function refusedIn(value: unknown, name: string): readonly string[] {
  if (Array.isArray(value)) {
    const isLong = name === 'userField' && value.length > 20;
    return [...(isLong ? [name] : []), ...value.flatMap((one) => refusedIn(one, name))];
  }
  if (typeof value === 'string') {
    const isLong = value.length > (lengths[name] ?? Number.POSITIVE_INFINITY);
    return isLong || (name === 'reason' && !reasons.includes(value)) ? [name] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const names = Object.keys(value);
  const fits = (type: readonly string[]) => {
    const places = names.map((one) => type.indexOf(one));
    return places.every((place, index) => place > (places[index - 1] ?? -1));
  };
  // A stored payment profile is named only by its id.
  const known = name === 'profile' ? profileTypes : [types[name] ?? []];
  const isKnown =
    known.some(fits) || (name === 'paymentProfile' && names[0] === 'paymentProfileId');
  return [
    ...(isKnown ? [] : [name]),
    ...Object.entries(value).flatMap(([member, one]) => refusedIn(one, member)),
  ];
}

function refused(request: StepRequest): readonly string[] {
  const [[name, body] = ['', {}]] = Object.entries(bodyOf(request));
  return refusedIn(body, name);
}

const long = 'x'.repeat(300);
const longest: Authorization['order'] = {
  initiator: { by: 'customer' },
  customer: { id: long, email: `${long}@example.com` },
  billing: {
    address: {
      first_name: long,
      last_name: long,
      line1: long,
      line2: long,
      city: long,
      state: long,
      zip: long,
      country: 'US',
    },
  },
  metadata: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`m${index}`, index])),
  merchantReference: long,
};
const lined: Authorization['order'] = {
  ...longest,
  merchantReference: 'PO4711',
  taxMinor: 540,
  shippingMinor: 0,
  levelData: { taxStatus: 'taxable', dutyMinor: 100 },
  lines: [
    {
      ...{ name: 'A short name', quantity: 2, unitMinor: 3_100, unitDiscountMinor: 100 },
      ...{ taxMinor: 540, description: long, unitOfMeasure: long, sku: long, productId: long },
      commodityCode: long,
    },
  ],
};
const recurring = { ...longest, initiator: { by: 'merchant', why: 'recurring' } } as const;
const applePay = {
  ...({ kind: 'payment_method', method: 'wallet', type: 'apple_pay' } as const),
  data: { payment_data: 'eyJkYXRhIjoiIn0=' },
};
const decryptedWallet = {
  ...({ kind: 'payment_method', method: 'wallet', type: 'google_pay' } as const),
  data: {
    tokenization_data: {
      application_primary_account_number: '4111111111111111',
      card_exp_month: '03',
      card_exp_year: '30',
      cryptogram: 'AgAA',
    },
  },
};
const achDebit = {
  ...({ kind: 'payment_method', method: 'bank_debit', type: 'ach' } as const),
  data: { account_number: '15378535', routing_number: '244183602', bank_account_holder_name: long },
};
const mandate = { kind: 'connector_mandate', connectorMandateId: '394-694' } as const;
const known = { ...referenceOf(payment), connectorTransactionId: '40' };
const lost = referenceOf(payment);
const part = { captureReference: 'cap_1', captureMinor: 100, captureNumber: 1, isFinal: true };
const aRefund = {
  reference: long,
  connectorName: 'authorizedotnet',
  amountMinor: 100,
  currency: 'USD',
  payment: { ...known, connectorMetadata: card },
};
const proof = { cryptogram: 'proof', electronicCommerceIndicator: '05' };

const charge = (changes: Partial<Authorization>) =>
  authorize.request(
    { ...payment, order: longest, reference: long.slice(0, 80), ...changes },
    account,
  );

function next(reading: object): StepRequest {
  if (!('next' in reading)) throw new Error('Nothing more was asked.');
  return reading.next as StepRequest;
}

it.each([
  ['a charge', () => charge({})],
  ['a charge with a short reference', () => charge({ reference: 'pay_1_1' })],
  ['a charge that stores the card', () => charge({ futureUsage: 'off_session' })],
  ['a charge of a wallet', () => charge({ source: applePay })],
  ['a charge of a decrypted wallet', () => charge({ source: decryptedWallet })],
  ['a debit from a bank account', () => charge({ source: achDebit })],
  ['a charge of a stored card', () => charge({ source: mandate })],
  ['a recurring charge', () => charge({ source: mandate, order: recurring })],
  ['a charge by the network id', () => charge({ networkTransactionId: '1', order: recurring })],
  [
    'a charge of an order by telephone',
    () => charge({ order: { ...longest, channel: 'telephone_order' } }),
  ],
  ['a charge with lines', () => charge({ order: lined })],
  ['a charge of a stored card with lines', () => charge({ order: lined, source: mandate })],
  ['a charge with a proof', () => charge({ authenticationData: proof })],
  ['a profile', () => verify.request({ ...payment, order: longest }, account)],
  [
    'a payment profile',
    () =>
      next(
        verify.outcome(
          answer({ customerProfileId: '394', messages: ok }),
          { ...payment, order: longest },
          account,
        ),
      ),
  ],
  ['a capture', () => capture.request({ ...known, ...part }, account)],
  ['a void', () => connector.void?.request(known, account)],
  ['a refund', () => refund.request(aRefund, account)],
  [
    'the void of a part',
    () =>
      next(
        authorize.outcome(
          transaction({ responseCode: '4', errors: [{ errorCode: '295', errorText: '' }] }),
          payment,
          account,
        ),
      ),
  ],
  ['a sync', () => sync.request(known, account)],
  ['a search', () => sync.request(lost, account)],
  ['a search in batches', () => next(sync.outcome(answer({ messages: ok }), lost, account))],
])(
  'the schema takes the request, also with texts that are too long for it: %s',
  (_case, request) => {
    const asked = request();
    if (!asked) throw new Error('Nothing was asked.');
    expect(refused(asked)).toEqual([]);
  },
);

it('the schema refuses members in another order, unknown ones, long texts and other reasons', () => {
  expect(refusedIn({ amount: 1, transactionType: 'x' }, 'transactionRequest')).toEqual([
    'transactionRequest',
  ]);
  expect(refusedIn({ invoiceNumber: long }, 'order')).toEqual(['invoiceNumber']);
  expect(refusedIn({ reason: 'previousAuthorization' }, 'subsequentAuthInformation')).toEqual([
    'reason',
  ]);
});

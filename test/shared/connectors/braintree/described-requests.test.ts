import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { braintreeConnector } from '#connectors/braintree/connector.ts';
import type { ExchangeAccount, NextStep } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { connectorNamed } from '#connectors/registry.ts';
import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import { checkVectors } from '../../../prove/vectors/check-vectors.ts';
import { readVectorFiles } from '../../../prove/vectors/vector-file.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';
import { graphqlSchema } from '../../../support/processors/graphql-schema.ts';

const root = join(import.meta.dirname, '../../../../..');
const recordings = join(root, 'shared/oracles/connectors');
const wholeSchema = join(root, 'shared/oracles/braintree-schema.graphql');
const used = graphqlSchema(
  readFileSync(join(import.meta.dirname, 'published-schema.graphql'), 'utf8'),
);
/** Braintree's whole published schema, where it is beside the repository. */
const published = existsSync(wholeSchema)
  ? graphqlSchema(readFileSync(wholeSchema, 'utf8'))
  : undefined;

const Body = v.object({ query: v.string(), variables: v.record(v.string(), v.unknown()) });

/** The operation in a request; of a form with a file, its part. */
function operationOf({ body, bytes }: HttpRequest): v.InferOutput<typeof Body> {
  const form = Buffer.from(bytes ?? []).toString('latin1');
  const [json = ''] = /\{"query".*\}/.exec(form) ?? [];
  return v.parse(Body, JSON.parse(body ?? json));
}

/** The schema's objections to a request. A file is no variable of the operation. */
function problemsOf(request: HttpRequest): readonly string[] {
  const { query, variables } = operationOf(request);
  const { file: _, ...rest } = variables;
  return [used, ...(published ? [published] : [])].flatMap((schema) =>
    schema.problemsOf(query, rest),
  );
}

const connector = braintreeConnector();
const { complete, verify, capture, voidCaptured, increment, refund, syncRefund, revokeMandate } =
  connector;
const { acceptDispute, submitEvidence, syncDispute, uploadEvidenceFile } = connector;
if (!complete || !verify || !capture || !voidCaptured || !increment || !refund) {
  throw new Error('Braintree does all of this.');
}
if (!syncRefund || !revokeMandate) {
  throw new Error('Braintree does all of this.');
}
if (!acceptDispute || !submitEvidence || !syncDispute || !uploadEvidenceFile) {
  throw new Error('Braintree does all of this.');
}

const account: ExchangeAccount = anAccountAt('braintree', {
  metadata: { merchant_account_id: 'macc_1', ach_mandate: 'I authorize Example Shop.' },
});
const payment = aCharge('braintree', {
  futureUsage: 'off_session',
  order: {
    initiator: { by: 'customer' },
    channel: 'telephone_order',
    customer: { email: 'jane@example.com' },
    billing: {
      address: {
        first_name: 'Jane',
        last_name: 'Doe',
        line1: '1 Main St',
        line2: 'Floor 2',
        city: 'Berlin',
        state: 'BE',
        zip: '10115',
        country: 'DE',
      },
    },
  },
});
const absent = { by: 'merchant', why: 'recurring' } as const;
const { source: _, order: __, ...reference } = payment;
const known = { ...reference, connectorTransactionId: 'dHJhbnNhY3Rpb25fMQ' };
const part = { captureReference: 'pay_1_1_1', captureMinor: 6540, captureNumber: 1, isFinal: true };
const back = {
  reference: 'ref_1',
  connectorName: 'braintree',
  amountMinor: 6540,
  currency: 'EUR',
  payment: known,
};
const dispute = { connectorName: 'braintree', connectorDisputeId: 'dp_1', reference: 'pay_1_1' };
const file = {
  evidenceType: 'receipt' as const,
  fileId: 'file_1',
  name: 'receipt.png',
  size: 1,
  type: 'image/png',
  sha256: 'ab',
  bytes: new Uint8Array([1]),
};
const evidence = {
  ...dispute,
  texts: { uncategorized_text: 'Worn since' },
  files: [{ ...file, connectorFileId: 'evidence_1' }],
};

const answer = (data: object, errors?: readonly object[]): HttpResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ data, errors }),
});
const token = answer({ tokenizeCreditCard: { paymentMethod: { id: 'tokencc_1' } } });
const ids = answer({ idFromLegacyId: 'ZGlzcHV0ZV9kcF8x' });
const open = answer({
  node: {
    legacyId: 'dp_1',
    amountDisputed: { value: '6.54', currencyCode: 'EUR' },
    status: 'OPEN',
  },
});
const tooEarly = answer({ refundTransaction: null }, [
  {
    message: 'Not settled.',
    path: ['refundTransaction'],
    extensions: { errorClass: 'VALIDATION', legacyCode: '91506' },
  },
]);
const added = answer({ createDisputeTextEvidence: { evidence: { id: 'evidence_2' } } });

/** The requests of a chain: the first, and the one after each answer. */
function chain<Outcome extends object>(
  first: HttpRequest,
  outcome: (response: HttpResponse) => Outcome | NextStep<Outcome>,
  answers: readonly HttpResponse[],
): readonly HttpRequest[] {
  const [given, ...others] = answers;
  if (!given) return [first];
  const reading = outcome(given);
  if (!('next' in reading)) throw new Error('There is no next step.');
  return [first, ...chain(reading.next, (response) => reading.outcome(response), others)];
}

const exchangeOf = <Input, Outcome extends object>(
  exchange: {
    request(input: Input, given: ExchangeAccount): HttpRequest;
    outcome(
      response: HttpResponse,
      input: Input,
      given: ExchangeAccount,
    ): Outcome | NextStep<Outcome>;
  },
  input: Input,
  ...answers: readonly HttpResponse[]
) =>
  chain(
    exchange.request(input, account),
    (response) => exchange.outcome(response, input, account),
    answers,
  );

const stored: Authorization = {
  ...payment,
  source: { kind: 'connector_mandate', connectorMandateId: 'pm_1' },
  order: { initiator: absent },
};
const byNetworkId: Authorization = {
  ...payment,
  order: { ...payment.order, initiator: absent },
  networkTransactionId: '123456789012345',
};

const authenticated: Authorization = {
  ...payment,
  order: { ...payment.order, scaExemption: 'transaction_risk_analysis' },
  authenticationData: {
    cryptogram: 'AAABBJg0VhI0VniQEjRWAAAAAAA=',
    electronicCommerceIndicator: '05',
    dsTransactionId: 'f38e6948-5388-41a6-bca4-b49723c19437',
    serverTransactionId: '3c5d5f3a-6a0e-4b2c-9a5e-2f4a1b6f0a11',
    version: '2.2.0',
    transactionStatus: 'Y',
  },
};

const ofCompany: Authorization = {
  ...payment,
  order: {
    ...payment.order,
    merchantReference: 'PO-1001',
    shipping: { address: { line1: '2 Side St', zip: '10117', country: 'DE', origin_zip: '20095' } },
    lines: [
      {
        name: 'Hat',
        quantity: 2,
        unitMinor: 3_000,
        taxMinor: 100,
        sku: 'HAT-1',
        commodityCode: '53102503',
        unitOfMeasure: 'EA',
        description: 'Felt, blue',
      },
    ],
    shippingMinor: 400,
    surchargeMinor: 40,
    taxMinor: 100,
    levelData: { taxStatus: 'taxable', discountMinor: 0, shippingTaxMinor: 64 },
  },
};

const inWallet = (type: 'apple_pay' | 'google_pay', data: object): Authorization => ({
  ...payment,
  source: { kind: 'payment_method', method: 'wallet', type, shape: type, data: { ...data } },
});
const encryptedApple = inWallet('apple_pay', {
  payment_data: 'eyJkYXRhIjoiQUFBIn0=',
  payment_method: { display_name: 'Visa 1111', network: 'Visa', type: 'debit' },
  transaction_identifier: 't_1',
});
const decryptedGoogle = inWallet('google_pay', {
  tokenization_data: {
    application_primary_account_number: '4111111111111111',
    cryptogram: 'AAAB=',
    card_exp_month: '02',
    card_exp_year: '35',
    eci_indicator: '05',
  },
});
const byNetworkToken: Authorization = {
  ...payment,
  source: {
    kind: 'payment_method',
    method: 'network_token',
    type: 'network_token',
    data: {
      network_token: '4111111111111111',
      token_exp_month: '03',
      token_exp_year: '30',
      token_cryptogram: 'AAAB=',
      eci: '05',
    },
  },
};
const byPayPal: Authorization = {
  ...payment,
  completeUrl: 'https://switch.example/complete',
  source: {
    kind: 'payment_method',
    method: 'wallet',
    type: 'paypal',
    shape: 'paypal_redirect',
    data: {},
  },
};
const approved = {
  ...reference,
  order: payment.order,
  query: { token: 'EC-1', PayerID: 'PAYER1' },
  form: {},
  connectorMetadata: { paypal_payment_id: 'PAYID-1' },
};
const payPalToken = answer({
  tokenizePayPalOneTimePayment: { paymentMethod: { id: 'tokenpp_1' } },
});
const fromAccount: Authorization = {
  ...payment,
  currency: 'USD',
  source: {
    kind: 'payment_method',
    method: 'bank_debit',
    type: 'ach',
    shape: 'ach_bank_debit',
    data: { account_number: '1000000000', routing_number: '011000015' },
  },
};
const paymentMethod = { id: 'tokenusbankacct_1' };
const bankToken = answer({ tokenizeUsBankAccount: { paymentMethod } });
const bankAccount = answer({ vaultUsBankAccount: { paymentMethod } });
const appleToken = answer({ tokenizeApplePayCard: { paymentMethod: { id: 'tokenapple_1' } } });
const networkToken = answer({ tokenizeNetworkToken: { paymentMethod: { id: 'tokennt_1' } } });

/** Every operation, with all of its members. */
const requests: readonly HttpRequest[] = [
  ...exchangeOf(connector.authorize, payment, token),
  ...exchangeOf(connector.authorize, { ...payment, captureMethod: 'manual' }, token),
  ...exchangeOf(connector.authorize, { ...payment, futureUsage: 'on_session' }, token),
  ...exchangeOf(connector.authorize, byNetworkId, token),
  ...exchangeOf(connector.authorize, authenticated, token),
  ...exchangeOf(connector.authorize, ofCompany, token),
  ...exchangeOf(connector.authorize, stored),
  ...exchangeOf(connector.authorize, encryptedApple, appleToken),
  ...exchangeOf(connector.authorize, decryptedGoogle, networkToken),
  ...exchangeOf(connector.authorize, byNetworkToken, networkToken),
  ...exchangeOf(connector.authorize, byPayPal),
  ...exchangeOf(complete, approved, payPalToken),
  ...exchangeOf(complete, { ...approved, captureMethod: 'manual' }, payPalToken),
  ...exchangeOf(connector.authorize, fromAccount, bankToken, bankAccount),
  ...exchangeOf(verify, payment, token),
  ...exchangeOf(verify, authenticated, token),
  ...exchangeOf(connector.sync, reference),
  ...exchangeOf(connector.sync, known),
  ...exchangeOf(capture, { ...known, ...part }),
  ...exchangeOf(capture, { ...known, ...part, captureMethod: 'manual_multiple' }),
  ...exchangeOf(connector.sync, { ...known, captureMethod: 'manual_multiple' }),
  ...exchangeOf(voidCaptured, known),
  ...exchangeOf(increment, { ...known, incrementReference: 'inc_1', totalMinor: 7540 }),
  ...exchangeOf(refund, back, tooEarly),
  ...exchangeOf(syncRefund, back),
  ...exchangeOf(syncRefund, { ...back, connectorRefundId: 'cmVmdW5kXzE' }),
  ...exchangeOf(revokeMandate, { connectorName: 'braintree', connectorMandateId: 'pm_1' }),
  ...exchangeOf(syncDispute, dispute, ids),
  ...exchangeOf(acceptDispute, dispute, ids, open),
  ...exchangeOf(submitEvidence, evidence, ids, open, added),
  ...exchangeOf(uploadEvidenceFile, { ...dispute, file }, ids),
];

it('every request that Braintree gets is allowed by the schema that it publishes', () => {
  expect(requests.flatMap((request) => problemsOf(request))).toEqual([]);
  expect(requests).toHaveLength(54);
});

const withRecordings = existsSync(recordings) ? it : it.skip;

withRecordings(`every request for a recording beside ${recordings} is allowed, too`, async () => {
  const checked = await checkVectors(readVectorFiles(recordings), {
    connectorNamed,
    exceptions: [],
    connector: 'braintree',
  });
  const sent = checked.flatMap((one) => one.requests);
  expect(sent.flatMap((request) => problemsOf(request))).toEqual([]);
  expect(sent.length).toBeGreaterThan(30);
});

it.each([
  ['a member of an answer that does not exist', 'query { node(id: "a") { id amont } }', 'no amont'],
  ['an operation that does not exist', 'query { idsFromLegacyIds }', 'no idsFromLegacyIds'],
  ['an argument that is missing', 'query { node { id } }', 'needs id'],
  ['a word that is none', 'query { idFromLegacyId(legacyId: "a", type: BILL) }', 'another word'],
  ['an object without members', 'query { search }', 'needs members'],
  [
    'what an object never is',
    'query { node(id: "a") { ... on PaymentNetworkResponse { code } } }',
    'never',
  ],
])('the schema refuses %s', (_, query, says) => {
  expect(used.problemsOf(query, {}).join('; ')).toContain(says);
});

it('the schema refuses variables that its inputs do not have, or miss', () => {
  const query =
    'mutation($input: RefundTransactionInput!) { refundTransaction(input: $input) { clientMutationId } }';
  const problemsWith = (input: object | undefined) => used.problemsOf(query, { input });
  expect(problemsWith({ transactionId: 'a' })).toEqual([]);
  expect(problemsWith({ transactionId: 'a', refund: { amont: '1' } })).toEqual([
    'RefundInput has no amont',
  ]);
  expect(problemsWith({})).toEqual(['$input.transactionId is required']);
  expect(problemsWith(undefined)).toEqual(['$input is required']);
});

import * as v from 'valibot';
import { readJson } from '#connectors/formats/json.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { Exchange, ExchangeAccount, StepRequest } from '#connectors/interface/exchange.ts';
import type { Authorization, PaymentOutcome, Reference } from '#connectors/interface/payments.ts';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { checkVectors, summaryOf } from './check-vectors.ts';
import { shown } from './differences.ts';
import type { VectorFile } from './vector-file.ts';

const base = 'https://api.processor.example';
const Answer = v.object({
  id: v.string(),
  status: v.picklist(['paid', 'reserved', 'refused', 'challenge', 'released']),
  amount: v.optional(v.number()),
  reason: v.optional(v.string()),
  url: v.optional(v.string()),
});

/** A processor's adapter in small: a token of the card is made before it is charged. */
const example: Connector = {
  authorize: {
    request: (input, account) => ({
      ...post(
        'tokens',
        { card: input.source.kind === 'card' && input.source.card.number },
        account,
      ),
      step: 'token',
    }),
    outcome: (response, input, account) => ({
      next: post('payments', paymentOf(input, readJson(Token, response).token), account),
      outcome: paymentOutcome,
    }),
  },
  sync: exchange<Reference>((input) => ({
    method: 'GET',
    headers: {},
    url: `${base}/payments/${input.connectorTransactionId}`,
  })),
  capture: exchange((input, account) =>
    post(
      `payments/${input.connectorTransactionId}/capture`,
      { amount: input.captureMinor },
      account,
    ),
  ),
  void: exchange((input, account) =>
    post(`payments/${input.connectorTransactionId}/void`, {}, account),
  ),
  refund: {
    request: (input, account) =>
      post('refunds', { amount: input.amountMinor, reference: input.reference }, account),
    outcome: (response): RefundOutcome => {
      const { id, status } = readJson(Answer, response);
      return { result: status === 'paid' ? 'succeeded' : 'declined', connectorRefundId: id };
    },
  },
  webhooks: {
    verifySignature: ({ headers }, { webhookSecrets = [] }) =>
      webhookSecrets.includes(headers.signature ?? ''),
    parse: ({ body }) => [
      {
        kind: 'payment',
        subject: { reference: 'pay_1_1', connectorId: 'p_1' },
        outcome: paymentOutcome({ status: 200, headers: {}, body }),
      },
    ],
  },
};

const Token = v.object({ token: v.string() });

const paymentOf = ({ amountMinor, reference, order }: Authorization, token: string) => ({
  amount: amountMinor,
  token,
  reference,
  city: order.billing?.address?.city,
  customer: order.customer?.connectorCustomerId,
});

function post(path: string, body: object, { credentials }: ExchangeAccount): StepRequest {
  const key = credentials.auth_type === 'HeaderKey' ? credentials.api_key : '';
  const headers = { authorization: key, 'content-type': 'application/json' };
  return { method: 'POST', url: `${base}/${path}`, headers, body: JSON.stringify(body) };
}

function exchange<Input>(
  request: (input: Input, account: ExchangeAccount) => StepRequest,
): Exchange<Input, PaymentOutcome> {
  return { request, outcome: paymentOutcome };
}

function paymentOutcome(response: HttpResponse): PaymentOutcome {
  const { id, status, amount, reason, url } = readJson(Answer, response);
  const reported = {
    connectorTransactionId: id,
    ...(amount !== undefined && { amountMinor: amount }),
  };
  switch (status) {
    case 'paid':
      return { result: 'captured', ...reported };
    case 'reserved':
      return { result: 'authorized', ...reported };
    case 'released':
      return { result: 'voided', ...reported };
    case 'challenge':
      return { result: 'challenged', redirectUrl: url ?? '', ...reported };
    case 'refused':
      return { result: 'declined', code: '05', message: reason ?? '', ...reported };
  }
}

const card = { number: '4242424242424242', exp_month: '03', exp_year: '2030', cvc: '737' };
const usd = (value: number) => ({ value, currency: 'USD' });
const headers = { authorization: 'key_1', 'content-type': 'application/json' };
const sent = (path: string, value: object) => ({
  method: 'POST',
  url: `${base}/${path}`,
  headers,
  body: { encoding: 'json', value } as const,
});
const answered = (value: unknown, status = 200) => ({
  status,
  headers: {},
  body: { encoding: 'json', value } as const,
});

type Given = Pick<VectorFile['vectors'][number], 'flow' | 'input' | 'outcome'> &
  Partial<VectorFile['vectors'][number]>;

const tokenVector: Given = {
  id: 'example.payment_method_token.ok',
  flow: 'payment_method_token',
  input: { reference: 'pay_1_1', amount: usd(100), payment_method: { card } },
  wire_request: sent('tokens', { card: card.number }),
  wire_response: answered({ token: 'tok_1' }),
  outcome: { result: 'answer', payment_method_token: 'tok_1' },
};

const authorize: Given = {
  flow: 'authorize',
  input: {
    reference: 'pay_1_1',
    amount: usd(6_540),
    capture_method: 'automatic',
    payment_method: { card },
    billing: { city: 'Berlin' },
    customer: { connector_customer_id: 'c_1' },
  },
  wire_request: sent('payments', {
    amount: 6_540,
    token: 'tok_1',
    reference: 'pay_1_1',
    city: 'Berlin',
    customer: 'c_1',
  }),
  wire_response: answered({ id: 'p_1', status: 'paid', amount: 6_540 }),
  outcome: {
    result: 'answer',
    status: 'charged',
    connector_transaction_id: 'p_1',
    captured_amount: 6_540,
  },
};

const known = { reference: 'pay_1_1', connector_transaction_id: 'p_1' };

const capture: Given = {
  flow: 'capture',
  input: { ...known, amount_to_capture: usd(6_540), capture_method: 'manual' },
  wire_request: sent('payments/p_1/capture', { amount: 6_540 }),
  wire_response: answered({ id: 'p_1', status: 'paid', amount: 6_540 }),
  outcome: { result: 'answer', status: 'charged', connector_transaction_id: 'p_1' },
};

const sync: Given = {
  flow: 'payment_sync',
  input: { ...known, amount: usd(6_540), capture_method: 'manual' },
  wire_request: {
    method: 'GET',
    url: `${base}/payments/p_1`,
    headers: {},
    body: { encoding: 'none' },
  },
  wire_response: answered({ id: 'p_1', status: 'reserved' }),
  outcome: { result: 'answer', status: 'authorized', connector_transaction_id: 'p_1' },
};

const refund: Given = {
  flow: 'refund',
  input: {
    ...known,
    refund_reference: 'ref_1',
    payment_amount: usd(6_540),
    refund_amount: usd(100),
  },
  wire_request: sent('refunds', { amount: 100, reference: 'ref_1' }),
  wire_response: answered({ id: 'r_1', status: 'paid' }),
  outcome: { result: 'answer', status: 'success', connector_refund_id: 'r_1' },
};

const webhook: Given = {
  flow: 'webhook',
  input: { webhook_secret: 'whsec_1' },
  wire_request: {
    method: 'POST',
    url: '/webhooks',
    headers: { Signature: 'whsec_1' },
    body: { encoding: 'json', raw: '{"id":"p_1","status":"paid"}' },
  },
  wire_response: undefined,
  outcome: {
    parse: {
      event_type: 'payment_intent_success',
      reference: { payment: { reference: 'pay_1_1' } },
    },
    handle: {
      event_type: 'payment_intent_success',
      source_verified: true,
      content: { payment: { status: 'charged', connector_transaction_id: 'p_1' } },
      ack: {},
    },
  },
};

/** The file with a token's recording, and these vectors. */
const fileOf = (...vectors: readonly Given[]): VectorFile => ({
  connector: 'example',
  credentials: { apiKey: 'key_1' },
  vectors: [tokenVector, ...vectors].map((one, index) => ({
    id: `example.${one.flow}.${index}`,
    connector: 'example',
    ...one,
  })),
});

async function differencesIn(vector: Given, connector: Connector | undefined = example) {
  const checked = await checkVectors([fileOf(vector)], {
    connectorNamed: () => connector,
    exceptions: [],
  });
  return checked.at(-1)?.differences.map(shown);
}

it.each<[string, Given]>([
  ['an authorization after the step that makes its token', authorize],
  ['the step that makes a token', tokenVector],
  ['a capture', capture],
  ['a sync', sync],
  ['a refund', refund],
  ['a webhook', webhook],
  [
    'a decline',
    {
      ...authorize,
      wire_response: answered({ id: 'p_1', status: 'refused', reason: 'no money' }),
      outcome: {
        result: 'answer',
        status: 'failure',
        connector_transaction_id: 'p_1',
        error_code: '05',
        error_message: 'no money',
      },
    },
  ],
  [
    'a challenge',
    {
      ...authorize,
      wire_response: answered({ id: 'p_1', status: 'challenge', url: 'https://acs.example/x?a=1' }),
      outcome: {
        result: 'answer',
        status: 'authentication_pending',
        connector_transaction_id: 'p_1',
        redirect: { method: 'GET', endpoint: 'https://acs.example/x', fields: { a: '1' } },
      },
    },
  ],
  [
    'an answer that cannot be read',
    {
      ...authorize,
      wire_response: { status: 200, headers: {}, body: { encoding: 'text', value: '{"id":' } },
      outcome: { result: 'unreadable' },
    },
  ],
  [
    'an error of a server',
    {
      ...authorize,
      wire_response: { status: 502, headers: {}, body: { encoding: 'xml', value: '<html/>' } },
      outcome: { result: 'error', error_code: '502', error_message: 'bad_gateway' },
    },
  ],
  [
    'what the recording did not send',
    { ...sync, wire_request: undefined, outcome: { result: 'not_sent' } },
  ],
])('the vectors check finds %s equal', async (_, vector) => {
  expect(await differencesIn(vector)).toEqual([]);
});

it.each<[string, Given, readonly string[]]>([
  [
    'a request',
    { ...authorize, wire_request: sent('payments', { amount: 6_540 }) },
    [
      'request.body.token: (absent) → "tok_1"',
      'request.body.reference: (absent) → "pay_1_1"',
      'request.body.city: (absent) → "Berlin"',
      'request.body.customer: (absent) → "c_1"',
    ],
  ],
  [
    'a status, an id and an amount',
    {
      ...authorize,
      outcome: {
        result: 'answer',
        status: 'partial_charged',
        connector_transaction_id: 'p_2',
        captured_amount: 1,
      },
    },
    [
      'outcome.status: "partial_charged" → "charged"',
      'outcome.connector_transaction_id: "p_2" → "p_1"',
      'outcome.captured_amount: 1 → 6540',
    ],
  ],
  [
    'an answer with another amount',
    { ...authorize, wire_response: answered({ id: 'p_1', status: 'paid', amount: 100 }) },
    [
      'outcome.status: "charged" → "integrity_failure"',
      'outcome.connector_transaction_id: "p_1" → (absent)',
      'outcome.captured_amount: 6540 → (absent)',
    ],
  ],
  [
    'a charge that was read where nothing can be read',
    { ...authorize, outcome: { result: 'unreadable' } },
    ['outcome.result: "nothing decided" → "captured (charged)"'],
  ],
  [
    'an error of a server',
    {
      ...authorize,
      wire_response: { status: 502, headers: {}, body: { encoding: 'none' } },
      outcome: { result: 'error', error_code: '500' },
    },
    ['outcome.error_code: "500" → "502"'],
  ],
  [
    'a charge where the recording has a refusal',
    { ...authorize, outcome: { result: 'error', error_code: '05' } },
    ['outcome.result: "an error that was read" → "captured (charged)"'],
  ],
  [
    'an answer that we cannot read',
    { ...sync, wire_response: answered({ id: 'p_1', status: 'new word' }) },
    ['outcome.result: "an answer that was read" → "unknown (pending)"'],
  ],
  [
    'what has to be stored',
    {
      ...capture,
      outcome: {
        result: 'answer',
        status: 'charged',
        connector_metadata: { a: { capture_id: 'k' } },
      },
    },
    ['outcome.connector_metadata.capture_id: "k" → (absent)'],
  ],
  [
    'a flow that the connector does not have',
    { ...refund, flow: 'refund_sync' },
    [`request: "${base}/refunds" → "nothing"`],
  ],
  [
    'a signature and a status in a webhook',
    {
      ...webhook,
      input: { webhook_secret: 'another' },
      wire_request: {
        method: 'POST',
        url: '/webhooks',
        headers: { Signature: 'whsec_1' },
        body: { encoding: 'json', raw: '{"id":"p_1","status":"refused"}' },
      },
    },
    ['outcome.source_verified: true → false', 'outcome.status: "charged" → "failure"'],
  ],
  [
    'a webhook that nothing should be made of',
    {
      ...webhook,
      outcome: {
        parse: { result: 'rejected', reference: {} },
        handle: { result: 'rejected', content: {}, ack: {} },
      },
    },
    ['outcome.content: "nothing" → "payment"'],
  ],
])('the vectors check shows how %s differs', async (_, vector, expected) => {
  expect(await differencesIn(vector)).toEqual(expected);
});

it('the vectors check shows a connector that throws while it builds a request', async () => {
  const broken: Connector = {
    ...example,
    sync: {
      ...example.sync,
      request: () => {
        throw new Error('No id.');
      },
    },
  };
  expect(await differencesIn(sync, broken)).toEqual([
    `request: "${base}/payments/p_1" → "nothing: No id."`,
  ]);
});

it('the vectors check counts equal, excepted and different vectors, and connectors without an adapter', async () => {
  const other = { ...sync, id: 'example.payment_sync.other', connector: 'other' };
  const wrong = {
    ...sync,
    id: 'example.payment_sync.wrong',
    outcome: { result: 'answer', status: 'charged' },
  } as const;
  const meant = { ...wrong, id: 'example.payment_sync.meant' };
  const checked = await checkVectors([fileOf(sync, wrong, meant, other)], {
    connectorNamed: (name) => (name === 'example' ? example : undefined),
    exceptions: [{ id: meant.id, path: 'outcome.status', reason: 'It is reserved.' }],
  });
  expect(checked.map(({ verdict }) => verdict)).toEqual([
    ...['equal', 'equal', 'different', 'excepted', 'no adapter'],
  ]);
  expect(summaryOf(checked).split('\n').slice(-2)).toEqual([
    'equal in every place: 2, equal but for what an exception explains: 1',
    'vectors: 3/5',
  ]);
  expect(summaryOf(checked)).toMatch(
    /^example payment_sync +1\/3 equal, 1 excepted, 1 different$/m,
  );
});

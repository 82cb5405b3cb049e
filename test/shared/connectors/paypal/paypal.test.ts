import type {
  ExchangeAccount,
  HttpResponse,
} from '../../../../shared/connectors/interface/exchange.ts';
import type { Authorization } from '../../../../shared/connectors/interface/payments.ts';
import { paypalConnector } from '../../../../shared/connectors/paypal/connector.ts';

const connector = paypalConnector();
const { accessToken, authorize, complete, capture, refund, sync, void: release } = connector;
const { webhooks } = connector;
if (!accessToken || !complete || !capture || !refund || !release) throw new Error('PayPal can.');
if (!webhooks?.verifyByAsking) throw new Error('PayPal tells what is genuine.');
const { verifyByAsking } = webhooks;

const account: ExchangeAccount = {
  connectorName: 'paypal',
  credentials: {
    auth_type: 'SignatureKey',
    api_key: 'secret',
    key1: 'client',
    api_secret: 'payer',
  },
  webhookSecrets: ['WEBHOOK1'],
  accessToken: 'A21AA',
  urls: { api: 'https://api-m.sandbox.paypal.com/' },
};
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'paypal',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'manual',
  order: { initiator: { by: 'customer' }, shippingMinor: 500, taxMinor: 40 },
  completeUrl: 'https://switch.example/complete?page_token=t',
  source: { kind: 'payment_method', method: 'wallet', type: 'paypal', data: {} },
};
const { source: _, order, completeUrl: __, ...reference } = payment;
const ordered = { ...reference, connectorTransactionId: '5O19' };
const answer = (body: object, status = 200): HttpResponse => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});
const bodyOf = ({ body = '' }: { readonly body?: string }) => JSON.parse(body);

it('asks for an access token with the credentials in the header alone', () => {
  const request = accessToken.request({}, account);
  expect(request.body).toBe('grant_type=client_credentials');
  const { accessToken: ___, ...without } = account;
  expect(() => authorize.request(payment, without)).toThrow(/access token/);
});

it('acts as a partner for the payer whose id it has', () => {
  const { headers } = authorize.request(payment, account);
  expect(headers['paypal-partner-attribution-id']).toBe('HyperSwitchPPCP_SP');
  const [, claims = ''] = (headers['paypal-auth-assertion'] ?? '').split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    iss: 'client',
    payer_id: 'payer',
  });
});

it('states the parts of an order, whose sum is the amount', () => {
  expect(bodyOf(authorize.request(payment, account))).toMatchObject({
    intent: 'AUTHORIZE',
    purchase_units: [
      {
        amount: {
          value: '65.40',
          breakdown: {
            item_total: { value: '60.00' },
            shipping: { value: '5.00' },
            tax_total: { value: '0.40' },
          },
        },
      },
    ],
    payment_source: { paypal: { experience_context: { return_url: payment.completeUrl } } },
  });
});

describe('a customer who comes back', () => {
  const back = { ...ordered, query: { token: '5O19', PayerID: 'x' }, form: {}, order };
  const authenticated = (result: object) =>
    complete.outcome(
      answer({ payment_source: { card: { authentication_result: result } } }),
      back,
      account,
    );

  it('has the order authorized once the bank knows the customer', () => {
    const first = complete.request(back, account);
    expect(first).toMatchObject({ method: 'GET', step: 'authentication' });
    for (const result of [
      {},
      { liability_shift: 'POSSIBLE' },
      { liability_shift: 'NO', three_d_secure: { enrollment_status: 'N' } },
    ]) {
      const reading = authenticated(result);
      if (!('next' in reading)) throw new Error('It was not authorized.');
      expect(reading.next.url).toMatch(/v2\/checkout\/orders\/5O19\/authorize$/);
    }
  });

  it('is declined where the bank does not', () => {
    for (const result of [
      { liability_shift: 'UNKNOWN' },
      { liability_shift: 'NO', three_d_secure: { enrollment_status: 'Y' } },
    ]) {
      expect(authenticated(result)).toEqual({
        result: 'declined',
        attemptStatus: 'authentication_failed',
      });
    }
  });

  it('too early, or twice, decides nothing', () => {
    const reading = authenticated({});
    if (!('next' in reading)) throw new Error('It was not authorized.');
    for (const issue of ['ORDER_NOT_APPROVED', 'ORDER_ALREADY_AUTHORIZED']) {
      const refusal = { name: 'UNPROCESSABLE_ENTITY', message: 'No', details: [{ issue }] };
      expect(() => reading.outcome(answer(refusal, 422))).toThrow();
    }
  });
});

it('captures, releases and refunds by the ids that it wanted back', () => {
  const reserved = {
    ...ordered,
    connectorMetadata: { psync_flow: 'AUTHORIZE', authorize_id: 'A1' },
  };
  const part = {
    captureReference: 'pay_1_1_1',
    captureMinor: 100,
    captureNumber: 1,
    isFinal: true,
  };
  const taken = capture.request({ ...reserved, ...part }, account);
  expect(taken.headers['paypal-request-id']).toBe('pay_1_1_1');
  const captured = capture.outcome(
    answer({ id: 'C1', status: 'COMPLETED', amount: { currency_code: 'USD', value: '1.00' } }, 201),
    { ...reserved, ...part },
    account,
  );
  expect(captured).toMatchObject({
    result: 'captured',
    capturedMinor: 100,
    connectorCaptureId: 'C1',
    connectorMetadata: { psync_flow: 'CAPTURE', authorize_id: 'A1', capture_id: 'C1' },
  });
  expect(release.outcome({ status: 204, headers: {}, body: '' }, reserved, account)).toEqual({
    result: 'voided',
  });
  const given = { reference: 'ref_1', connectorName: 'paypal', amountMinor: 1, currency: 'USD' };
  expect(
    refund.request({ ...given, payment: reserved, connectorCaptureId: 'C1' }, account).url,
  ).toMatch(/captures\/C1\/refund$/);
  expect(() => refund.request({ ...given, payment: reserved }, account)).toThrow();
});

it('asks where the state of a payment is told', () => {
  const urlOf = (connectorMetadata: Record<string, string>) =>
    sync.request({ ...ordered, connectorMetadata }, account).url;
  expect(urlOf({ psync_flow: 'CAPTURE', capture_id: 'C1' })).toMatch(/captures\/C1$/);
  expect(urlOf({ psync_flow: 'AUTHORIZE', authorize_id: 'A1' })).toMatch(/authorizations\/A1$/);
  expect(urlOf({})).toMatch(/orders\/5O19$/);
  expect(sync.canAsk?.(reference)).toBe(false);
});

describe('a webhook', () => {
  const body = '{"event_type": "PAYMENT.CAPTURE.REFUNDED", "resource": {"id":"R1"} }';
  const headers = { 'paypal-transmission-id': 't1', 'paypal-auth-algo': 'SHA256withRSA' };

  it('is shown to PayPal with its very bytes, and the id of the account’s webhook', () => {
    const asked = verifyByAsking.request({ headers, body }, account);
    expect(asked.body).toContain(`"webhook_event":${body}}`);
    expect(bodyOf(asked)).toMatchObject({ webhook_id: 'WEBHOOK1', transmission_id: 't1' });
    const verdict = (word: string) =>
      verifyByAsking.outcome(answer({ verification_status: word }), { headers, body }, account);
    expect(verdict('SUCCESS')).toEqual({ result: 'verified' });
    expect(verdict('FAILURE')).toEqual({ result: 'forged' });
    expect(() => verdict('PERHAPS')).toThrow();
    const { webhookSecrets: ___, ...without } = account;
    expect(() => verifyByAsking.request({ headers, body }, without)).toThrow();
    expect(() => verifyByAsking.request({ headers, body: '{"a":1}, {' }, account)).toThrow();
  });

  it('tells of a refund by its id', () => {
    expect(webhooks.parse({ headers, body })).toEqual([
      {
        kind: 'refund',
        subject: { connectorId: 'R1' },
        outcome: { result: 'succeeded', connectorRefundId: 'R1' },
      },
    ]);
  });
});

import { createHash, createHmac } from 'node:crypto';
import { cybersourceConnector } from '#connectors/cybersource/connector.ts';
import { signedHeaders } from '#connectors/cybersource/signature.ts';
import type { NextStep } from '#connectors/interface/exchange.ts';
import type {
  Authorization,
  Capture,
  Increment,
  Reference,
} from '#connectors/interface/payments.ts';
import type { RefundReference } from '#connectors/interface/refunds.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import {
  cybersourceAccount as account,
  answerOf as answer,
  bodyOf,
  knownPayment as known,
  lostPayment as lost,
  cardPayment as payment,
  sharedSecret as secret,
} from '../../../support/processors/a-cybersource-payment.ts';
import { settled } from '../../../support/processors/an-exchange.ts';

const connector = cybersourceConnector();
const { authorize, verify, revokeMandate, sync, capture, increment, refund, syncRefund } =
  connector;
const voidPayment = connector.void;
if (!verify || !revokeMandate || !capture || !increment) throw new Error('It can.');
if (!voidPayment || !refund || !syncRefund) throw new Error('It can.');

const part: Capture = {
  ...known,
  captureReference: 'pay_1_1_1',
  captureMinor: 2000,
  captureNumber: 1,
  isFinal: true,
};
const more: Increment = { ...known, incrementReference: 'auth_1_1', totalMinor: 8000 };
const givenBack: RefundReference = {
  reference: 'ref_1',
  connectorName: 'cybersource',
  amountMinor: 600,
  currency: 'USD',
  payment: known,
};

const amounts = (totalAmount: string, currency = 'USD') => ({
  orderInformation: { amountDetails: { totalAmount, currency } },
});
const details = (id: string, status: string, totalAmount = '65.40') =>
  answer({ id, applicationInformation: { status }, ...amounts(totalAmount) }, 200);
it('an amount of ISK has no decimals at Cybersource, in requests and answers', () => {
  const krona = { ...payment, amountMinor: 125_000, currency: 'ISK' };
  expect(bodyOf(authorize.request(krona, account))).toMatchObject({
    orderInformation: { amountDetails: { totalAmount: '1250', currency: 'ISK' } },
  });
  expect(() => authorize.request({ ...krona, amountMinor: 125_050 }, account)).toThrow(RangeError);
  const paid = answer({ id: '7001', status: 'AUTHORIZED', ...amounts('1250', 'ISK') });
  expect(settled(authorize.outcome(paid, krona, account))).toMatchObject({ amountMinor: 125_000 });
});

const found = (...all: readonly (readonly [id: string, code: string, service: string])[]) =>
  answer({
    totalCount: all.length,
    ...(all.length > 0 && {
      _embedded: {
        transactionSummaries: all.map(([id, code, name]) => ({
          id,
          clientReferenceInformation: { code },
          applicationInformation: { applications: [{ name }] },
        })),
      },
    }),
  });
const pathOf = ({ url }: { readonly url: string }) => new URL(url).pathname;

/** The step that follows; throws where there is none. */
function nextOf<Outcome extends object>(reading: Outcome | NextStep<Outcome>): NextStep<Outcome> {
  if (!('next' in reading)) throw new Error('The exchange ends here.');
  return reading;
}

/** Whether the signature is that of these headers in this order, computed from the request. */
function isSigned({ method, url, headers, body }: HttpRequest): boolean {
  const given = headers.signature ?? '';
  const names = /headers="([^"]+)"/.exec(given)?.[1]?.split(' ') ?? [];
  const { host, pathname } = new URL(url);
  const text = names
    .map((name) => {
      if (name === 'host') return `host: ${host}`;
      if (name === '(request-target)') return `${name}: ${method.toLowerCase()} ${pathname}`;
      return `${name}: ${headers[name]}`;
    })
    .join('\n');
  const key = Buffer.from(secret, 'base64');
  const wanted = createHmac('sha256', key).update(text).digest('base64');
  const digest = `SHA-256=${createHash('sha256')
    .update(body ?? '')
    .digest('base64')}`;
  return (
    given.includes('keyid="key_1"') &&
    given.endsWith(`signature="${wanted}"`) &&
    names.includes('digest') === (body !== undefined) &&
    headers.digest === (body === undefined ? undefined : digest)
  );
}

describe('a signature', () => {
  it('a CyberSource signature covers host, time, path, merchant and the body, of each kind of request', () => {
    const requests = [
      authorize.request(payment, account),
      sync.request(known, account),
      increment.request(more, account),
      revokeMandate.request({ connectorName: 'cybersource', connectorMandateId: 'ABC' }, account),
    ];
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH', 'DELETE']);
    for (const request of requests) expect(isSigned(request)).toBe(true);
  });

  it('a CyberSource signature is the same for the same time, and differs by time, body, path or host', () => {
    const request = { method: 'POST', url: 'https://one.example/a', body: '{}' } as const;
    const now = new Date('2030-01-31T10:00:00Z');
    const of = (changes: Partial<HttpRequest>, at = now) =>
      signedHeaders({ ...request, ...changes }, account, at).signature;
    expect(of({})).toBe(of({}));
    expect(signedHeaders(request, account, now).date).toBe('Thu, 31 Jan 2030 10:00:00 GMT');
    const all = [
      of({}),
      of({}, new Date('2030-01-31T10:00:01Z')),
      of({ body: '{ }' }),
      of({ url: 'https://one.example/b' }),
      of({ url: 'https://one.example/a?b' }),
      of({ url: 'https://one.example:8443/a' }),
      of({ method: 'PATCH' }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('a CyberSource signature contains no secret, nor does any header', () => {
    expect(JSON.stringify(authorize.request(payment, account).headers)).not.toContain(secret);
  });
});

describe('an authorization', () => {
  it.each([
    ['USD', 7, '0.07'],
    ['JPY', 1250, '1250'],
    ['KWD', 12500, '12.500'],
  ])('a CyberSource authorization writes %s %d as %s', (currency, amountMinor, totalAmount) => {
    const request = authorize.request({ ...payment, currency, amountMinor }, account);
    expect(bodyOf(request).orderInformation.amountDetails).toEqual({ totalAmount, currency });
  });

  it('a CyberSource authorization has our reference, shortened to fit and unique', () => {
    const codeFor = (reference: string) =>
      bodyOf(authorize.request({ ...payment, reference }, account)).clientReferenceInformation.code;
    const long = `pay_${'x'.repeat(60)}`;
    expect(codeFor('pay_1_1')).toBe('pay_1_1');
    expect(codeFor(`${long}_1`)).toHaveLength(50);
    expect(codeFor(`${long}_1`)).toBe(codeFor(`${long}_1`));
    expect(codeFor(`${long}_1`)).not.toBe(codeFor(`${long}_2`));
  });

  it('a CyberSource authorization is not sent by 3-D Secure where its customer could not come back', () => {
    const order = { ...payment.order, authenticationType: 'three_ds' } as const;
    expect(() => authorize.request({ ...payment, order }, account)).toThrow(/public address/);
  });

  const threeDs = { ...payment.order, authenticationType: 'three_ds' } as const;
  it.each<[string, Partial<Authorization>]>([
    ['a telephone order', { order: { ...threeDs, channel: 'telephone_order' } }],
    ['a charge by its merchant', { order: { ...threeDs, initiator: { by: 'merchant' } } }],
    ["a charge by the network's id", { order: threeDs, networkTransactionId: '016153570198200' }],
    [
      'a stored card',
      { order: threeDs, source: { kind: 'connector_mandate', connectorMandateId: 'ABC' } },
    ],
  ])('a CyberSource authorization of %s asks no customer, who is not there', (_, changes) => {
    const { url } = authorize.request({ ...payment, ...changes }, account);
    expect(url).toBe('https://apitest.cybersource.com/pts/v2/payments/');
  });

  it.each([
    ['4242424242424242', '05', { commerceIndicator: 'vbv', cavv: 'AAAB' }],
    ['4242424242424242', '06', { commerceIndicator: 'vbv_attempted', cavv: 'AAAB' }],
    ['4242424242424242', '07', { commerceIndicator: 'internet', cavv: 'AAAB' }],
    ['378282246310005', '05', { commerceIndicator: 'aesk', cavv: 'AAAB' }],
    [
      '5555555555554444',
      '02',
      { commerceIndicator: 'spa', ucafAuthenticationData: 'AAAB', ucafCollectionIndicator: '2' },
    ],
  ])(
    "a CyberSource authorization passes on an external authentication's proof: %s %s",
    (number, indicator, wanted) => {
      const { processingInformation, consumerAuthenticationInformation: proof } = bodyOf(
        authorize.request(
          {
            ...payment,
            source: { kind: 'card', card: { number, expiryMonth: '10', expiryYear: '2035' } },
            order: { ...payment.order, authenticationType: 'three_ds' },
            authenticationData: {
              cryptogram: 'AAAB',
              electronicCommerceIndicator: indicator,
              dsTransactionId: 'ds_1',
              version: '2.2.0',
            },
          },
          account,
        ),
      );
      const { commerceIndicator, ...cryptogram } = wanted;
      expect(processingInformation.commerceIndicator).toBe(commerceIndicator);
      expect(proof).toEqual({
        ...cryptogram,
        directoryServerTransactionId: 'ds_1',
        paSpecificationVersion: '2.2.0',
        eciRaw: indicator,
      });
    },
  );

  it("a CyberSource authorization stores the card only with the customer's consent", () => {
    const order = { ...payment.order, customerAcceptance: { type: 'online' } } as const;
    const kept = { ...payment, futureUsage: 'off_session' } as const;
    const storing = (input: Authorization) =>
      bodyOf(authorize.request(input, account)).processingInformation.actionList;
    expect(storing({ ...kept, order })).toEqual(['TOKEN_CREATE']);
    expect(storing(kept)).toBeUndefined();
    expect(storing({ ...payment, order })).toBeUndefined();
    const stored = answer({
      id: '7001',
      status: 'AUTHORIZED',
      ...amounts('65.40'),
      tokenInformation: { paymentInstrument: { id: 'ABC' } },
    });
    expect(authorize.outcome(stored, payment, account)).toMatchObject({
      result: 'authorized',
      connectorMandateId: 'ABC',
    });
  });

  it('a CyberSource authorization charges a stored card by its id only', () => {
    const source = { kind: 'connector_mandate', connectorMandateId: 'ABC' } as const;
    const { paymentInformation } = bodyOf(authorize.request({ ...payment, source }, account));
    expect(paymentInformation).toEqual({ paymentInstrument: { id: 'ABC' } });
  });

  // developer.cybersource.com/library/documentation/sbc/quickref/states_and_provinces.pdf, which
  // Ptsv2paymentsOrderInformationBillTo.administrativeArea of the Node client refers to.
  it.each([
    ['US', 'California', 'CA'],
    ['US', 'new york', 'NY'],
    ['US', 'tx', 'TX'],
    ['US', 'Virginia', 'VA'],
    ['US', 'West Virginia', 'WV'],
    ['CA', 'Québec', 'QC'],
    ['CA', 'Newfoundland and Labrador', 'NL'],
    ['CA', 'California', 'California'],
    ['DE', 'Bayern', 'Bayern'],
    [undefined, 'California', 'California'],
  ] as const)(
    'a CyberSource authorization in %s writes the state %s as %s',
    (country, state, area) => {
      const order = { ...payment.order, billing: { address: { state, country } } };
      const { orderInformation } = bodyOf(authorize.request({ ...payment, order }, account));
      expect(orderInformation.billTo.administrativeArea).toBe(area);
    },
  );

  it("a CyberSource authorization has the merchant's metadata as at most a hundred fields", () => {
    const definedBy = (metadata: Readonly<Record<string, unknown>>) =>
      bodyOf(authorize.request({ ...payment, order: { ...payment.order, metadata } }, account))
        .merchantDefinedInformation;
    expect(definedBy({ shop: 'north', tags: ['a', 1], none: null })).toEqual([
      { key: '1', value: 'shop=north' },
      { key: '2', value: 'tags=["a",1]' },
    ]);
    expect(definedBy({ note: 'x'.repeat(300) })[0].value).toHaveLength(255);
    expect(
      definedBy(Object.fromEntries([...Array(101).keys()].map((key) => [`k${key}`, 1]))),
    ).toHaveLength(100);
    expect(definedBy({})).toBeUndefined();
  });

  // PtsV2PaymentsPost201ResponseProcessorInformation of the Node client: both are the same value,
  // and not all processors provide it.
  it.each([
    [{ networkTransactionId: 'n_1', transactionId: 'n_1' }, 'n_1'],
    [{ transactionId: 'n_2' }, 'n_2'],
    [{ networkTransactionId: '', transactionId: 'n_2' }, 'n_2'],
    [{}, undefined],
  ])(
    "a CyberSource authorization reports the card network's id of %j",
    (processorInformation, networkTransactionId) => {
      const accepted = answer({ id: '7001', status: 'AUTHORIZED', processorInformation });
      const outcome = settled(authorize.outcome(accepted, payment, account));
      expect('networkTransactionId' in outcome ? outcome.networkTransactionId : undefined).toBe(
        networkTransactionId,
      );
    },
  );

  it('a CyberSource authorization reports the authorized amount, and a part as a part', () => {
    const authorized = (status: string, authorizedAmount: string, currency = 'USD') =>
      authorize.outcome(
        answer({
          id: '7001',
          status,
          orderInformation: {
            amountDetails: { totalAmount: '65.40', authorizedAmount, currency },
          },
        }),
        payment,
        account,
      );
    expect(authorized('AUTHORIZED', '60.00', 'EUR')).toMatchObject({
      result: 'authorized',
      amountMinor: 6000,
      currency: 'EUR',
    });
    const partly = authorized('PARTIAL_AUTHORIZED', '60.00');
    expect(partly).toMatchObject({ result: 'authorized', authorizedMinor: 6000 });
    expect(partly).not.toHaveProperty('amountMinor');
  });

  it("a CyberSource authorization under the risk rules' review waits for a person, and a rejected one is declined", () => {
    const read = (status: string) =>
      authorize.outcome(answer({ id: '7001', status }), payment, account);
    expect(read('AUTHORIZED_PENDING_REVIEW')).toMatchObject({ result: 'held' });
    expect(read('AUTHORIZED_RISK_DECLINED')).toMatchObject({ result: 'declined' });
  });

  it("a CyberSource authorization returns the issuer's code and the network's advice", () => {
    const declined = answer({
      id: '7001',
      status: 'DECLINED',
      errorInformation: { reason: 'INSUFFICIENT_FUND', message: 'No funds.' },
      processorInformation: { responseCode: '51', merchantAdvice: { code: '02', codeRaw: '2' } },
    });
    expect(authorize.outcome(declined, payment, account)).toEqual({
      result: 'declined',
      code: 'INSUFFICIENT_FUND',
      message: 'INSUFFICIENT_FUND',
      reason: 'No funds.',
      issuerCode: '51',
      networkAdviceCode: '2',
      connectorTransactionId: '7001',
      connectorReference: '7001',
    });
  });
});

describe('an answer about a request that may have been processed', () => {
  const refused = (reason: string, field?: string) =>
    answer(
      {
        status: 'INVALID_REQUEST',
        reason,
        message: 'No.',
        ...(field && { details: [{ field, reason: 'INVALID_DATA' }] }),
      },
      400,
    );

  it.each([
    'DUPLICATE_REQUEST',
    'AUTH_ALREADY_REVERSED',
    'TRANSACTION_ALREADY_SETTLED',
    'MISSING_AUTH',
    'PROCESSOR_TIMEOUT',
  ])('an unclear CyberSource answer is no decline: %s', (code) => {
    expect(capture.outcome(refused(code), part, account)).toMatchObject({
      result: 'unknown',
      code,
    });
  });

  it('an id of a request that was used before', () => {
    const field = 'clientReferenceInformation.transactionId';
    const read = (named: string) =>
      settled(capture.outcome(refused('INVALID_DATA', named), part, account)).result;
    expect(read(field)).toBe('unknown');
    expect(read('orderInformation.amountDetails.totalAmount')).toBe('declined');
  });

  it('a failure inside Cybersource, or of the processor behind it', () => {
    const read = (status: string, reason?: string) =>
      settled(
        authorize.outcome(
          answer({ id: '7001', status, ...(reason && { errorInformation: { reason } }) }),
          payment,
          account,
        ),
      );
    expect(read('SERVER_ERROR')).toMatchObject({
      result: 'unknown',
      connectorTransactionId: '7001',
    });
    expect(read('DECLINED', 'PROCESSOR_TIMEOUT').result).toBe('unknown');
    expect(read('DECLINED', 'EXPIRED_CARD').result).toBe('declined');
  });
});

describe('a capture', () => {
  it('a CyberSource capture has its own id beside the reference of the payment', () => {
    const request = capture.request(part, account);
    expect(pathOf(request)).toBe('/pts/v2/payments/7001/captures');
    expect(bodyOf(request)).toMatchObject({
      orderInformation: { amountDetails: { totalAmount: '20.00' } },
      clientReferenceInformation: { code: 'pay_1_1', transactionId: 'pay_1_1_1' },
    });
  });

  it('a CyberSource capture succeeds before its batch, and later syncs and refunds name it', () => {
    const pending = answer({ id: '7002', status: 'PENDING', ...amounts('20.00') });
    const outcome = settled(capture.outcome(pending, part, account));
    expect(outcome).toEqual({
      result: 'captured',
      capturedMinor: 2000,
      amountMinor: 2000,
      currency: 'USD',
      connectorCaptureId: '7002',
      connectorMetadata: { capture_id: '7002' },
    });

    const captured: Reference = { ...known, connectorMetadata: { capture_id: '7002' } };
    expect(pathOf(sync.request(captured, account))).toBe('/tss/v2/transactions/7002');
    const given = { ...givenBack, payment: captured };
    expect(pathOf(refund.request(given, account))).toBe('/pts/v2/captures/7002/refunds');

    const state = (status: string) =>
      settled(sync.outcome(details('7002', status, '20.00'), captured, account));
    const record = { connectorCaptureId: '7002', amountMinor: 2000 };
    const charged = {
      result: 'captured',
      capturedMinor: 2000,
      captures: [{ ...record, status: 'charged' }],
    };
    expect(state('TRANSMITTED')).toMatchObject(charged);
    // It could be voided as long as it waits, so the void is searched for.
    const waiting = nextOf(sync.outcome(details('7002', 'PENDING', '20.00'), captured, account));
    expect(waiting.outcome(found())).toMatchObject(charged);
    expect(state('FAILED')).toMatchObject({
      result: 'authorized',
      captures: [{ ...record, status: 'failed' }],
    });
    expect(() => state('AUTHORIZED')).toThrow();
  });
});

describe('a sync', () => {
  const authorized = details('7001', 'AUTHORIZED');

  it('a CyberSource sync searches for a payment with a lost answer by our reference', () => {
    const asked = sync.request(lost, account);
    expect(asked.step).toBe('order');
    expect(bodyOf(asked).query).toBe('clientReferenceInformation.code:pay_1_1');
    const charged: Reference = { ...lost, captureMethod: 'automatic' };
    const step = nextOf(
      sync.outcome(
        found(['7000', 'pay_1_10', 'ics_auth'], ['7001', 'pay_1_1', 'ics_auth']),
        charged,
        account,
      ),
    );
    expect(pathOf(step.next)).toBe('/tss/v2/transactions/7001');
    expect(step.outcome(authorized)).toMatchObject({
      result: 'captured',
      capturedMinor: 6540,
      amountMinor: 6540,
      currency: 'USD',
      connectorTransactionId: '7001',
    });
    expect(sync.outcome(found(), lost, account)).toEqual({ result: 'not_found' });
    const two = found(['7001', 'pay_1_1', 'ics_auth'], ['7002', 'pay_1_1', 'ics_auth']);
    expect(() => sync.outcome(two, lost, account)).toThrow();
  });

  it('a CyberSource sync finds a capture, or a reversal, with a lost answer', () => {
    const search = nextOf(sync.outcome(authorized, known, account));
    expect(pathOf(search.next)).toBe('/tss/v2/searches');
    const first = ['7001', 'pay_1_1', 'ics_auth'] as const;
    // One that is not found may only not be shown yet.
    expect(search.outcome(found(first))).toMatchObject({ result: 'authorized', lagSeconds: 300 });

    const capturing = nextOf(search.outcome(found(first, ['7002', 'pay_1_1', 'ics_bill'])));
    expect(pathOf(capturing.next)).toBe('/tss/v2/transactions/7002');
    expect(capturing.outcome(details('7002', 'PENDING', '20.00'))).toMatchObject({
      captures: [{ connectorCaptureId: '7002', amountMinor: 2000, status: 'charged' }],
      connectorMetadata: { capture_id: '7002' },
    });

    const reversing = nextOf(
      search.outcome(found(first, ['7003', 'pay_1_1', 'ics_auth_reversal'])),
    );
    expect(reversing.outcome(details('7003', 'REVERSED'))).toMatchObject({
      result: 'voided',
      connectorTransactionId: '7001',
    });
    expect(reversing.outcome(details('7003', 'FAILED'))).toMatchObject({ result: 'authorized' });
    expect(() => reversing.outcome(details('7003', 'PENDING'))).toThrow();
  });

  it('a CyberSource sync reads a reservation as a charge only where no capture is required', () => {
    const charged: Reference = { ...known, captureMethod: 'automatic' };
    expect(sync.outcome(authorized, charged, account)).toMatchObject({ result: 'captured' });
    // It was held for review when it was authorized, so its capture is a request of its own.
    const held = settled(
      sync.outcome(details('7001', 'AUTHORIZED_PENDING_REVIEW'), charged, account),
    );
    expect(held).toMatchObject({ result: 'held', connectorMetadata: { reserved: 'true' } });
    const approved: Reference = { ...charged, connectorMetadata: { reserved: 'true' } };
    for (const status of ['AUTHORIZED', 'AUTHORIZED_PENDING_REVIEW']) {
      const search = nextOf(sync.outcome(details('7001', status), approved, account));
      expect(search.outcome(found())).not.toMatchObject({ result: 'captured' });
      const capturing = nextOf(search.outcome(found(['7002', 'pay_1_1', 'ics_bill'])));
      expect(capturing.outcome(details('7002', 'TRANSMITTED'))).toMatchObject({
        result: 'captured',
        capturedMinor: 6540,
      });
    }
  });

  it('a sync of a CyberSource verification shows that the card can be charged', () => {
    const verified: Reference = { ...known, amountMinor: 0, isVerification: true };
    expect(sync.outcome(details('7001', 'AUTHORIZED', '0.00'), verified, account)).toMatchObject({
      result: 'captured',
      capturedMinor: 0,
      amountMinor: 0,
    });
  });

  it('a CyberSource sync decides nothing by a 404, or by a page of another server', () => {
    expect(() => sync.outcome(answer('', 404), known, account)).toThrow();
    expect(() => sync.outcome(answer('<html></html>', 200), known, account)).toThrow();
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expect(() => sync.outcome(answer(deep, 200), known, account)).toThrow();
    expect(() => sync.outcome(details('7001', 'AUTHORIZED', '65.401'), known, account)).toThrow();
  });
});

describe('an increment', () => {
  it('a CyberSource increment requests the difference, with its own id', () => {
    const { orderInformation, clientReferenceInformation } = bodyOf(
      increment.request(more, account),
    );
    expect(orderInformation.amountDetails.additionalAmount).toBe('14.60');
    expect(clientReferenceInformation.transactionId).toBe('auth_1_1');
  });

  it("a CyberSource increment replaces the payment's first amount", () => {
    const accepted = answer({ id: '7004', status: 'AUTHORIZED', ...amounts('14.60') });
    const outcome = settled(increment.outcome(accepted, more, account));
    expect(outcome).toEqual({
      result: 'authorized',
      currency: 'USD',
      connectorMetadata: { incremented: 'true' },
    });
    const later = nextOf(
      sync.outcome(
        details('7001', 'AUTHORIZED'),
        { ...known, amountMinor: 8000, connectorMetadata: { incremented: 'true' } },
        account,
      ),
    );
    expect(later.outcome(found())).not.toHaveProperty('amountMinor');
  });
});

it('a void releases the whole amount, and the payment keeps its id', () => {
  const input = { ...known, cancellationReason: 'requested_by_customer' };
  expect(bodyOf(voidPayment.request(input, account))).toEqual({
    clientReferenceInformation: { code: 'pay_1_1' },
    reversalInformation: {
      amountDetails: { totalAmount: '65.40', currency: 'USD' },
      reason: 'requested_by_customer',
    },
  });
  const reversed = answer({
    id: '7003',
    status: 'REVERSED',
    reversalAmountDetails: { reversedAmount: '65.40', currency: 'USD' },
  });
  expect(voidPayment.outcome(reversed, input, account)).toEqual({
    result: 'voided',
    amountMinor: 6540,
    currency: 'USD',
  });
});

it('a refund whose answer was lost is searched for by our id of it', () => {
  const asked = syncRefund.request(givenBack, account);
  expect(bodyOf(asked).query).toBe('clientReferenceInformation.code:ref_1');
  const step = nextOf(
    syncRefund.outcome(found(['7005', 'ref_1', 'ics_credit']), givenBack, account),
  );
  expect(pathOf(step.next)).toBe('/tss/v2/transactions/7005');
  expect(step.outcome(details('7005', 'TRANSMITTED', '6.00'))).toEqual({
    result: 'succeeded',
    connectorRefundId: '7005',
    amountMinor: 600,
    currency: 'USD',
  });
  expect(syncRefund.outcome(found(), givenBack, account)).toEqual({ result: 'not_found' });
});

it('CyberSource stores a card without charging it, and deletes it', () => {
  const asked = bodyOf(verify.request({ ...payment, amountMinor: 0 }, account));
  expect(asked.processingInformation).toMatchObject({
    actionList: ['TOKEN_CREATE'],
    capture: false,
    authorizationOptions: { initiator: { type: 'customer', credentialStoredOnFile: true } },
  });
  const stored = answer({
    id: '7001',
    status: 'AUTHORIZED',
    ...amounts('0.00'),
    tokenInformation: { paymentInstrument: { id: 'ABC' } },
  });
  expect(verify.outcome(stored, { ...payment, amountMinor: 0 }, account)).toMatchObject({
    result: 'captured',
    capturedMinor: 0,
    connectorMandateId: 'ABC',
  });

  const mandate = { connectorName: 'cybersource', connectorMandateId: 'A/C' };
  expect(pathOf(revokeMandate.request(mandate, account))).toBe('/tms/v1/paymentinstruments/A%2FC');
  expect(revokeMandate.outcome(answer('', 204), mandate, account)).toEqual({ result: 'revoked' });
  const gone = answer({ errors: [{ type: 'notAvailable', message: 'Token not available' }] }, 410);
  expect(revokeMandate.outcome(gone, mandate, account)).toMatchObject({
    result: 'declined',
    status: 410,
    code: 'notAvailable',
  });
});

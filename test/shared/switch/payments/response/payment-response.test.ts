import * as v from 'valibot';
import { ConfirmPaymentRequest, PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { noValues } from '#switch/payments/response/no-values.ts';
import {
  type PaymentResponse,
  PaymentResponse as Response,
} from '#switch/payments/response/payment-response.ts';
import { AttemptStatus, PaymentStatus, statusOf } from '#vocabulary/payment-statuses.ts';
import { loadStructure } from '../../../../support/documents/structure.ts';

const structure = loadStructure();
const suite = structure ? describe : describe.skip;
if (!structure) console.warn('Skipped: the published structure of the API is not beside us.');
const properties = (name: string) => structure?.properties(name) ?? [];
const words = (name: string) => structure?.words(name) ?? [];

const smallest: PaymentResponse = {
  ...noValues,
  payment_id: 'pay_1',
  merchant_id: 'shop',
  processor_merchant_id: 'shop',
  status: 'requires_payment_method',
  amount: 2_599,
  net_amount: 2_599,
  amount_capturable: 0,
  currency: 'EUR',
  attempt_count: 1,
};

suite('against the published structure', () => {
  it.each(['PaymentsResponse', 'PaymentsCreateResponseOpenApi'])(
    'a payment has every field of %s',
    (name) => {
      expect(properties(name).length).toBeGreaterThan(100);
      expect(Object.keys(Response.entries)).toEqual(expect.arrayContaining([...properties(name)]));
    },
  );

  it('a create takes every published field', () => {
    expect(Object.keys(PaymentRequest.entries)).toEqual(
      expect.arrayContaining([...properties('PaymentsCreateRequest')]),
    );
  });

  it('a confirm takes every published field', () => {
    expect(Object.keys(ConfirmPaymentRequest.entries)).toEqual(
      expect.arrayContaining([...properties('PaymentsConfirmRequest')]),
    );
  });

  it.each(['PaymentsCreateRequest', 'PaymentsConfirmRequest'])(
    'every field of %s may be null',
    (name) => {
      const body = Object.fromEntries(properties(name).map((field) => [field, null]));
      expect(v.safeParse(PaymentRequest, body).success).toBe(true);
    },
  );

  it('a response has every status of a payment and of an attempt', () => {
    expect([...PaymentStatus.options].sort()).toEqual([...words('IntentStatus')].sort());
    expect([...AttemptStatus.options].sort()).toEqual([...words('AttemptStatus')].sort());
  });

  it.each([
    ['AttemptInPayment', 'attempts', 'PaymentAttemptResponse'],
    ['CaptureInPayment', 'captures', 'CaptureResponse'],
  ] as const)('%s has every published field', (_name, field, published) => {
    const entries = Response.entries[field].wrapped.item.entries;
    expect(Object.keys(entries).sort()).toEqual([...properties(published)].sort());
  });

  it.each([
    ['refunds', 'RefundResponse'],
    ['disputes', 'DisputeResponsePaymentsRetrieve'],
    ['incremental_authorizations', 'IncrementalAuthorizationResponse'],
  ] as const)('an item of %s has every published field', (field, published) => {
    const entries = Response.entries[field].wrapped.item.entries;
    expect(Object.keys(entries).sort()).toEqual([...properties(published)].sort());
  });

  it('a payment with a card and a redirect has the published shape', () => {
    const valid = structure?.validator('PaymentsResponse');
    const payment: PaymentResponse = {
      ...smallest,
      // Published with exactly 30 characters, and with at least 100 minor units to capture.
      payment_id: 'p'.repeat(30),
      amount_capturable: 2_599,
      payment_method: 'card',
      created: '2030-01-05T08:30:00.000Z',
      next_action: { type: 'redirect_to_url', redirect_to_url: 'https://pay.example/r' },
    };
    valid?.(payment);
    expect(valid?.errors ?? []).toEqual([]);
  });
});

describe('a payment in a response', () => {
  it('a payment in a response has every field, null when it has no value, but attempts and captures', () => {
    const parsed = v.parse(Response, smallest);
    const left = Object.keys(Response.entries).filter((field) => !(field in parsed));
    expect(left.sort()).toEqual(['attempts', 'captures']);
    expect(Object.values(noValues).every((value) => value === null)).toBe(true);
  });

  it('a payment in a response shows a status for every state of an attempt', () => {
    expect(Object.keys(statusOf).sort()).toEqual([...AttemptStatus.options].sort());
  });
});

import fc from 'fast-check';
import type { CapturedPart, PaymentOutcome } from '#connectors/interface/payments.ts';
import {
  applyCaptureOutcome,
  applySyncToCaptures,
  authorizedMinor,
  checkCapture,
  startCapture,
} from '#switch/payments/lifecycle/captures.ts';
import { isLawful } from '#switch/payments/lifecycle/lifecycle.ts';
import {
  applyVoidOutcome,
  checkCancel,
  needsVoid,
  startVoid,
} from '#switch/payments/lifecycle/voids.ts';
import type { Capture, Payment } from '#switch/payments/payment.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import {
  afterOutcome,
  anAuthorizedPayment,
  aPayment,
  aProcessingPayment,
  captured,
  later,
  noon,
  sent,
} from '../../../../support/entities/a-payment.ts';
import { refusal } from '../../../../support/requests/refusal.ts';

const single = () => anAuthorizedPayment('manual');
const several = () => anAuthorizedPayment('manual_multiple');
/** One of which less was reserved than was asked for, and the merchant did not mind. */
const partlyAuthorized = (capture_method: 'manual' | 'manual_multiple') =>
  afterOutcome(
    aProcessingPayment({ requestFields: { capture_method, enable_partial_authorization: true } }),
    {
      result: 'authorized',
      authorizedMinor: 2_000,
    },
  );

const taken: PaymentOutcome = { result: 'captured' };
const declined: PaymentOutcome = { result: 'declined', code: 'DC_08', message: 'Card refused it' };
const lost: PaymentOutcome = { result: 'unknown', code: 'TIMEOUT', message: 'No answer' };
const tooOften: PaymentOutcome = { result: 'not_sent', code: '429', message: 'Too often' };
const told = (payment: Payment) => payment.transitions.map(({ type }) => type);
const lastOf = ({ captures = [] }: Payment) => captures.at(-1);

describe('the checks of a capture, in their order', () => {
  const check = (payment: Payment, amountToCapture?: number | null) =>
    refusal(() => checkCapture(payment, { amountToCapture }));
  const of = (capture_method: string, status: PaymentStatus, more: Partial<Payment> = {}) =>
    aPayment({
      status,
      amountCapturableMinor: 2_599,
      ...more,
      requestFields: { capture_method, ...more.requestFields },
    });

  it('a capture first requires that the payment states its capture method', () => {
    expect(check(aPayment({ status: 'succeeded' }), -1)).toEqual([
      400,
      'IR_04',
      'Missing required param: capture_method',
    ]);
  });

  it.each(['automatic', 'manual', 'sequential_automatic'])(
    'a capture requires that a processing payment allows several captures: %s',
    (method) => {
      expect(check(of(method, 'processing'), -1)).toEqual([
        400,
        'IR_14',
        `This Payment could not be captured because it has a capture_method of ${method}. The expected state is manual_multiple`,
      ]);
    },
  );

  const takes: readonly PaymentStatus[] = [
    'requires_capture',
    'partially_captured_and_capturable',
    'partially_authorized_and_requires_capture',
    'processing',
  ];
  it.each(PaymentStatus.options.filter((status) => !takes.includes(status)))(
    'a capture requires a capturable status, before its amount: %s',
    (status) => {
      expect(check(of('manual', status), -1)).toEqual([
        400,
        'IR_14',
        `This Payment could not be captured because it has a payment.status of ${status}. The expected state is requires_capture, partially_captured_and_capturable, processing`,
      ]);
    },
  );

  it.each([0, -1])(
    'a capture requires a positive amount, before the capture method: %i',
    (amount) => {
      expect(check(of('automatic', 'requires_capture'), amount)).toEqual([
        422,
        'IR_05',
        'amount contains invalid data. Expected format is positive integer',
      ]);
    },
  );

  it('a capture requires the amount to be available, before the capture method', () => {
    expect(check(of('automatic', 'requires_capture'), 2_600)).toEqual([
      422,
      'IR_06',
      'amount_to_capture is greater than amount',
    ]);
  });

  it('a capture requires that the payment is not captured automatically', () => {
    expect(check(of('automatic', 'requires_capture'), 2_599)).toEqual([
      400,
      'IR_14',
      'This Payment could not be captured because it has a capture_method of automatic. The expected state is manual, manual_multiple, scheduled',
    ]);
  });

  it('a capture that is one of several requires an amount', () => {
    const expected = [400, 'IR_04', 'Missing required param: amount_to_capture'];
    expect(check(several())).toEqual(expected);
    expect(check(several(), null)).toEqual(expected);
    expect(check(anAuthorizedPayment('manual_multiple', { amount_to_capture: 100 }))).toEqual(
      expected,
    );
    expect(check(several(), 1)).toBeUndefined();
  });

  it('a capture of a processing payment requires that a capture is the reason for it', () => {
    const unanswered = aProcessingPayment({ requestFields: { capture_method: 'manual_multiple' } });
    expect(check(unanswered, 100)?.[2]).toContain('a payment.status of processing');
    const { payment } = startCapture(several(), 100, noon);
    expect(check(payment, 100)).toBeUndefined();
  });

  it('a capture requires that no other change is pending', () => {
    expect(check({ ...several(), voidAskedAt: noon.toISOString() }, 1)?.[1]).toBe('HE_00');
    const many = [1, 2, 3, 4, 5].reduce(
      (payment) => startCapture(payment, 100, noon).payment,
      several(),
    );
    expect(check(many, 100)).toEqual([
      422,
      'HE_00',
      'The object is being changed by another request. Please try again',
    ]);
  });

  it('a capture without an amount takes the agreed amount, or all that is left', () => {
    const amount = (payment: Payment, amountToCapture?: number | null) =>
      checkCapture(payment, { amountToCapture });
    expect(amount(single())).toBe(2_599);
    expect(amount(single(), null)).toBe(2_599);
    expect(amount(single(), 1)).toBe(1);
    expect(amount(anAuthorizedPayment('manual', { amount_to_capture: 2_000 }))).toBe(2_000);
    expect(amount(anAuthorizedPayment('manual', { amount_to_capture: 2_000 }), 2_599)).toBe(2_599);
    expect(amount(partlyAuthorized('manual'))).toBe(2_000);
    expect(check(partlyAuthorized('manual'), 2_001)?.[1]).toBe('IR_06');
    expect(amount(captured(several(), 2_000), 599)).toBe(599);
    expect(check(captured(several(), 2_000), 600)?.[1]).toBe('IR_06');
  });
});

describe('saving a capture before its request', () => {
  it("a capture's record has its identifier, and schedules a sync in a minute", () => {
    const { payment, capture, earlier } = startCapture(single(), 2_000, later(5));
    expect(capture).toEqual({
      id: 'pay_1_1_1',
      sequence: 1,
      status: 'started',
      amountMinor: 2_000,
      askedAt: later(5).toISOString(),
      modifiedAt: later(5).toISOString(),
    });
    expect(payment).toMatchObject({
      status: 'processing',
      attempt: { status: 'capture_initiated' },
      captures: [capture],
      captureCount: 1,
      amountCapturableMinor: 2_599,
      pendingSync: { nextAt: later(65).toISOString() },
    });
    expect(payment.amountReceivedMinor).toBeUndefined();
    expect(earlier).toEqual([]);
    expect(told(payment)).toEqual(told(single()));
  });

  it('a capture reserves its amount against other captures before the request', () => {
    const { payment } = startCapture(several(), 2_000, noon);
    expect(payment).toMatchObject({ amountCapturableMinor: 599, amountReceivedMinor: 2_000 });
  });

  it.each(PaymentStatus.options)(
    "a capture's record is refused in %s when the lifecycle forbids it",
    (status) => {
      const takes: readonly PaymentStatus[] = [
        'processing',
        'requires_capture',
        // Approved by its merchant.
        'requires_merchant_action',
        'partially_authorized_and_requires_capture',
        'partially_captured_and_capturable',
      ];
      const ask = () => startCapture({ ...several(), status }, 1, noon);
      if (takes.includes(status)) expect(ask().capture.amountMinor).toBe(1);
      else expect(refusal(ask)?.[1]).toBe('IR_14');
    },
  );

  it("a capture's record moves finished captures out of a payment whose list is long", () => {
    const five = [1, 2, 3, 4, 5].reduce((payment) => captured(payment, 100), several());
    expect(five.captures).toHaveLength(5);
    const { payment, earlier, capture } = startCapture(five, 100, noon);
    expect(earlier).toEqual(five.captures);
    expect(payment.captures).toEqual([capture]);
    expect(capture).toMatchObject({ id: 'pay_1_1_6', sequence: 6 });
    expect(payment).toMatchObject({ chargedMinor: 500, amountCapturableMinor: 1_999 });
  });

  it("a capture's record keeps pending captures, however many are final", () => {
    const five = [1, 2, 3, 4, 5].reduce((payment) => captured(payment, 100), several());
    const [first, ...rest] = five.captures ?? [];
    if (!first) throw new Error('Five captures were made.');
    const open: Capture = { ...first, status: 'pending' };
    const under = {
      ...captured(five, 100),
      captures: [open, ...rest, { ...first, id: 'pay_1_1_6' }],
    };
    const { payment, earlier } = startCapture(under, 100, noon);
    expect(earlier).not.toContainEqual(open);
    expect(payment.captures?.[0]).toEqual(open);
  });
});

describe('an answer about a single capture', () => {
  it.each([
    ['all of it', 2_599, taken, 'succeeded', 'charged', 2_599, 0],
    ['a part', 2_000, taken, 'partially_captured', 'partial_charged', 2_000, 0],
    ['pending', 2_000, { result: 'pending' }, 'processing', 'pending', undefined, 2_599],
    ['lost', 2_000, lost, 'processing', 'pending', undefined, 2_599],
    ['too often', 2_000, tooOften, 'requires_capture', 'authorized', undefined, 2_599],
    ['declined', 2_000, declined, 'failed', 'failure', undefined, 2_599],
    [
      'for another amount',
      2_000,
      { result: 'integrity_mismatch', fields: 'amount' },
      'conflicted',
      'integrity_failure',
      undefined,
      2_599,
    ],
  ] as const)(
    'an answer to a single capture: %s',
    (_, amount, outcome, status, attempt, received, capturable) => {
      const next = captured(single(), amount, outcome);
      expect(next.status).toBe(status);
      expect(next.attempt.status).toBe(attempt);
      expect(next.amountReceivedMinor).toBe(received);
      expect(next.amountCapturableMinor).toBe(capturable);
      expect(next.amountMinor).toBe(2_599);
      const isPaid = status === 'succeeded' || status === 'partially_captured';
      expect(next.refundableMinor).toBe(isPaid ? received : undefined);
      expect(next.pendingSync !== undefined).toBe(status === 'processing');
    },
  );

  it("an answer to a single capture has the processor's reason", () => {
    expect(captured(single(), 1, declined).attempt.error).toEqual({
      code: 'DC_08',
      message: 'Card refused it',
    });
    expect(captured(single(), 1, lost).attempt.error?.code).toBe('TIMEOUT');
    expect(captured(single(), 1, tooOften).attempt.error?.code).toBe('429');
    const again = captured(captured(single(), 1, tooOften), 1);
    expect(again.attempt.error).toBeUndefined();
  });

  it('an answer to a single capture of a part is read by the requested amount', () => {
    const less = captured(partlyAuthorized('manual'), 2_000);
    expect(less).toMatchObject({ status: 'partially_captured', amountReceivedMinor: 2_000 });
    const nothing = captured(partlyAuthorized('manual'), 2_000, tooOften);
    expect(nothing).toMatchObject({
      status: 'partially_authorized_and_requires_capture',
      attempt: { status: 'partially_authorized' },
      amountCapturableMinor: 2_000,
    });
  });

  it('an answer to a single capture makes one transition, and none for a capture that never was', () => {
    expect(told(captured(single(), 2_599)).slice(2)).toEqual(['payment_succeeded']);
    expect(told(captured(single(), 2_000)).slice(2)).toEqual(['payment_captured']);
    expect(told(captured(single(), 2_000, lost)).slice(2)).toEqual(['payment_processing']);
    expect(told(captured(single(), 2_000, declined)).slice(2)).toEqual(['payment_failed']);
    expect(told(captured(single(), 2_000, tooOften)).slice(2)).toEqual([]);
  });

  it.each([
    { result: 'voided' },
    { result: 'voided_after_capture' },
    { result: 'expired' },
    { result: 'authorized' },
    { result: 'challenged', redirectUrl: 'https://bank.example' },
    { result: 'not_found' },
  ] as const)(
    'an answer that does not mention the single capture leaves it open: $result',
    (outcome) => {
      const next = captured(single(), 2_599, outcome);
      expect(next).toMatchObject({ status: 'processing', captures: [{ status: 'pending' }] });
      expect(next.pendingSync).toBeDefined();
    },
  );

  it('an answer for a final or unknown single capture changes nothing', () => {
    const done = captured(single(), 2_599);
    expect(applyCaptureOutcome(done, 'pay_1_1_1', declined, noon)).toBe(done);
    expect(applyCaptureOutcome(done, 'pay_1_1_2', taken, noon)).toBe(done);
  });
});

describe('an answer about one of several captures', () => {
  it.each([
    ['all of it', 2_599, taken, 'succeeded', 'charged', 2_599, 0],
    [
      'a part',
      2_000,
      taken,
      'partially_captured_and_capturable',
      'partial_charged_and_chargeable',
      2_000,
      599,
    ],
    ['pending', 2_000, { result: 'pending' }, 'processing', 'pending', 2_000, 599],
    ['lost', 2_000, lost, 'processing', 'pending', 2_000, 599],
    ['too often', 2_000, tooOften, 'requires_capture', 'authorized', undefined, 2_599],
    ['declined', 2_000, declined, 'requires_capture', 'authorized', undefined, 2_599],
    [
      'for another amount',
      2_000,
      { result: 'integrity_mismatch', fields: 'amount' },
      'conflicted',
      'integrity_failure',
      2_000,
      599,
    ],
  ] as const)('the first: %s', (_, amount, outcome, status, attempt, received, capturable) => {
    const next = captured(several(), amount, outcome);
    expect(next.status).toBe(status);
    expect(next.attempt.status).toBe(attempt);
    expect(next.amountReceivedMinor).toBe(received);
    expect(next.amountCapturableMinor).toBe(capturable);
    expect(next.refundableMinor).toBe(status === 'succeeded' ? 2_599 : undefined);
  });

  const begun = () => captured(several(), 1_000);
  const capturableStill = 'partially_captured_and_capturable';
  it.each([
    ['the rest', 1_599, taken, 'succeeded', 2_599, 0],
    ['a part of the rest', 500, taken, capturableStill, 1_500, 1_099],
    ['pending', 1_599, { result: 'pending' }, capturableStill, 2_599, 0],
    ['lost', 500, lost, capturableStill, 1_500, 1_099],
    ['too often', 500, tooOften, capturableStill, 1_000, 1_599],
    ['declined', 500, declined, capturableStill, 1_000, 1_599],
    [
      'for another amount',
      500,
      { result: 'integrity_mismatch', fields: 'amount' },
      'conflicted',
      1_500,
      1_099,
    ],
  ] as const)('the second: %s', (_, amount, outcome, status, received, capturable) => {
    const next = captured(begun(), amount, outcome);
    expect(next.status).toBe(status);
    expect(next.amountReceivedMinor).toBe(received);
    expect(next.amountCapturableMinor).toBe(capturable);
    expect(next.refundableMinor).toBe(status === 'succeeded' ? 2_599 : undefined);
  });

  it('an answer to one of several captures leaves the error with that capture', () => {
    const next = captured(begun(), 500, declined);
    expect(lastOf(next)).toMatchObject({ status: 'failed', error: { code: 'DC_08' } });
    expect(next.attempt.error).toBeUndefined();
  });

  it('an answer to one of several captures stores the processor’s own id for it', () => {
    const { payment, capture } = startCapture(several(), 500, noon);
    const captures = [
      {
        reference: sent(capture.id),
        connectorCaptureId: 'cap_1',
        amountMinor: 500,
        status: 'charged',
      },
    ] as const;
    const next = applyCaptureOutcome(payment, capture.id, { result: 'captured', captures }, noon);
    expect(lastOf(next)).toMatchObject({ status: 'charged', connectorCaptureId: 'cap_1' });
  });

  it('an answer to one of several captures ends a partly captured payment at its reserved amount', () => {
    const one = captured(partlyAuthorized('manual_multiple'), 1_500);
    expect(one).toMatchObject({ status: capturableStill, amountCapturableMinor: 500 });
    const all = captured(one, 500);
    expect(all).toMatchObject({
      status: 'partially_captured',
      amountReceivedMinor: 2_000,
      amountCapturableMinor: 0,
      refundableMinor: 2_000,
    });
  });

  it('an answer to one of several captures counts two pending ones at once', () => {
    const one = startCapture(several(), 1_000, noon);
    const two = startCapture(one.payment, 1_599, noon);
    expect(two.payment).toMatchObject({ amountCapturableMinor: 0, amountReceivedMinor: 2_599 });
    const first = applyCaptureOutcome(two.payment, one.capture.id, taken, noon);
    expect(first).toMatchObject({ status: capturableStill, amountCapturableMinor: 0 });
    expect(first.pendingSync).toBeDefined();
    const both = applyCaptureOutcome(first, two.capture.id, taken, noon);
    expect(both).toMatchObject({ status: 'succeeded', refundableMinor: 2_599 });
    expect(both.pendingSync).toBeUndefined();
    const other = applyCaptureOutcome(first, two.capture.id, declined, noon);
    expect(other).toMatchObject({ status: capturableStill, amountCapturableMinor: 1_599 });
  });

  it('an answer to one of several captures makes a transition for each further captured amount', () => {
    const two = captured(begun(), 500);
    expect(told(two).slice(2)).toEqual(['payment_captured', 'payment_captured']);
    expect(two.transitions.map(({ amountMinor }) => amountMinor).slice(2)).toEqual([1_000, 1_500]);
    expect(told(captured(two, 1_099)).slice(2)).toEqual([
      'payment_captured',
      'payment_captured',
      'payment_succeeded',
    ]);
  });
});

describe('a sync of a capture whose answer was lost', () => {
  const waits = (payment: Payment, amount: number) => captured(payment, amount, lost);
  const listed = (...parts: readonly (readonly [string, number, CapturedPart['status']])[]) =>
    parts.map(([id, amountMinor, status]) => ({ reference: sent(id), amountMinor, status }));
  const look = (payment: Payment, outcome: PaymentOutcome, seconds = 60) =>
    afterOutcome(payment, outcome, later(seconds), 'sync');

  it.each([
    ['a list', { captures: listed(['pay_1_1_1', 2_000, 'charged']), capturedMinor: 2_000 }],
    ['a sum', { capturedMinor: 2_000 }],
  ])('a sync of a capture whose answer was lost shows that it was made: %s', (_, said) => {
    const next = look(waits(single(), 2_000), { result: 'captured', ...said }, 1);
    expect(next).toMatchObject({
      status: 'partially_captured',
      amountReceivedMinor: 2_000,
      amountCapturableMinor: 0,
      refundableMinor: 2_000,
    });
    expect(next.attempt.error).toBeUndefined();
    expect(next.pendingSync).toBeUndefined();
  });

  it('a sync of a capture whose answer was lost shows that it was declined', () => {
    const outcome = {
      result: 'authorized',
      captures: listed(['pay_1_1_1', 2_000, 'failed']),
    } as const;
    expect(look(waits(single(), 2_000), outcome, 1)).toMatchObject({
      status: 'failed',
      attempt: { status: 'failure' },
    });
    expect(look(waits(several(), 2_000), outcome, 1)).toMatchObject({
      status: 'requires_capture',
      amountCapturableMinor: 2_599,
      captures: [{ status: 'failed' }],
    });
  });

  it('a sync of a capture whose answer was lost shows that it is still open', () => {
    const payment = waits(several(), 2_000);
    const captures = listed(['pay_1_1_1', 2_000, 'pending']);
    expect(look(payment, { result: 'authorized', captures }, 3_600)).toBe(payment);
  });

  it('a sync of a capture whose answer was lost shows another amount, which is not taken for ours', () => {
    const captures = listed(['pay_1_1_1', 2_001, 'charged']);
    expect(look(waits(several(), 2_000), { result: 'captured', captures })).toMatchObject({
      status: 'conflicted',
      attempt: { error: { code: 'IE' } },
    });
  });

  it.each([
    ['with a list', { captures: [] }],
    ['without', {}],
  ])('a sync without a lost capture is applied once the processor would have it: %s', (_, said) => {
    const outcome = { result: 'authorized', ...said } as const;
    const payment = waits(single(), 2_000);
    expect(look(payment, outcome, 59)).toBe(payment);
    expect(look(payment, outcome, 60)).toMatchObject({
      status: 'requires_capture',
      attempt: { status: 'authorized' },
      amountCapturableMinor: 2_599,
      captures: [],
    });
    const multiple = look(waits(several(), 2_000), outcome, 60);
    expect(multiple).toMatchObject({ status: 'requires_capture', amountCapturableMinor: 2_599 });
    expect(multiple.amountReceivedMinor).toBeUndefined();
  });

  it('a sync of several lost captures settles them when only their sum is known', () => {
    const first = captured(several(), 1_000);
    const sum = (capturedMinor: number, seconds?: number) =>
      look(waits(first, 500), { result: 'captured', capturedMinor }, seconds);
    expect(sum(1_500, 1)).toMatchObject({ chargedMinor: 1_500, amountCapturableMinor: 1_099 });
    expect(sum(1_000, 1)).toMatchObject({ chargedMinor: 1_000, amountCapturableMinor: 1_099 });
    expect(sum(1_000, 60)).toMatchObject({ chargedMinor: 1_000, amountCapturableMinor: 1_599 });
  });

  it('a sync of several lost captures leaves them open when the sum could fit some of them', () => {
    const one = startCapture(several(), 300, noon).payment;
    const two = startCapture(one, 500, noon).payment;
    const sum = (capturedMinor: number) => look(two, { result: 'captured', capturedMinor }, 3_600);
    expect(sum(500)).toBe(two);
    expect(sum(300)).toBe(two);
    expect(sum(800)).toMatchObject({ chargedMinor: 800, amountCapturableMinor: 1_799 });
  });

  it('a sync of several lost captures settles each by its id', () => {
    const one = startCapture(several(), 1_000, noon).payment;
    const two = startCapture(one, 1_599, noon).payment;
    const captures = listed(['pay_1_1_2', 1_599, 'charged'], ['pay_1_1_1', 1_000, 'failed']);
    const next = look(two, { result: 'captured', capturedMinor: 1_599, captures }, 1);
    expect(next).toMatchObject({
      status: 'partially_captured_and_capturable',
      chargedMinor: 1_599,
      amountCapturableMinor: 1_000,
    });
    expect(next.captures?.map(({ status }) => status)).toEqual(['failed', 'charged']);
    expect(next.pendingSync).toBeUndefined();
  });

  it.each([
    { result: 'pending' },
    { result: 'unknown' },
    { result: 'declined' },
    { result: 'not_found' },
    { result: 'challenged', redirectUrl: 'https://bank.example' },
  ] as const)('a sync leaves a lost capture open: $result', (outcome) => {
    const payment = waits(several(), 2_000);
    expect(look(payment, outcome, 3_600)).toBe(payment);
  });

  it('a sync of a lost capture shows a disagreement with our records', () => {
    const next = look(waits(single(), 2_000), { result: 'integrity_mismatch', fields: 'currency' });
    expect(next).toMatchObject({ status: 'conflicted', attempt: { status: 'integrity_failure' } });
    expect(look(next, { result: 'captured' }, 3_600)).toBe(next);
  });
});

/** The next step; an impossible step is skipped. */
type Step =
  | {
      readonly ask: 'capture';
      readonly amount: number;
      readonly decides: 'takes' | 'refuses' | 'never hears';
      readonly says: 'at once' | 'nothing' | 'wait';
    }
  | {
      readonly ask: 'cancel';
      readonly decides: 'takes' | 'refuses' | 'never hears';
      readonly says: 'at once' | 'nothing' | 'wait';
    }
  | { readonly ask: 'look'; readonly lists: boolean; readonly seconds: number };

const decides = fc.constantFrom('takes', 'refuses', 'never hears' as const);
const says = fc.constantFrom('at once', 'nothing', 'wait' as const);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        ask: fc.constant('capture' as const),
        amount: fc.integer({ min: -1, max: 1_500 }),
        decides,
        says,
      }),
    },
    { weight: 1, arbitrary: fc.record({ ask: fc.constant('cancel' as const), decides, says }) },
    {
      weight: 2,
      arbitrary: fc.record({
        ask: fc.constant('look' as const),
        lists: fc.boolean(),
        seconds: fc.integer({ min: 0, max: 120 }),
      }),
    },
  ),
  { maxLength: 25 },
);

/** A processor that has reserved 25.99 and records all that is done with it. */
function aProcessor() {
  const captures: CapturedPart[] = [];
  let isVoided = false;
  const chargedMinor = () =>
    captures.reduce(
      (sum, { status, amountMinor }) => (status === 'charged' ? sum + amountMinor : sum),
      0,
    );
  return {
    chargedMinor,
    isVoided: () => isVoided,
    capture(id: string, amountMinor: number, isTaken: boolean) {
      const fits = !isVoided && chargedMinor() + amountMinor <= 2_599;
      const status = isTaken && fits ? 'charged' : 'failed';
      captures.push({ reference: sent(id), amountMinor, status });
      return status;
    },
    void() {
      isVoided = true;
    },
    books(lists: boolean): PaymentOutcome {
      const known = lists ? { captures: [...captures] } : {};
      const capturedMinor = chargedMinor();
      if (isVoided) return { result: 'voided', ...known };
      return capturedMinor > 0
        ? { result: 'captured', capturedMinor, ...known }
        : { result: 'authorized', ...known };
    },
  };
}

/** Every version of the payment that a step saves. */
function played(
  payment: Payment,
  step: Step,
  processor: ReturnType<typeof aProcessor>,
  now: Date,
): readonly Payment[] {
  const answer = (done: PaymentOutcome): PaymentOutcome => {
    if (step.ask === 'look' || step.decides === 'never hears') {
      return step.ask !== 'look' && step.says === 'at once' ? tooOften : lost;
    }
    if (step.says === 'nothing') return lost;
    return step.says === 'wait' ? { result: 'pending' } : done;
  };
  if (step.ask === 'look') return [afterOutcome(payment, processor.books(step.lists), now, 'sync')];
  if (step.ask === 'cancel') {
    if (refusal(() => checkCancel(payment)) || !needsVoid(payment, true)) return [];
    const asked = startVoid(payment, undefined, now);
    if (step.decides === 'takes') processor.void();
    const done = step.decides === 'takes' ? ({ result: 'voided' } as const) : declined;
    return [asked, applyVoidOutcome(asked, answer(done), now)];
  }
  if (refusal(() => checkCapture(payment, { amountToCapture: step.amount }))) return [];
  const { payment: asked, capture } = startCapture(payment, step.amount, now);
  if (step.decides === 'never hears') {
    return [asked, applyCaptureOutcome(asked, capture.id, answer(lost), now)];
  }
  const status = processor.capture(capture.id, step.amount, step.decides === 'takes');
  const done = status === 'charged' ? taken : declined;
  return [asked, applyCaptureOutcome(asked, capture.id, answer(done), now)];
}

const openMinor = ({ captures = [] }: Payment) =>
  captures
    .filter(({ status }) => status === 'started' || status === 'pending')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

describe('any sequence of captures, answers, lost answers and syncs', () => {
  it('no more is charged than was authorized, and statuses move along the lifecycle alone', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom('manual', 'manual_multiple' as const), (all, method) => {
        const processor = aProcessor();
        let payment = anAuthorizedPayment(method);
        let seconds = 0;
        for (const step of all) {
          seconds += step.ask === 'look' ? step.seconds : 1;
          for (const next of played(payment, step, processor, later(seconds))) {
            const charged = next.chargedMinor ?? 0;
            expect(isLawful(payment.status, next.status)).toBe(true);
            expect(processor.chargedMinor()).toBeLessThanOrEqual(2_599);
            expect(charged).toBeLessThanOrEqual(authorizedMinor(next));
            expect(charged).toBeLessThanOrEqual(processor.chargedMinor());
            expect(charged).toBeGreaterThanOrEqual(payment.chargedMinor ?? 0);
            if (method === 'manual_multiple') {
              const all = next.amountCapturableMinor + charged + openMinor(next);
              expect(all).toBeLessThanOrEqual(authorizedMinor(next));
            }
            payment = next;
          }
        }
        // Long afterwards the payment and the processor agree about the money.
        const settled = afterOutcome(payment, processor.books(true), later(seconds + 600), 'sync');
        expect(isLawful(payment.status, settled.status)).toBe(true);
        expect(openMinor(settled)).toBe(0);
        expect(settled.chargedMinor ?? 0).toBe(processor.chargedMinor());
        expect(settled.amountReceivedMinor ?? 0).toBe(processor.chargedMinor());
        expect(settled.pendingSync).toBeUndefined();
        expect(applySyncToCaptures(settled, processor.books(true), later(seconds + 900))).toBe(
          settled,
        );
      }),
      { numRuns: 700 },
    );
  });
});

describe('several captures that one sync settles', () => {
  const asked = (payment: Payment, amountMinor: number) => {
    const { payment: saved } = startCapture(payment, amountMinor, noon);
    return { ...saved, version: payment.version + 1 };
  };
  const found = (payment: Payment) => ({
    result: 'captured' as const,
    captures: (payment.captures ?? []).map(({ id, amountMinor }) => ({
      reference: sent(id),
      amountMinor,
      status: 'charged' as const,
    })),
  });

  it('several captures settled by one sync make one transition, with the saved payment', () => {
    const both = asked(asked(anAuthorizedPayment('manual_multiple'), 1_000), 1_599);
    const next = applySyncToCaptures(both, found(both), later(120));
    expect(next.status).toBe('succeeded');
    const news = next.transitions.filter(({ version }) => version === both.version + 1);
    expect(news).toMatchObject([{ type: 'payment_succeeded', amountMinor: 2_599 }]);
  });
});

it("a capture's answer has the connector's id and metadata, and both are stored", () => {
  const { payment, capture } = startCapture(single(), 2_000, noon);
  const metadata = { capture_id: 'c_1' };
  const answers: readonly PaymentOutcome[] = [
    { result: 'captured', connectorCaptureId: 'c_1', connectorMetadata: metadata },
    { result: 'pending', connectorCaptureId: 'c_1', connectorMetadata: metadata },
  ];
  for (const outcome of answers) {
    const settled = applyCaptureOutcome(payment, capture.id, outcome, later(1));
    expect(lastOf(settled)?.connectorCaptureId).toBe('c_1');
    expect(settled.attempt.connectorMetadata).toEqual(metadata);
  }
});

describe('captures that a processor lists without our ids', () => {
  /** Asked for at noon; with the `connectorCaptureId` of the answer, or without an answer. */
  const asked = (payment: Payment, amountMinor: number, connectorCaptureId?: string) => {
    const { payment: saved, capture } = startCapture(payment, amountMinor, noon);
    if (connectorCaptureId === undefined) return saved;
    const pending: PaymentOutcome = { result: 'pending', connectorCaptureId };
    return applyCaptureOutcome(saved, capture.id, pending, noon);
  };
  const listed = (...parts: readonly CapturedPart[]): PaymentOutcome => ({
    result: 'captured',
    captures: parts,
  });
  const part = (
    connectorCaptureId: string,
    amountMinor: number,
    status: CapturedPart['status'] = 'charged',
  ) => ({ connectorCaptureId, amountMinor, status });
  const statuses = (payment: Payment) => (payment.captures ?? []).map(({ status }) => status);

  it('captures that a processor lists without our ids are found by the processor’s own ids', () => {
    const both = asked(asked(several(), 1_000, 'c_1'), 500, 'c_2');
    const next = applySyncToCaptures(
      both,
      listed(part('c_2', 500, 'failed'), part('c_1', 1_000)),
      later(120),
    );
    expect(statuses(next)).toEqual(['charged', 'failed']);
    expect(next.chargedMinor).toBe(1_000);
  });

  it('captures that a processor lists without our ids are not failed when a lost one is in the list', () => {
    const one = asked(several(), 1_000);
    const next = applySyncToCaptures(one, listed(part('c_1', 1_000)), later(120));
    expect([statuses(next), next.chargedMinor]).toEqual([['charged'], 1_000]);
    expect(lastOf(next)?.connectorCaptureId).toBe('c_1');
  });

  it('captures listed by a processor without our ids are distinguished from earlier charges', () => {
    const first = asked(several(), 1_000, 'c_1');
    const charged = applySyncToCaptures(first, listed(part('c_1', 1_000)), later(60));
    const lost = asked(charged, 1_000);
    const unheard = applySyncToCaptures(lost, listed(part('c_1', 1_000)), later(30));
    expect(statuses(unheard)).toEqual(['charged', 'started']);
    const gone = applySyncToCaptures(lost, listed(part('c_1', 1_000)), later(120));
    expect([statuses(gone), gone.amountCapturableMinor]).toEqual([['charged'], 1_599]);
    const found = applySyncToCaptures(
      lost,
      listed(part('c_1', 1_000), part('c_2', 1_000)),
      later(120),
    );
    expect([statuses(found), found.chargedMinor]).toEqual([['charged', 'charged'], 2_000]);
  });

  it.each([
    ['one more is pending', [part('c_9', 700, 'pending')]],
    ['the money fits only some of them', [part('c_9', 700)]],
  ])('captures that a processor lists without our ids are never failed while %s', (_, parts) => {
    const both = asked(asked(several(), 1_000), 700);
    expect(applySyncToCaptures(both, listed(...parts), later(10_000))).toBe(both);
  });

  it("a charged capture that failed in the processor's list puts the payment under review", () => {
    const charged = applySyncToCaptures(
      asked(single(), 2_599, 'c_1'),
      listed(part('c_1', 2_599)),
      later(60),
    );
    expect(charged.status).toBe('succeeded');
    expect(afterOutcome(charged, listed(part('c_1', 2_599, 'failed')), later(90)).status).toBe(
      'review',
    );
  });
});

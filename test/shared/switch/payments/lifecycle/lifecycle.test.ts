import {
  acceptedIn,
  checkAccepted,
  isLawful,
  lifecycle,
  nextStatus,
  type PaymentEvent,
  type PaymentOperation,
} from '#switch/payments/lifecycle/lifecycle.ts';
import { AttemptStatus, PaymentStatus, statusOf } from '#vocabulary/payment-statuses.ts';
import { refusal } from '../../../../support/requests/refusal.ts';

const operations = [
  'update',
  'confirm',
  'capture',
  'cancel',
  'cancel_post_capture',
  'incremental_authorization',
  'extend_authorization',
  'session_tokens',
  'post_session_tokens',
  'complete_authorize',
  'update_metadata',
  'refund',
  'approve',
  'reject',
] as const satisfies readonly PaymentOperation[];

/**
 * The behaviour that clients of the Hyperswitch v1 API know: `+` is accepted, `-` is refused, `r`
 * is accepted where the profile has manual retry, `m` where several captures are allowed. The
 * columns are in the order of the operations above.
 */
const known: Readonly<Record<PaymentStatus, string>> = {
  requires_payment_method: '+ + - + - - - + + + - - + +',
  requires_confirmation: '+ + - + - - - + + + - - + +',
  requires_customer_action: '- - - + - - - + + + + - + +',
  requires_merchant_action: '- - - - - - - + + + - - + +',
  requires_capture: '- - + + - + + + + + + - + +',
  processing: '- - m - - - - + + + - - + -',
  succeeded: '- - - - + - - - - - + + - -',
  failed: '- r - - - - - - - - + - - -',
  cancelled: '- - - - - - - + + + - - + -',
  partially_captured: '- - - + + - - + + + + + + +',
  partially_captured_and_capturable: '- - + + - - - + + + + - + +',
  // No payment reaches this status, so its operations were never observed.
  partially_captured_and_processing: '- - - - - - - + + + - - + +',
  partially_authorized_and_requires_capture: '- - + + - - + + + + - - + +',
  conflicted: '- - - + - - - + + + - - + +',
  expired: '- - - + - - - + + + - - + +',
  cancelled_post_capture: '- - - + - - - + + + - - + +',
  review: '- - - - - - - - + - - - - -',
};

/**
 * Requests that Hyperswitch accepts and we refuse. It answers "cancelled" there without an effect
 * on the money, it lets merchants decide payments that await no decision, and it creates orders
 * that no confirm can use.
 */
const deviations: readonly (readonly [PaymentOperation, PaymentStatus])[] = [
  ['cancel', 'partially_captured'],
  ['cancel', 'conflicted'],
  ['cancel', 'expired'],
  ['cancel', 'cancelled_post_capture'],
  ...PaymentStatus.options.flatMap((status) =>
    (['approve', 'reject'] as const).flatMap((operation) =>
      status !== 'requires_merchant_action' && isKnownAs(operation, status, '+')
        ? [[operation, status] as const]
        : [],
    ),
  ),
  ...PaymentStatus.options.flatMap((status) =>
    !['requires_payment_method', 'requires_confirmation'].includes(status) &&
    isKnownAs('post_session_tokens', status, '+')
      ? [['post_session_tokens', status] as const]
      : [],
  ),
];

function isKnownAs(operation: PaymentOperation, status: PaymentStatus, mark: string): boolean {
  return known[status].split(' ')[operations.indexOf(operation)] === mark;
}

const isDeviation = (operation: PaymentOperation, status: PaymentStatus) =>
  deviations.some(([one, in_]) => one === operation && in_ === status);

/** The answer to a request that the status does not allow. */
const refusals: Readonly<Record<PaymentOperation, (status: string) => [number, string, string]>> = {
  update: (status) => cannot('update', status),
  confirm: (status) => cannot('confirm', status),
  capture: (status) => [
    400,
    'IR_14',
    `This Payment could not be captured because it has a payment.status of ${status}. The expected state is requires_capture, partially_captured_and_capturable, processing`,
  ],
  cancel: (status) => cannot('cancel', status),
  cancel_post_capture: (status) => cannot('cancel_post_capture', status),
  incremental_authorization: (status) => cannot('increment authorization', status),
  extend_authorization: (status) => cannot('extend authorization', status),
  session_tokens: (status) => cannot('create a session token for', status),
  post_session_tokens: (status) => cannot('create a session token for', status),
  complete_authorize: (status) => cannot('confirm', status),
  update_metadata: (status) => cannot('update_metadata', status),
  approve: (status) => cannot('approve', status),
  reject: (status) => cannot('reject', status),
  refund: (status) => [
    400,
    'IR_14',
    `This Payment could not be refund because it has a status of ${status}. The expected state is succeeded, partially_captured`,
  ],
};

const cannot = (action: string, status: string): [number, string, string] => [
  400,
  'IR_16',
  `You cannot ${action} this payment because it has status ${status}`,
];

const pairs = PaymentStatus.options.flatMap((status) =>
  operations.map(
    (operation, column) => [operation, status, known[status].split(' ')[column]] as const,
  ),
);

describe('the operations of each status', () => {
  it('the lifecycle accepts or refuses every pair of request and status', () => {
    expect(pairs).toHaveLength(14 * 17);
    for (const [, , mark] of pairs) expect(mark).toMatch(/^[-+rm]$/);
    expect(Object.keys(acceptedIn).sort()).toEqual([...operations].sort());
  });

  it.each(pairs)('a request %s in %s: %s', (operation, status, mark) => {
    const isTaken = mark !== '-' && !isDeviation(operation, status);
    const expected = isTaken ? undefined : refusals[operation](status);
    expect(refusal(() => checkAccepted(operation, status))).toEqual(expected);
  });

  it.each(deviations)(
    'a request %s in %s is refused, where Hyperswitch allows it',
    (operation, status) => {
      expect(pairs).toContainEqual([operation, status, '+']);
      expect(acceptedIn[operation]).not.toContain(status);
    },
  );
});

/** All that each event ever does: from where, to where. */
const moves: Readonly<
  Record<PaymentEvent, Readonly<Partial<Record<PaymentStatus, PaymentStatus>>>>
> = {
  described: {
    requires_payment_method: 'requires_confirmation',
    requires_confirmation: 'requires_confirmation',
  },
  undescribed: {
    requires_payment_method: 'requires_payment_method',
    requires_confirmation: 'requires_payment_method',
  },
  confirmed: {
    requires_payment_method: 'processing',
    requires_confirmation: 'processing',
    failed: 'processing',
  },
  challenged: {
    processing: 'requires_customer_action',
    requires_customer_action: 'requires_customer_action',
  },
  resumed: { requires_customer_action: 'processing' },
  authorized: {
    processing: 'requires_capture',
    requires_customer_action: 'requires_capture',
    requires_merchant_action: 'requires_capture',
  },
  authorized_partly: {
    processing: 'partially_authorized_and_requires_capture',
    requires_customer_action: 'partially_authorized_and_requires_capture',
    requires_merchant_action: 'partially_authorized_and_requires_capture',
  },
  held: {
    processing: 'requires_merchant_action',
    requires_customer_action: 'requires_merchant_action',
  },
  captured: {
    requires_merchant_action: 'succeeded',
    processing: 'succeeded',
    requires_customer_action: 'succeeded',
    requires_capture: 'succeeded',
    partially_authorized_and_requires_capture: 'succeeded',
    partially_captured_and_capturable: 'succeeded',
  },
  captured_partly: {
    requires_merchant_action: 'partially_captured',
    processing: 'partially_captured',
    requires_customer_action: 'partially_captured',
    requires_capture: 'partially_captured',
    partially_authorized_and_requires_capture: 'partially_captured',
    partially_captured_and_capturable: 'partially_captured',
  },
  captured_with_rest: {
    requires_merchant_action: 'partially_captured_and_capturable',
    processing: 'partially_captured_and_capturable',
    requires_customer_action: 'partially_captured_and_capturable',
    requires_capture: 'partially_captured_and_capturable',
    partially_authorized_and_requires_capture: 'partially_captured_and_capturable',
    partially_captured_and_capturable: 'partially_captured_and_capturable',
  },
  declined: {
    requires_merchant_action: 'failed',
    processing: 'failed',
    requires_customer_action: 'failed',
  },
  contradicted: {
    requires_merchant_action: 'conflicted',
    processing: 'conflicted',
    requires_customer_action: 'conflicted',
    requires_capture: 'conflicted',
    partially_authorized_and_requires_capture: 'conflicted',
    partially_captured_and_capturable: 'conflicted',
  },
  expired: {
    requires_merchant_action: 'expired',
    processing: 'expired',
    requires_customer_action: 'expired',
    requires_capture: 'expired',
    partially_authorized_and_requires_capture: 'expired',
    partially_captured_and_capturable: 'partially_captured',
  },
  capture_asked: {
    requires_merchant_action: 'processing',
    processing: 'processing',
    requires_capture: 'processing',
    partially_authorized_and_requires_capture: 'processing',
    partially_captured_and_capturable: 'partially_captured_and_capturable',
  },
  void_asked: {
    requires_merchant_action: 'processing',
    requires_customer_action: 'processing',
    requires_capture: 'processing',
    partially_authorized_and_requires_capture: 'processing',
    partially_captured_and_capturable: 'processing',
  },
  voided: {
    requires_merchant_action: 'cancelled',
    processing: 'cancelled',
    requires_customer_action: 'cancelled',
    requires_capture: 'cancelled',
    partially_authorized_and_requires_capture: 'cancelled',
    partially_captured_and_capturable: 'partially_captured',
  },
  voided_after_capture: {
    processing: 'cancelled_post_capture',
    requires_customer_action: 'cancelled_post_capture',
    requires_merchant_action: 'cancelled_post_capture',
    requires_capture: 'cancelled_post_capture',
    partially_authorized_and_requires_capture: 'cancelled_post_capture',
    partially_captured_and_capturable: 'cancelled_post_capture',
    succeeded: 'cancelled_post_capture',
    partially_captured: 'cancelled_post_capture',
  },
  given_up: {
    processing: 'requires_payment_method',
    requires_customer_action: 'requires_payment_method',
  },
  cancelled: {
    requires_payment_method: 'cancelled',
    requires_confirmation: 'cancelled',
    requires_customer_action: 'cancelled',
  },
  capture_failed: { succeeded: 'review' },
  resolved_captured: { conflicted: 'succeeded', review: 'succeeded' },
  resolved_failed: {
    requires_payment_method: 'failed',
    requires_confirmation: 'failed',
    conflicted: 'failed',
    review: 'failed',
  },
  resolved_voided: {
    requires_payment_method: 'cancelled',
    requires_confirmation: 'cancelled',
    conflicted: 'cancelled',
    review: 'cancelled',
  },
};

const events = Object.keys(moves) as PaymentEvent[]; // Its own keys.

describe('the status after each event', () => {
  it.each(
    events.flatMap((event) => PaymentStatus.options.map((status) => [event, status] as const)),
  )('an event %s in %s', (event, status) => {
    expect(nextStatus(status, event)).toBe(moves[event][status]);
  });

  it('an event without a row has no transition in any status', () => {
    const used = Object.values(lifecycle).flatMap((row) => Object.keys(row));
    expect([...new Set(used)].sort()).toEqual([...events].sort());
  });
});

describe('a lawful move', () => {
  it.each(
    PaymentStatus.options.flatMap((from) => PaymentStatus.options.map((to) => [from, to] as const)),
  )('a lawful move from %s to %s is made by an event, or does not exist', (from, to) => {
    const isMade = events.some((event) => moves[event][from] === to);
    expect(isLawful(from, to)).toBe(from === to || isMade);
  });

  it('a lawful move never leaves a final status', () => {
    for (const status of ['cancelled', 'cancelled_post_capture', 'expired'] as const) {
      expect(PaymentStatus.options.filter((to) => isLawful(status, to))).toEqual([status]);
    }
  });
});

describe('the status of a payment by that of its attempt', () => {
  it.each([
    ['processing', 'started pending authorizing authentication_successful cod_initiated'],
    ['processing', 'capture_initiated void_initiated'],
    ['requires_customer_action', 'authentication_pending device_data_collection_pending'],
    ['requires_payment_method', 'payment_method_awaited'],
    ['requires_confirmation', 'confirmation_awaited'],
    ['requires_capture', 'authorized'],
    ['partially_authorized_and_requires_capture', 'partially_authorized'],
    ['succeeded', 'charged auto_refunded'],
    ['partially_captured', 'partial_charged'],
    ['partially_captured_and_capturable', 'partial_charged_and_chargeable'],
    ['requires_merchant_action', 'unresolved'],
    ['cancelled', 'voided'],
    ['cancelled_post_capture', 'voided_post_charge'],
    ['failed', 'failure authentication_failed authorization_failed router_declined'],
    ['failed', 'capture_failed void_failed'],
    ['conflicted', 'integrity_failure'],
    ['expired', 'expired'],
    ['review', 'capture_review'],
  ] as const)("a payment's status %s: %s", (status, attempts) => {
    for (const attempt of attempts.split(' ')) {
      expect(AttemptStatus.options).toContain(attempt);
      expect(statusOf[attempt as AttemptStatus]).toBe(status);
    }
  });

  it("a payment's status exists for every status of an attempt", () => {
    expect(Object.keys(statusOf).sort()).toEqual([...AttemptStatus.options].sort());
    expect(AttemptStatus.options).toHaveLength(29);
  });
});

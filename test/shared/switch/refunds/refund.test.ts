import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import { presentRefund } from '#switch/refunds/present-refund.ts';
import {
  applyRefundOutcome,
  applyReportedRefund,
  isSameRefund,
  mayBeSynced,
  newRefund,
  RefundStatus,
  startRefund,
  updatedRefund,
} from '#switch/refunds/refund.ts';
import { referenceOfRefund } from '#switch/refunds/send-refund.ts';
import { later, noon } from '../../../support/entities/a-payment.ts';
import { aPaidPayment, aRefund } from '../../../support/entities/a-refund.ts';

const wish = { amountMinor: 4_000, type: 'instant' } as const;

/** A minute after the question, by which time it has arrived if it ever does. */
const soon = later(59);
const late = later(60);

const outcomes: Readonly<Record<RefundOutcome['result'], RefundOutcome>> = {
  succeeded: { result: 'succeeded', connectorRefundId: 'dummy_ref_1' },
  pending: { result: 'pending', connectorRefundId: 'dummy_ref_1' },
  held: { result: 'held', connectorRefundId: 'dummy_ref_1' },
  declined: { result: 'declined', code: 'DC_08', message: 'Card refused the money' },
  integrity_mismatch: { result: 'integrity_mismatch', fields: 'amount' },
  unknown: { result: 'unknown', code: 'TIMEOUT', message: 'No answer' },
  not_sent: { result: 'not_sent', message: 'Nobody there' },
  not_found: { result: 'not_found' },
};

describe('a refund that its processor made by a void', () => {
  it('a refund that was made by a void succeeds, and says so', () => {
    const outcome = { result: 'succeeded', isByVoid: true } as const;
    const refund = applyRefundOutcome(aRefund(), outcome, late);
    expect(refund).toMatchObject({ status: 'succeeded', isByVoid: true });
    expect(presentRefund(refund)).toMatchObject({
      status: 'succeeded',
      error_message: null,
      unified_message: 'The payment was voided instead, because nothing of it was settled yet',
    });
    expect(presentRefund(applyRefundOutcome(aRefund(), outcomes.succeeded, late))).toMatchObject({
      unified_message: null,
    });
  });
});

describe('the unified error of a refund', () => {
  const unifiedAt = (connectorName: string, outcome: RefundOutcome) => {
    const refund = applyRefundOutcome(aRefund({ connectorName }), outcome, late);
    const { status, unified_code, unified_message } = presentRefund(refund);
    return [status, unified_code, unified_message];
  };
  const declined = { result: 'declined', code: '202', message: 'Insufficient funds' } as const;
  const unnamed = ['UE_9000', 'Something went wrong'];

  it('a refund that failed with a documented code has the error of its kind', () => {
    expect(unifiedAt('nmi', declined)).toEqual(['failed', 'UE_1000', 'Insufficient funds']);
    expect(unifiedAt('worldpay', { ...declined, code: '41' })).toEqual([
      ...['failed', 'UE_1000', 'Declined by the bank'],
    ]);
  });

  it("an operator's rule for a refund wins member by member", () => {
    expect(unifiedAt('nmi', { ...declined, unified: { code: 'UE_2000' } })).toEqual([
      ...['failed', 'UE_2000', 'Insufficient funds'],
    ]);
  });

  it('a refund with another code, at a test connector or without its outcome keeps the default', () => {
    expect(unifiedAt('nmi', { ...declined, code: '999' })).toEqual(['failed', ...unnamed]);
    expect(unifiedAt('stripe_test', declined)).toEqual(['failed', ...unnamed]);
    expect(unifiedAt('nmi', outcomes.unknown)).toEqual(['pending', ...unnamed]);
  });
});

describe('a new refund', () => {
  it('a new refund is pending, with a sync after a minute', () => {
    expect(newRefund(aPaidPayment(), { ...wish, id: 'ref_1' }, noon)).toMatchObject({
      status: 'pending',
      askedAt: noon.toISOString(),
      pendingSync: { since: noon.toISOString(), nextAt: later(60).toISOString(), checks: 0 },
      currency: 'EUR',
      profileId: 'pro_1',
      connectorName: 'stripe_test',
      connectorAccountId: 'mca_1',
    });
  });

  it('a new scheduled refund has not been requested, and is due at once', () => {
    const refund = newRefund(aPaidPayment(), { ...wish, id: 'ref_1', type: 'scheduled' }, noon);
    expect(refund).toMatchObject({
      status: 'pending',
      pendingSync: { nextAt: noon.toISOString() },
    });
    expect(refund).not.toHaveProperty('askedAt');
    expect(mayBeSynced(refund)).toBe(false);
    const asked = startRefund(refund, later(5));
    expect(asked).toMatchObject({
      askedAt: later(5).toISOString(),
      pendingSync: { nextAt: later(65).toISOString() },
    });
    expect(mayBeSynced(asked)).toBe(true);
  });
});

describe('an answer about a refund', () => {
  const expected: Readonly<
    Record<'pending' | 'review', Record<RefundOutcome['result'], RefundStatus>>
  > = {
    pending: {
      succeeded: 'succeeded',
      pending: 'pending',
      held: 'review',
      declined: 'failed',
      integrity_mismatch: 'review',
      unknown: 'pending',
      not_sent: 'failed',
      not_found: 'failed',
    },
    // Money may have moved, so only a plain answer decides.
    review: {
      succeeded: 'succeeded',
      pending: 'review',
      held: 'review',
      declined: 'failed',
      integrity_mismatch: 'review',
      unknown: 'review',
      not_sent: 'failed',
      not_found: 'review',
    },
  };
  const cases = (['pending', 'review'] as const).flatMap((status) =>
    Object.values(outcomes).map((outcome) => [status, outcome] as const),
  );
  it.each(cases)(
    'an answer about a refund moves it from %s with %j where it should',
    (status, outcome) => {
      const next = applyRefundOutcome(aRefund({ status }), outcome, late);
      expect(next.status).toBe(expected[status][outcome.result]);
      expect('pendingSync' in next).toBe(next.status === 'pending' || next.status === 'review');
    },
  );

  const over = RefundStatus.options.filter((one) => one === 'succeeded' || one === 'failed');
  it.each(over)('an answer about a refund changes nothing once it has %s', (status) => {
    const refund = aRefund({ status });
    for (const outcome of Object.values(outcomes)) {
      expect(applyRefundOutcome(refund, outcome, late)).toBe(refund);
    }
  });

  it('an answer that the refund is unknown fails it only when the query must have arrived after the request', () => {
    const refund = aRefund();
    expect(applyRefundOutcome(refund, outcomes.not_found, soon)).toBe(refund);
    expect(applyRefundOutcome(refund, outcomes.not_found, late)).toMatchObject({
      status: 'failed',
      error: { message: 'The connector has never heard of this refund' },
    });
    const unsent = newRefund(aPaidPayment(), { ...wish, id: 'r', type: 'scheduled' }, noon);
    expect(applyRefundOutcome(unsent, outcomes.not_found, later(9_999))).toBe(unsent);
  });

  it('an answer about a refund makes one event, with the version in which it will be saved', () => {
    const { transitions } = applyRefundOutcome(aRefund({ version: 3 }), outcomes.succeeded, late);
    const at = late.toISOString();
    expect(transitions).toEqual([
      { type: 'refund_succeeded', status: 'succeeded', at, version: 4 },
    ]);
    expect(applyRefundOutcome(aRefund(), outcomes.declined, late).transitions).toEqual([
      { type: 'refund_failed', status: 'failed', at, version: 2 },
    ]);
    expect(applyRefundOutcome(aRefund(), outcomes.integrity_mismatch, late).transitions).toEqual(
      [],
    );
  });

  it('a missing answer about a refund is recorded, and the record is removed when the answer comes', () => {
    const unsure = applyRefundOutcome(aRefund(), outcomes.unknown, soon);
    expect(unsure).toMatchObject({ error: { code: 'TIMEOUT', message: 'No answer' } });
    expect(applyRefundOutcome(unsure, outcomes.unknown, late)).toBe(unsure);
    const sure = applyRefundOutcome(unsure, outcomes.succeeded, late);
    expect(sure).not.toHaveProperty('error');
    expect(sure.connectorRefundId).toBe('dummy_ref_1');
  });

  it('an answer about another amount is left to an operator', () => {
    expect(applyRefundOutcome(aRefund(), outcomes.integrity_mismatch, soon).error).toEqual({
      code: 'IE',
      message: 'Integrity Check Failed! Value mismatched for fields amount',
    });
  });
});

describe('the data that a processor returns with a pending refund', () => {
  const pending = { result: 'pending', connectorMetadata: { link: 'a1' } } as const;

  it('connector data of a pending refund is stored, also when no id of the refund comes with it', () => {
    const refund = applyRefundOutcome(aRefund(), pending, soon);
    expect(refund).toMatchObject({ status: 'pending', connectorMetadata: { link: 'a1' } });
    expect(applyRefundOutcome(refund, pending, late)).toBe(refund);
  });
});

describe('a decline in a webhook', () => {
  const declined = { ...outcomes.declined, connectorRefundId: 'theirs_1' } as const;

  it('a decline in a webhook returns the id that was lost with the response, and a sync decides', () => {
    const { connectorRefundId: _, ...lost } = aRefund();
    const refund = applyReportedRefund(lost, declined, soon);
    expect(refund).toMatchObject({
      status: 'pending',
      connectorRefundId: 'theirs_1',
      pendingSync: { nextAt: soon.toISOString() },
    });
  });

  it('a decline in a webhook does not replace a known processor id', () => {
    const known = { ...aRefund(), connectorRefundId: 'theirs_0' };
    const refund = applyReportedRefund(known, declined, soon);
    expect(refund).toMatchObject({ status: 'pending', connectorRefundId: 'theirs_0' });
  });

  it('a decline in a webhook changes nothing of a refund that failed', () => {
    const settled = applyRefundOutcome(aRefund(), declined, soon);
    expect(applyReportedRefund(settled, declined, late)).toBe(settled);
  });

  it('a decline in a webhook of a succeeded refund requires a sync, and decides nothing itself', () => {
    const settled = applyRefundOutcome(aRefund(), outcomes.succeeded, soon);
    const reported = applyReportedRefund(settled, declined, late);
    expect(reported).toMatchObject({ status: 'succeeded', pendingSync: { checks: 0 } });
    expect(applyReportedRefund(reported, declined, late)).toBe(reported);
    expect(applyReportedRefund(reported, outcomes.succeeded, late)).toBe(reported);
  });
});

describe('a repeated request', () => {
  const refund = newRefund(
    aPaidPayment(),
    { ...wish, id: 'ref_1', reason: 'late', metadata: { a: '1', b: { c: 2, d: [1] } } },
    noon,
  );
  const same = { ...wish, reason: 'late', metadata: { b: { d: [1], c: 2 }, a: '1' } };

  it('a repeated refund is recognized by its content, whatever the order of its members', () => {
    expect(isSameRefund(refund, 'pay_1', same)).toBe(true);
  });

  it("a repeated refund is still recognized when the merchant's notes have changed since", () => {
    const noted = updatedRefund(refund, { reason: 'lost', metadata: {} }, later(1));
    expect(noted).toMatchObject({ reason: 'lost', metadata: {} });
    expect(isSameRefund(noted, 'pay_1', same)).toBe(true);
  });

  it.each([
    ['payment', 'pay_2', same],
    ['amount', 'pay_1', { ...same, amountMinor: 4_001 }],
    ['reason', 'pay_1', { ...same, reason: 'later' }],
    ['lack of a reason', 'pay_1', { ...same, reason: undefined }],
    ['type', 'pay_1', { ...same, type: 'scheduled' }],
    ['metadata', 'pay_1', { ...same, metadata: { a: '1', b: { c: 2, d: [2] } } }],
    ['lack of metadata', 'pay_1', { ...same, metadata: undefined }],
  ] as const)('a repeated refund with another %s is a different request', (_, paymentId, other) => {
    expect(isSameRefund(refund, paymentId, other)).toBe(false);
  });
});

describe('an update of a refund', () => {
  it('an update of a refund keeps fields that it does not state', () => {
    const refund = aRefund({ reason: 'late', metadata: { a: 1 } });
    expect(updatedRefund(refund, {}, later(1))).toBe(refund);
    expect(updatedRefund(refund, { reason: null, metadata: null }, later(1))).toBe(refund);
    expect(updatedRefund(refund, { reason: 'lost' }, later(1))).toMatchObject({
      reason: 'lost',
      metadata: { a: 1 },
      modifiedAt: later(1).toISOString(),
      transitions: [],
    });
  });
});

it("a refund stores the connector's data, and returns it with the id of the capture", () => {
  const connectorMetadata = { batch: 'b_1' };
  const capture = (connectorCaptureId: string, status: 'charged' | 'failed') => ({
    id: connectorCaptureId,
    sequence: 1,
    connectorCaptureId,
    status,
    amountMinor: 100,
    askedAt: noon.toISOString(),
    modifiedAt: noon.toISOString(),
  });
  const captures = [capture('c_1', 'charged'), capture('c_2', 'failed')];
  for (const result of ['pending', 'succeeded'] as const) {
    const outcome = { result, connectorRefundId: 'dummy_ref_1', connectorMetadata };
    const refund = applyRefundOutcome(aRefund(), outcome, soon);
    expect(refund.connectorMetadata).toEqual(connectorMetadata);
    const reference = referenceOfRefund(refund, { ...aPaidPayment(), captures });
    expect(reference).toMatchObject({ connectorMetadata, connectorCaptureId: 'c_1' });
  }
});

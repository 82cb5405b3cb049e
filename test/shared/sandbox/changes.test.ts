import {
  capture,
  type Decision,
  type Part,
  refund,
  voidAuthorized,
  voidCaptured,
} from '#sandbox/changes.ts';
import {
  type Charge,
  capturedMinor,
  decide,
  refundedMinor,
  refundingMinor,
  settlingMs,
  standing,
} from '#sandbox/ledger.ts';
import type { LedgerPayment } from '#sandbox/ledger-payment.ts';

type CardCharge = Extract<Charge, { readonly cardNumber: string }>;

const now = new Date('2026-01-01T00:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const payment = (changes: Partial<CardCharge> = {}): LedgerPayment =>
  decide(
    {
      keyHash: 'hash',
      reference: 'pay_1_1',
      processor: 'fauxpay',
      amountMinor: 100,
      currency: 'USD',
      manualCapture: false,
      cardNumber: '4242424242424242',
      ...changes,
    },
    { id: 'pay_new', challengeId: 'ch_new' },
    now,
  );
const reserved = (changes: Partial<CardCharge> = {}) =>
  payment({ manualCapture: true, ...changes });
const inParts = (changes: Partial<CardCharge> = {}) =>
  reserved({ severalCaptures: true, ...changes });
const part = (reference: string, amountMinor: number): Part => ({
  id: `new_${reference}`,
  reference,
  amountMinor,
});

/** The payment that a decision leads to. */
function done(decision: Decision): LedgerPayment {
  if ('refused' in decision) throw new Error(decision.refused);
  return decision.payment;
}
const captured = (before: LedgerPayment, reference: string, amountMinor: number) =>
  done(capture(before, part(reference, amountMinor), now));
const refunded = (before: LedgerPayment, reference: string, amountMinor: number) =>
  done(refund(before, part(reference, amountMinor), now));
const moved = ({ movements }: LedgerPayment) =>
  movements.map(({ kind, amountMinor }) => `${kind} ${amountMinor}`);

describe('a capture', () => {
  it('a sandbox capture takes the whole reserved amount', () => {
    const after = captured(reserved(), 'c_1', 100);
    expect(after).toMatchObject({
      state: 'succeeded',
      captures: [{ id: 'new_c_1', reference: 'c_1', amountMinor: 100, status: 'charged' }],
    });
    expect(moved(after)).toEqual(['reserved 100', 'captured 100']);
  });

  it('a partial sandbox capture releases the remainder where only one capture is allowed', () => {
    const after = captured(reserved(), 'c_1', 60);
    expect(after.state).toBe('succeeded');
    expect(capturedMinor(after)).toBe(60);
    expect(capture(after, part('c_2', 40), now)).toEqual({ refused: 'DC_12' });
  });

  it('a sandbox capture leaves the rest to the next one, where several are agreed', () => {
    const first = captured(inParts(), 'c_1', 60);
    expect([first.state, capturedMinor(first)]).toEqual(['authorized', 60]);
    const second = captured(first, 'c_2', 40);
    expect([second.state, capturedMinor(second)]).toEqual(['succeeded', 100]);
    expect(capture(second, part('c_3', 1), now)).toEqual({ refused: 'DC_12' });
  });

  it('a sandbox capture never takes more than is left', () => {
    expect(capture(reserved(), part('c_1', 101), now)).toEqual({ refused: 'DC_13' });
    const first = captured(inParts(), 'c_1', 60);
    expect(capture(first, part('c_2', 41), now)).toEqual({ refused: 'DC_13' });
  });

  it('a sandbox capture is made once under its reference, and never for another amount', () => {
    const after = captured(inParts(), 'c_1', 60);
    expect(capture(after, part('c_1', 60), now)).toEqual({ payment: after });
    expect(done(capture(after, part('c_1', 60), now))).toBe(after);
    expect(capture(after, part('c_1', 10), now)).toEqual({ refused: 'DC_10' });
  });

  it('a sandbox capture is not possible where nothing is reserved', () => {
    for (const before of [
      payment(),
      payment({ cardNumber: '4000000000000002' }),
      reserved({ cardNumber: '4000003800000446' }),
      reserved({ cardNumber: '4000000000000077' }),
      done(voidAuthorized(reserved(), now)),
    ]) {
      expect(capture(before, part('c_1', 1), now)).toEqual({ refused: 'DC_12' });
    }
  });

  it('a declined sandbox capture is recorded, and the amount stays reserved', () => {
    const after = captured(reserved({ cardNumber: '4000000000000101' }), 'c_1', 100);
    expect(after).toMatchObject({
      state: 'authorized',
      captures: [{ status: 'failed', failure: { code: 'DC_08' } }],
    });
    expect(moved(after)).toEqual(['reserved 100']);
    expect(done(capture(after, part('c_1', 100), now))).toBe(after);
    expect(capturedMinor(after)).toBe(0);
  });
});

describe('a void', () => {
  it('a sandbox void releases the reserved amount, once', () => {
    const after = done(voidAuthorized(reserved(), now));
    expect(after.state).toBe('voided');
    expect(moved(after)).toEqual(['reserved 100', 'released 100']);
    expect(done(voidAuthorized(after, now))).toBe(after);
  });

  it('a sandbox void leaves the captured amount with the merchant', () => {
    const after = done(voidAuthorized(captured(inParts(), 'c_1', 60), now));
    expect([after.state, capturedMinor(after)]).toEqual(['voided', 60]);
    expect(moved(after)).toEqual(['reserved 100', 'captured 60', 'released 40']);
  });

  it('a sandbox void ends a challenge, so that a voided payment is not paid', () => {
    const after = done(voidAuthorized(payment({ cardNumber: '4000003800000446' }), now));
    expect([after.state, moved(after)]).toEqual(['voided', []]);
  });

  it('a sandbox void is not possible where nothing is reserved any more', () => {
    for (const before of [
      payment(),
      payment({ cardNumber: '4000000000000002' }),
      payment({ cardNumber: '4000000000000077' }),
      captured(reserved(), 'c_1', 60),
      done(voidCaptured(payment(), now)),
      reserved({ cardNumber: '4000000000000127' }),
    ]) {
      expect(voidAuthorized(before, now)).toEqual({ refused: 'DC_14' });
    }
  });

  it('a sandbox void after the capture returns all of it, once', () => {
    const after = done(voidCaptured(captured(reserved(), 'c_1', 60), now));
    expect(after.state).toBe('voided_after_capture');
    expect(moved(after)).toEqual(['reserved 100', 'captured 60', 'given back 60']);
    expect(done(voidCaptured(after, now))).toBe(after);
    expect(moved(done(voidCaptured(payment(), now)))).toEqual(['charged 100', 'given back 100']);
  });

  it('a sandbox void after capture is refused for an uncaptured payment, and for one with a refund', () => {
    for (const before of [
      reserved(),
      captured(inParts(), 'c_1', 60),
      payment({ cardNumber: '4000000000000002' }),
      payment({ cardNumber: '4000000000000127' }),
      refunded(payment(), 'r_1', 1),
      refunded(payment({ cardNumber: '4000000000007726' }), 'r_1', 1),
    ]) {
      expect(voidCaptured(before, now)).toEqual({ refused: 'DC_14' });
    }
    const afterFailure = refunded(payment({ cardNumber: '4000000000009235' }), 'r_1', 1);
    expect(done(voidCaptured(afterFailure, now)).state).toBe('voided_after_capture');
  });
});

describe('a refund', () => {
  it('a sandbox refund returns a part, once under its reference', () => {
    const after = refunded(payment(), 'r_1', 40);
    expect(after.refunds).toMatchObject([{ reference: 'r_1', status: 'succeeded' }]);
    expect(moved(after)).toEqual(['charged 100', 'refunded 40']);
    expect(done(refund(after, part('r_1', 40), now))).toBe(after);
    expect(refund(after, part('r_1', 41), now)).toEqual({ refused: 'DC_11' });
  });

  it('a sandbox refund never returns more than was captured', () => {
    const twice = refunded(refunded(payment(), 'r_1', 40), 'r_2', 40);
    expect(refund(twice, part('r_3', 21), now)).toEqual({ refused: 'DC_03' });
    expect(refundedMinor(refunded(twice, 'r_3', 20))).toBe(100);
    const partly = captured(reserved(), 'c_1', 60);
    expect(refund(partly, part('r_1', 61), now)).toEqual({ refused: 'DC_03' });
  });

  it('a sandbox refund is not possible where nothing was captured, or all was returned', () => {
    for (const before of [
      reserved(),
      payment({ cardNumber: '4000000000000002' }),
      done(voidCaptured(payment(), now)),
    ]) {
      expect(refund(before, part('r_1', 1), now)).toEqual({ refused: 'DC_06' });
    }
  });

  it('a declined sandbox refund leaves the amount for the next one', () => {
    const after = refunded(payment({ cardNumber: '4000000000009235' }), 'r_1', 100);
    expect(after.refunds).toMatchObject([{ status: 'failed', failure: { code: 'DC_08' } }]);
    expect([refundingMinor(after), moved(after)]).toEqual([0, ['charged 100']]);
  });

  it('a sandbox refund that succeeds later is counted against the payment from the first', () => {
    const pending = refunded(payment({ cardNumber: '4000000000007726' }), 'r_1', 60);
    expect([refundingMinor(pending), refundedMinor(pending)]).toEqual([60, 0]);
    expect(refund(pending, part('r_2', 41), now)).toEqual({ refused: 'DC_03' });
    expect(standing(pending, later(settlingMs - 1))).toBe(pending);
    const settled = standing(pending, later(settlingMs));
    expect(refundedMinor(settled)).toBe(60);
    expect(moved(settled)).toEqual(['charged 100', 'refunded 60']);
    expect(standing(settled, later(1e9))).toBe(settled);
  });

  it('a sandbox refund that fails later releases its amount again', () => {
    const pending = refunded(payment({ cardNumber: '4000000000005126' }), 'r_1', 60);
    expect(refundingMinor(pending)).toBe(60);
    const settled = standing(pending, later(settlingMs));
    expect(settled.refunds).toMatchObject([{ status: 'failed', failure: { code: 'DC_08' } }]);
    expect([refundingMinor(settled), moved(settled)]).toEqual([0, ['charged 100']]);
  });
});

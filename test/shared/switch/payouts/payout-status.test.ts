import type { PayoutOutcome } from '#connectors/interface/payouts.ts';
import { isSwitchError } from '#platform/errors.ts';
import { publicError } from '#platform/http/response/error-catalogue.ts';
import {
  newPayout,
  type Payout,
  startFulfillment,
  startPayout,
  updatedPayout,
} from '#switch/payouts/payout.ts';
import {
  applyPayoutOutcome,
  applyReportedPayout,
  resolvePayoutManually,
} from '#switch/payouts/payout-outcome.ts';
import {
  acceptedIn,
  checkPayoutStatus,
  isOver,
  lifecycle,
  type PayoutAction,
  PayoutStatus,
} from '#switch/payouts/payout-status.ts';

const noon = new Date('2026-03-01T12:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1_000);

const facts = {
  amountMinor: 6_540,
  currency: 'USD',
  requestFields: {},
  autoFulfill: false,
  recurring: false,
  shown: { bank: { iban: '****3000' } },
};

/** A payout that its connector got; `given` replaces fields. */
const aPayout = (given: Partial<Payout> = {}): Payout => {
  const place = { merchantId: 'shop', id: 'payout_1', profileId: 'pro_1' };
  const made = newPayout({ ...place, ...facts, sessionSeconds: 900, now: noon });
  const connector = { name: 'adyen_test', accountId: 'mca_1' };
  return { ...startPayout(made, connector, noon), ...given };
};
const inStatus = (status: PayoutStatus, attempt: object = {}) => {
  const payout = aPayout({ status });
  return { ...payout, attempt: { ...payout.attempt, ...attempt } };
};

const refusalOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (isSwitchError(error)) {
      const { status, body } = publicError(error.kind, error.details);
      return [status, body.error.code, body.error.message];
    }
    throw error;
  }
  return undefined;
};

const statuses = PayoutStatus.options;
const over = ['success', 'failed', 'cancelled', 'ineligible', 'expired', 'reversed'];

describe('the operations of a merchant on a payout', () => {
  const refusals = (
    status: PayoutStatus,
  ): Record<PayoutAction, readonly [number, string, string]> => ({
    update: [422, 'IR_06', `Payout payout_1 cannot be updated for status ${status}`],
    fulfill: [422, 'IR_06', `Payout payout_1 cannot be fulfilled for status ${status}`],
    cancel: [422, 'IR_06', `Payout payout_1 cannot be cancelled for status ${status}`],
    confirm: [400, 'IR_16', `You cannot confirm this payout because it has status ${status}`],
  });
  /** As the published rules have it; the rest is refused. */
  const published: Readonly<Record<PayoutAction, readonly PayoutStatus[]>> = {
    update: ['requires_payout_method_data', 'requires_confirmation'],
    confirm: ['requires_payout_method_data', 'requires_confirmation', 'requires_creation'],
    fulfill: ['requires_fulfillment'],
    cancel: [
      'requires_payout_method_data',
      'requires_confirmation',
      'requires_creation',
      'requires_vendor_account_creation',
      'requires_fulfillment',
      'pending',
      'initiated',
    ],
  };
  const requests = Object.keys(acceptedIn) as PayoutAction[];
  const cases = statuses.flatMap((status) => requests.map((wish) => [status, wish] as const));

  it.each(cases)("a merchant's request for a payout that is %s: to %s it", (status, wish) => {
    const refusal = refusalOf(() => checkPayoutStatus(wish, { id: 'payout_1', status }));
    const isAccepted = published[wish].includes(status);
    expect(refusal).toEqual(isAccepted ? undefined : refusals(status)[wish]);
  });

  it.each(statuses)('a payout that is %s is not changed by a request that must not', (status) => {
    const payout = inStatus(status);
    const unasked = status === 'requires_payout_method_data' || status === 'requires_confirmation';
    const isDone = (act: () => unknown) => refusalOf(act) === undefined;
    expect(isDone(() => startFulfillment(payout, noon))).toBe(status === 'requires_fulfillment');
    expect(isDone(() => updatedPayout(payout, facts, noon))).toBe(unasked);
    const connector = { name: 'adyen_test', accountId: 'mca_1' };
    expect(isDone(() => startPayout(payout, connector, noon))).toBe(unasked);
  });
});

describe('the outcome from a processor', () => {
  const results = [
    'created',
    'vendor_account_needed',
    'pending',
    'initiated',
    'paid',
    'declined',
    'ineligible',
    'cancelled',
    'expired',
    'reversed',
    'unknown',
    'not_sent',
    'not_found',
  ] as const satisfies readonly PayoutOutcome['result'][];
  /** The next status for each result; a result that is missing here changes nothing. */
  const leads: Readonly<Record<string, Partial<Record<(typeof results)[number], PayoutStatus>>>> = {
    requires_creation: {
      created: 'requires_fulfillment',
      vendor_account_needed: 'requires_vendor_account_creation',
      pending: 'pending',
      initiated: 'initiated',
      not_sent: 'failed',
    },
    requires_vendor_account_creation: {
      created: 'requires_fulfillment',
      pending: 'pending',
      initiated: 'initiated',
      not_sent: 'failed',
    },
    requires_fulfillment: { pending: 'pending', initiated: 'initiated', not_sent: 'failed' },
    pending: {
      vendor_account_needed: 'requires_vendor_account_creation',
      initiated: 'initiated',
      not_sent: 'failed',
    },
    initiated: { not_sent: 'failed' },
    // The processor calls a payout that came back `failed`, too.
    success: { declined: 'reversed' },
  };
  const ends = {
    paid: 'success',
    declined: 'failed',
    ineligible: 'ineligible',
    cancelled: 'cancelled',
    expired: 'expired',
    reversed: 'reversed',
  } as const;
  const cases = Object.keys(lifecycle).flatMap((status) =>
    results.map((result) => [status as PayoutStatus, result] as const),
  );

  it.each(cases)("a processor's answer for a payout that is %s: %s", (status, result) => {
    const before = inStatus(status);
    const after = applyPayoutOutcome(before, { result }, later(1));
    const isUnasked =
      status === 'requires_payout_method_data' || status === 'requires_confirmation';
    const isBack = status === 'success' && (result === 'declined' || result === 'reversed');
    if (over.includes(status) && !isBack) {
      expect(after).toBe(before);
      return;
    }
    if (isUnasked) {
      // No processor was asked, so no result counts: only giving up is lawful.
      expect([status, 'cancelled']).toContain(after.status);
      return;
    }
    const end = result in ends ? ends[result as keyof typeof ends] : undefined;
    expect(after.status).toBe(leads[status]?.[result] ?? end ?? status);
    expect(isOver(after.status) ? after.pendingSync : undefined).toBeUndefined();
    const told = after.transitions.map(({ type }) => type);
    const events = ['success', 'failed', 'cancelled', 'initiated', 'expired', 'reversed'];
    const isNews = after.status !== status && events.includes(after.status);
    expect(told).toEqual(isNews ? [`payout_${after.status}`] : []);
  });

  it('an instructed payout that is unpaid a minute later can be fulfilled', () => {
    const pending = startFulfillment(inStatus('requires_fulfillment', { isCreated: true }), noon);
    expect(applyPayoutOutcome(pending, { result: 'created' }, later(59)).status).toBe('pending');
    const known = applyPayoutOutcome(pending, { result: 'created' }, later(60));
    expect(known).toMatchObject({
      status: 'requires_fulfillment',
      attempt: { error: { message: 'The connector was never told to pay' } },
    });
    expect(known).not.toHaveProperty('pendingSync');
    expect(startFulfillment(known, later(61))).not.toHaveProperty('attempt.error');
  });

  it('a payout that was certainly not sent can still be paid by its create', () => {
    const sent = { result: 'not_sent', message: 'Connector could not be reached' } as const;
    const pending = startFulfillment(inStatus('requires_fulfillment', { isCreated: true }), noon);
    expect(applyPayoutOutcome(pending, sent, noon).status).toBe('requires_fulfillment');
    const made = aPayout();
    expect(applyPayoutOutcome(made, sent, noon)).toMatchObject({
      status: 'failed',
      attempt: { error: { message: 'Connector could not be reached' } },
    });
  });

  it('an answer that the payout is unknown ends the pending sync after a minute, unless the processor knew it before', () => {
    const made = aPayout();
    expect(applyPayoutOutcome(made, { result: 'not_found' }, later(59))).toBe(made);
    expect(applyPayoutOutcome(made, { result: 'not_found' }, later(60)).status).toBe('failed');
    const known = inStatus('pending', { isCreated: true });
    expect(applyPayoutOutcome(known, { result: 'not_found' }, later(60))).toMatchObject({
      status: 'pending',
      attempt: { error: { code: 'NOT_FOUND' } },
    });
  });

  it.each(['declined', 'ineligible', 'cancelled', 'expired', 'reversed'] as const)(
    'a webhook that the payout failed (%s) needs a sync before it is applied',
    (result) => {
      const pending = inStatus('pending');
      const told = applyReportedPayout(pending, { result }, later(1));
      expect(told.status).toBe('pending');
      expect(told.pendingSync?.nextAt).toBe(later(1).toISOString());
      expect(applyReportedPayout(told, { result }, later(2))).toBe(told);
      const paid = inStatus('success');
      const isBack = result === 'declined' || result === 'reversed';
      const reported = applyReportedPayout(paid, { result }, later(1));
      expect([reported.status, reported.pendingSync?.nextAt]).toEqual([
        'success',
        isBack ? later(1).toISOString() : paid.pendingSync?.nextAt,
      ]);
    },
  );

  it('a webhook decides where its processor has no sync', () => {
    const pending = inStatus('pending');
    const refusal = { result: 'declined', code: 'X', message: 'account closed' } as const;
    expect(applyReportedPayout(pending, refusal, later(1), true)).toMatchObject({
      status: 'failed',
      attempt: { error: { code: 'X', message: 'account closed' } },
    });
    const paid = inStatus('success');
    expect(applyReportedPayout(paid, refusal, later(1), true).transitions).toEqual([
      expect.objectContaining({ type: 'payout_reversed', status: 'reversed' }),
    ]);
    const instructed = inStatus('pending', { isCreated: true });
    const old = applyReportedPayout(instructed, { result: 'created' }, later(1), true);
    expect(old.status).toBe('pending');
  });

  it('a webhook that the payout was paid is applied', () => {
    const told = applyReportedPayout(inStatus('pending'), { result: 'paid' }, later(1));
    expect(told.status).toBe('success');
  });
});

describe('the outcome from an operator', () => {
  it.each(['success', 'failed', 'cancelled', 'initiated', 'expired', 'reversed'] as const)(
    "an operator's finding makes a pending payout %s",
    (status) => {
      const found = resolvePayoutManually(
        inStatus('pending'),
        { status, message: 'by phone' },
        later(1),
      );
      expect(found).toMatchObject({ status, attempt: { error: { message: 'by phone' } } });
    },
  );

  it.each(over)("an operator's finding changes nothing of a payout that is %s", (status) => {
    const payout = inStatus(status as PayoutStatus);
    expect(
      refusalOf(() => resolvePayoutManually(payout, { status: 'success' }, noon)),
    ).toBeDefined();
  });
});

import { fulfilled, payoutEntered } from '#sandbox/payout-ledger.ts';
import { payoutNotifications } from '#sandbox/payout-notification.ts';

const now = new Date('2026-01-01T00:00:00Z');

const payoutTo = (account: string, changes: object = {}) =>
  payoutEntered(
    {
      keyHash: 'hash',
      reference: 'payout_1',
      processor: 'fauxpay',
      amountMinor: 100,
      currency: 'EUR',
      destination: { kind: 'bank', account },
      fulfill: true,
      notificationUrl: 'https://switch.example/webhooks',
      ...changes,
    },
    'po_1',
    now,
  );

const delaysOf = (payout: ReturnType<typeof payoutTo>) =>
  payoutNotifications(payout, () => 'evt_1', now).map(({ delaySeconds }) => delaySeconds);

describe('the webhooks of a payout at the sandbox processor', () => {
  it.each([
    ['paid at once, as the answer says', '1111', []],
    ['refused, as the answer says', '0069', []],
    ['paid later', '0077', [6]],
    ['failing later', '5126', [6]],
    ['on its way, and coming back', '0259', [6]],
    ['waiting for the account of its payee', '0446', [6]],
    ['paid without an answer', '0341', [0]],
    ['paid and answered 500', '0119', [0]],
  ])(
    'a sandbox payout to an account without webhooks, for one that is %s',
    (_, destination, delays) => {
      expect(delaysOf(payoutTo(destination))).toEqual(delays);
    },
  );

  it('webhooks of a payout to an account with webhooks repeat each answer', () => {
    const repeated = { repeatsAnswers: true };
    expect(delaysOf(payoutTo('1111', repeated))).toEqual([0]);
    expect(delaysOf(payoutTo('0077', repeated))).toEqual([0, 6]);
  });

  it('webhooks of a payout are none before it is paid, and one of a payment that is not answered', () => {
    const created = payoutTo('0341', { fulfill: false });
    expect(delaysOf(created)).toEqual([]);
    const decision = fulfilled(created, now);
    expect('payout' in decision && delaysOf(decision.payout)).toEqual([0]);
  });
});

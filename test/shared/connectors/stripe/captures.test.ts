import type { Capture, Reference } from '#connectors/interface/payments.ts';
import { account, connected, referenceTo } from './connected.ts';

const several = { captureMethod: 'manual_multiple' } as const;

const part = (
  payment: Reference,
  captureNumber: number,
  captureMinor: number,
  isFinal = false,
): Capture => ({
  ...payment,
  captureReference: `pay_1_1_${captureNumber}`,
  captureNumber,
  captureMinor,
  isFinal,
});

/** A payment of 65.40 USD, authorized at the sandbox's Stripe API for several captures. */
async function reserved() {
  const sandbox = connected();
  const outcome = await sandbox.charge('4242424242424242', several);
  expect(outcome.result).toBe('authorized');
  return { ...sandbox, payment: referenceTo(outcome, several) };
}

/**
 * The states are those that Active Merchant's tests expect of Stripe itself.
 *
 * @see https://github.com/activemerchant/active_merchant test/remote/gateways/remote_stripe_payment_intents_test.rb (test_successful_multicapture)
 * @see https://docs.stripe.com/payments/multicapture
 */
describe('several captures at Stripe', () => {
  it('captures of parts leave the rest authorized at Stripe until the final one', async () => {
    const { connectors, payment, books } = await reserved();
    const first = await connectors.capture(account, part(payment, 1, 2_000));
    expect(first).toMatchObject({ result: 'captured', capturedMinor: 2_000 });
    expect(await connectors.sync(account, payment)).toMatchObject({
      result: 'captured',
      capturedMinor: 2_000,
    });
    const last = await connectors.capture(account, part(payment, 2, 4_540, true));
    expect(last).toMatchObject({ result: 'captured', capturedMinor: 4_540 });
    expect(await connectors.sync(account, payment)).toMatchObject({
      result: 'captured',
      capturedMinor: 6_540,
    });
    expect(await books()).toMatchObject({ capturedMinor: 6_540, releasedMinor: 0 });
  });

  it('a capture at Stripe that is sent twice is made once', async () => {
    const { connectors, payment, books } = await reserved();
    for (const _ of [1, 2]) {
      const outcome = await connectors.capture(account, part(payment, 1, 2_000));
      expect(outcome).toMatchObject({ result: 'captured', capturedMinor: 2_000 });
    }
    expect((await books()).capturedMinor).toBe(2_000);
  });

  it('two captures at Stripe at once are both made, each once', async () => {
    const { connectors, payment, books } = await reserved();
    const both = await Promise.all(
      [1, 2].map((number) => connectors.capture(account, part(payment, number, 3_270))),
    );
    expect(both).toMatchObject([
      { result: 'captured', capturedMinor: 3_270 },
      { result: 'captured', capturedMinor: 3_270 },
    ]);
    expect(await connectors.sync(account, payment)).toMatchObject({ capturedMinor: 6_540 });
    expect((await books()).capturedMinor).toBe(6_540);
  });

  it('a capture at Stripe whose answer was lost is found by the captured total', async () => {
    const { connectors, payment, loseNextAnswer } = await reserved();
    await connectors.capture(account, part(payment, 1, 2_000));
    loseNextAnswer();
    const lost = await connectors.capture(account, part(payment, 2, 1_000));
    expect(lost.result).toBe('unknown');
    expect(await connectors.sync(account, payment)).toMatchObject({
      result: 'captured',
      capturedMinor: 3_000,
    });
  });

  it('the last of several captures at Stripe is declined for more than the rest, and the earlier ones stay', async () => {
    const { connectors, payment } = await reserved();
    await connectors.capture(account, part(payment, 1, 4_000));
    const refused = await connectors.capture(account, part(payment, 2, 4_000, true));
    expect(refused).toMatchObject({ result: 'declined', code: 'amount_too_large' });
    expect(await connectors.sync(account, payment)).toMatchObject({
      result: 'captured',
      capturedMinor: 4_000,
    });
  });

  it('a void after a capture at Stripe releases the rest, and keeps the captured parts', async () => {
    const { connectors, payment, books } = await reserved();
    await connectors.capture(account, part(payment, 1, 2_000));
    const undone = [
      await connectors.void(account, payment),
      await connectors.void(account, payment),
    ];
    expect(undone.map(({ result }) => result)).toEqual(['voided', 'voided']);
    expect(await connectors.sync(account, payment)).toMatchObject({
      result: 'voided',
      captures: [{ amountMinor: 2_000, status: 'charged' }],
    });
    expect(await books()).toMatchObject({ capturedMinor: 2_000, releasedMinor: 4_540 });
    const late = await connectors.capture(account, part(payment, 2, 1_000));
    expect(late.result).not.toBe('captured');
    expect((await books()).capturedMinor).toBe(2_000);
  });

  it('a void before any capture at Stripe cancels the whole authorization', async () => {
    const { connectors, payment, books } = await reserved();
    expect((await connectors.void(account, payment)).result).toBe('voided');
    expect((await books()).releasedMinor).toBe(6_540);
  });

  it.each([
    [1, 'not_sent', 0],
    [2, 'unknown', 4_540],
  ])('a void at Stripe whose answer %i of two was lost is %s', async (step, result, released) => {
    const { connectors, payment, books, loseAnswer } = await reserved();
    await connectors.capture(account, part(payment, 1, 2_000));
    loseAnswer(step);
    expect((await connectors.void(account, payment)).result).toBe(result);
    expect((await books()).releasedMinor).toBe(released);
    expect((await connectors.void(account, payment)).result).toBe('voided');
    expect((await books()).releasedMinor).toBe(4_540);
  });

  it('an authorization at Stripe without several captures refuses a part that is not the final one', async () => {
    const { charge, connectors, books } = connected();
    const outcome = await charge('4242424242424242', { captureMethod: 'manual' });
    const refused = await connectors.capture(
      account,
      part(referenceTo(outcome, several), 1, 2_000),
    );
    expect(refused.result).toBe('declined');
    expect((await books()).capturedMinor).toBe(0);
  });
});

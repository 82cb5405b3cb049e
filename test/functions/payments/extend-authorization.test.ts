import { failingCalls } from '../../support/runner/faults.ts';
import { merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

const held = { capture_method: 'manual', request_extended_authorization: true };
const days = 86_400;

/** The end of a reservation, in days from now. */
const endsIn = ({ capture_before }: { capture_before: string | null }, now: Date) =>
  (Date.parse(capture_before ?? '') - now.getTime()) / (days * 1_000);

describe('an extended authorization', () => {
  it('an extended authorization shows its end', async () => {
    const shop = await paymentsInMemory();
    const shown = await shop.retrieve(await shop.paid(held));
    expect(shown).toMatchObject({
      status: 'requires_capture',
      request_extended_authorization: true,
      extended_authorization_applied: true,
      extended_authorization_last_applied_at: null,
    });
    expect(endsIn(shown, shop.clock.now)).toBe(30);
  });

  it('a profile can request extended authorization for all manual captures', async () => {
    const shop = await paymentsInMemory({
      profile: { always_request_extended_authorization: true },
    });
    const manual = await shop.retrieve(await shop.paid({ capture_method: 'manual' }));
    expect(manual).toMatchObject({ extended_authorization_applied: true });
    const asked = { capture_method: 'manual', request_extended_authorization: false };
    for (const terms of [{}, asked]) {
      expect(await shop.retrieve(await shop.paid(terms))).toMatchObject({
        extended_authorization_applied: null,
        capture_before: null,
      });
    }
  });

  it('an extended authorization ends later once it was extended', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    shop.passes(10 * days);
    const extended = await shop.extend(payment);
    expect(extended).toMatchObject({
      status: 'requires_capture',
      amount: 2_599,
      extended_authorization_applied: true,
      extended_authorization_last_applied_at: shop.clock.now.toISOString(),
    });
    expect(endsIn(extended, shop.clock.now)).toBe(30);
    expect(await shop.retrieve(payment)).toEqual(extended);
  });

  it('an extended authorization is not shown as extended once it was captured meanwhile', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const shop = await paymentsInMemory({
      send: (send) => async (request, options) => {
        const other = request.url.includes('extension') ? meanwhile : undefined;
        meanwhile = undefined;
        await other?.();
        return send(request, options);
      },
    });
    const payment = await shop.paid(held);
    meanwhile = () => shop.capture(payment);
    await expect(shop.extend(payment)).rejects.toMatchObject({ kind: 'payment_unexpected_state' });
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'succeeded',
      extended_authorization_last_applied_at: null,
    });
  });

  it.each(['swallowed', 500, 'not sent'] as const)(
    'an extended authorization is unchanged without an answer, and can be requested again: %s',
    async (way) => {
      const shop = await paymentsInMemory({ send: failingCalls(/extension/, way) });
      const payment = await shop.paid(held);
      const before = await shop.retrieve(payment);
      const after = await shop.extend(payment);
      expect(after).toMatchObject({
        status: 'requires_capture',
        capture_before: before.capture_before,
        extended_authorization_last_applied_at: null,
      });
      expect(after.error_message).not.toBeNull();
      expect(await shop.extend(payment)).toMatchObject({
        error_message: null,
        extended_authorization_last_applied_at: expect.any(String),
      });
    },
  );
});

describe('an extension is refused', () => {
  it('an extension is refused when the payment did not request it', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ capture_method: 'manual' });
    await expect(shop.extend(payment)).rejects.toMatchObject({
      kind: 'precondition_failed',
      details: {
        message:
          'You cannot extend the authorization for this payment because authorization extension is not enabled.',
      },
    });
  });

  it('an extension is refused when nothing is reserved any more', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    await shop.capture(payment);
    await expect(shop.extend(payment)).rejects.toMatchObject({
      kind: 'payment_unexpected_state',
      details: { action: 'extend authorization', status: 'succeeded' },
    });
  });

  it('an extension is refused by the connector, which leaves everything else unchanged', async () => {
    const shop = await paymentsInMemory({ connectors: ['paypal_test'] });
    const payment = await shop.paid(held);
    expect(await shop.extend(payment)).toMatchObject({
      status: 'requires_capture',
      extended_authorization_applied: false,
      error_code: 'DC_32',
      error_message: 'The reservation cannot be kept for longer',
    });
    expect(await shop.capture(payment)).toMatchObject({ status: 'succeeded', error_code: null });
    const { transitions } = await shop.services.payments.get(merchantId, payment);
    expect(transitions.map(({ type }) => type)).toEqual([
      'payment_created',
      'payment_authorized',
      'payment_succeeded',
    ]);
  });
});

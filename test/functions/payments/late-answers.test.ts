import type { Send } from '#platform/http/egress/egress.ts';
import { paymentsInMemory } from '../../support/switch/payments-in-memory.ts';
import { conflictAlarmsOf } from '../../support/table/conflict-alarms.ts';

/**
 * A shop whose requests with this path are under way for longer than any may be: a sync gives them
 * up before they arrive.
 */
async function aShopWithLate(path: RegExp) {
  const late: { payment?: string } = {};
  const shop = await paymentsInMemory({
    send:
      (send: Send): Send =>
      async (request, options) => {
        if (late.payment !== undefined && request.method !== 'GET' && path.test(request.url)) {
          shop.passes(61);
          await shop.sync(late.payment);
        }
        return send(request, options);
      },
  });
  return { shop, late };
}

it('a capture that is answered after a sync has given it up raises an alarm, and the next sync counts it', async () => {
  const { shop, late } = await aShopWithLate(/\/captures\//);
  const payment = await shop.paid({ capture_method: 'manual' });
  late.payment = payment;
  const alarms = await conflictAlarmsOf(async () => {
    expect(await shop.capture(payment)).toMatchObject({ status: 'requires_capture' });
  });
  expect(alarms).toBe(1);
  expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 2_599 }]);
  expect(await shop.sync(payment)).toMatchObject({ status: 'succeeded', amount_received: 2_599 });
});

it('a void after capture that is answered after a sync has given it up raises an alarm', async () => {
  const { shop, late } = await aShopWithLate(/\/void$/);
  const payment = await shop.paid();
  late.payment = payment;
  const alarms = await conflictAlarmsOf(async () => {
    expect(await shop.cancelPostCapture(payment)).toMatchObject({
      status: 'succeeded',
      state_metadata: { post_capture_void: { status: 'failed' } },
    });
  });
  expect(alarms).toBe(1);
  expect(await shop.books(payment)).toMatchObject([{ givenBackMinor: 2_599 }]);
});

it('an answer in time raises no alarm', async () => {
  const shop = await paymentsInMemory();
  const alarms = await conflictAlarmsOf(async () => {
    const payment = await shop.paid({ capture_method: 'manual' });
    await shop.capture(payment);
    await shop.cancelPostCapture(payment);
  });
  expect(alarms).toBe(0);
});

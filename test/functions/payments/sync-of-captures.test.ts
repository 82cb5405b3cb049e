import type { Fault, NamedCall } from '../../prove/faults/numbered-calls.ts';
import { moved, paid, params, paymentOf, play } from '../../prove/faults/play.ts';
import type { SimulatedSwitch } from '../../prove/faults/simulated-switch.ts';
import { unlistedCaptures } from '../../support/table/unlisted-captures.ts';

const processor = { adapters: unlistedCaptures };
const reserved = paid(undefined, { capture_method: 'manual_multiple' });
const capturing = (amount_to_capture: number) => ({ params, body: { amount_to_capture } });

/** The fault of the request of the capture with this number. */
const onCapture = (number: number, fault: Fault) => {
  let captures = 0;
  return (invocation: string) => {
    if (invocation !== 'payments.capture') return () => undefined;
    captures += 1;
    const isMeant = captures === number;
    return ({ port }: NamedCall) => (port === 'connector' && isMeant ? fault : undefined);
  };
};

describe('a processor that lists no captures', () => {
  it('a processor that lists no captures is asked about each lost one, and each is captured once', async () => {
    const plan = (invocation: string) =>
      invocation === 'payments.capture'
        ? ({ port }: NamedCall) => (port === 'connector' ? 'lose' : undefined)
        : () => undefined;
    await play({ processor, plan }, async ({ world, ask }) => {
      await ask('payments.create', reserved);
      await ask('payments.capture', capturing(2_000));
      await ask('payments.capture', capturing(3_000));
      expect(paymentOf(world).captures).toMatchObject([
        { status: 'pending' },
        { status: 'pending' },
      ]);
      await world.settle(1);
      expect(paymentOf(world)).toMatchObject({
        status: 'partially_captured_and_capturable',
        amountReceivedMinor: 5_000,
        captures: [
          { status: 'charged', amountMinor: 2_000 },
          { status: 'charged', amountMinor: 3_000 },
        ],
      });
      expect(moved(world, 'captured')).toBe(2);
    });
  });

  it('a processor that lists no captures has an unknown one failed, and its amount can be captured again', async () => {
    await play({ processor, plan: onCapture(2, 'die-before') }, async ({ world, ask }) => {
      await ask('payments.create', reserved);
      await ask('payments.capture', capturing(2_000));
      expect((await ask('payments.capture', capturing(3_000))).status).toBe(502);
      await world.settle(1);
      expect(paymentOf(world)).toMatchObject({
        amountReceivedMinor: 2_000,
        amountCapturableMinor: 8_000,
        captures: [{ status: 'charged' }],
      });
      expect((await ask('payments.capture', capturing(8_000))).status).toBe(200);
      expect(paymentOf(world)).toMatchObject({ status: 'succeeded', amountReceivedMinor: 10_000 });
    });
  });

  it('a processor that lists no captures leaves a capture open while its answer decides nothing', async () => {
    const isSilent = { now: true };
    const plan = (invocation: string) => {
      if (invocation === 'payments.capture') {
        return ({ port }: NamedCall) => (port === 'connector' ? 'lose' : undefined);
      }
      return ({ port }: NamedCall) =>
        port === 'connector' && isSilent.now && invocation === 'queues.sync-pending'
          ? 'garble'
          : undefined;
    };
    await play({ processor, plan }, async ({ world, ask }) => {
      await ask('payments.create', reserved);
      await ask('payments.capture', capturing(2_000));
      await world.time.pass(world.time.now() + 20 * 60_000);
      expect(paymentOf(world).captures).toMatchObject([{ status: 'pending' }]);
      isSilent.now = false;
      await world.settle(1);
      expect(paymentOf(world)).toMatchObject({ amountReceivedMinor: 2_000 });
    });
  });

  it.each(['payments.retrieve', 'incoming-webhooks.receive'] as const)(
    'a payment is captured once when its sync and a webhook meet, and %s saves last',
    async (last) => {
      const saving = Promise.withResolvers<void>();
      let race: SimulatedSwitch | undefined;
      const gate = (invocation: string) =>
        invocation === last
          ? async ({ name }: NamedCall) => {
              if (!race || name !== 'put PAYMENT') return;
              saving.resolve();
              await race.time.sleep(5_000);
            }
          : undefined;
      const options = { processor, plan: onCapture(1, 'lose'), gate };
      await play(options, async ({ world, shop, ask }) => {
        await ask('payments.create', reserved);
        await ask('payments.capture', capturing(2_000));
        race = world;
        const sync = () =>
          world.ask(shop, 'payments.retrieve', { params, query: { force_sync: 'true' } });
        if (last === 'payments.retrieve') {
          const synced = sync();
          await world.during(saving.promise);
          world.hearProcessor();
          await world.during(synced);
        } else {
          world.hearProcessor();
          await world.during(saving.promise);
          await world.during(sync());
        }
        await world.settle(1);
        // Its save was refused, and it read the other one's save.
        const calls = world.runs(last).map((run) => run.map(({ name }) => name).join());
        expect(calls).toContainEqual(expect.stringContaining('put PAYMENT,get PAYMENT'));
        expect(paymentOf(world)).toMatchObject({
          status: 'partially_captured_and_capturable',
          amountReceivedMinor: 2_000,
          amountCapturableMinor: 8_000,
          captures: [{ status: 'charged', amountMinor: 2_000 }],
        });
        expect(moved(world, 'captured')).toBe(1);
      });
    },
  );
});

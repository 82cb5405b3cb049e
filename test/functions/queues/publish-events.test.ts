import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { applyOutcome } from '../../../shared/payments/outcome.ts';
import { aListener } from '../../support/a-listener.ts';
import { aProcessingPayment, later } from '../../support/a-payment.ts';
import { merchantId } from '../../support/a-shop.ts';

type Listener = Awaited<ReturnType<typeof aListener>>;

const publishOf = ({ services }: Listener) => publishEvents(services);

/** A payment that was paid: as it was and as it is. */
function aChange(given: { readonly merchantId: string; readonly profileId?: string }) {
  const before = aProcessingPayment(given);
  const news = {
    attemptId: before.attempt.id,
    outcome: { result: 'captured', connectorTransactionId: 'txn_1' },
  } as const;
  return { before, after: { ...applyOutcome(before, news, later(1)), version: 2 } };
}

async function anEventFor(listener: Listener) {
  const change = aChange({ merchantId, profileId: listener.profileId });
  const [message, ...others] = await publishOf(listener)(change);
  if (!message || others.length > 0) throw new Error('One event was to be made.');
  return { message, change };
}

const kept = ({ memory }: Listener) => memory.items().filter(({ sk }) => sk === 'EVENT');

describe('publishing', () => {
  it('makes one event of a success, keeps it and hands it on', async () => {
    const listener = await aListener();
    const { message } = await anEventFor(listener);
    expect(JSON.parse(message.body ?? '')).toMatchObject({ event_type: 'payment_succeeded' });
    expect(kept(listener)).toHaveLength(1);
  });

  it('W1: keeps an event once, and sends it again when nobody knows whether it was sent', async () => {
    const listener = await aListener();
    const { message, change } = await anEventFor(listener);
    expect(await publishOf(listener)(change)).toEqual([message]);
    expect(kept(listener)).toHaveLength(1);
  });

  it('W1: does not send again what was sent', async () => {
    const listener = await aListener();
    const { message, change } = await anEventFor(listener);
    await listener.deliver(message);
    expect(await publishOf(listener)(change)).toEqual([]);
  });

  it('says nothing to a merchant without an address, and keeps nothing', async () => {
    const listener = await aListener({ details: {} });
    const change = aChange({ merchantId, profileId: listener.profileId });
    expect(await publishOf(listener)(change)).toEqual([]);
    expect(kept(listener)).toEqual([]);
  });

  it('passes over a merchant that is gone', async () => {
    const listener = await aListener();
    expect(await publishOf(listener)(aChange({ merchantId: 'gone' }))).toEqual([]);
  });
});

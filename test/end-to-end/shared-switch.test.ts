import { startWebhookReceiver } from '../support/receivers/webhook-receiver.ts';
import { aSale, createMerchant, newId, successful } from '../support/switch/merchant.ts';
import { lookAtSharedSwitch, sharedSwitches } from '../support/switch/shared-switch.ts';
import {
  type RunningSwitch,
  type StartedSwitch,
  startSwitch,
  startSwitchForSeveral,
  textAt,
} from '../support/switch/switch.ts';

/** A payment of a new merchant, whose server never answers. */
async function paidToHangingServer(running: RunningSwitch) {
  const receiver = await startWebhookReceiver();
  const path = `/${newId('hook')}`;
  receiver.behave(path, 'hang');
  const webhook_details = { webhook_url: `${receiver.url}${path}` };
  const merchant = await createMerchant(running, { account: { webhook_details } });
  successful(await running.call('POST', '/payments', { key: merchant.key, body: aSale() }));
  return { merchant, stop: receiver.stop };
}

const all: StartedSwitch[] = [];
/** A shared switch as a worker has one, to which no other suite has left work. */
const look = sharedSwitches(async () => {
  const started = await startSwitchForSeveral();
  all.push(started);
  return started;
});
const idle = () => all.at(-1)?.assembly.idle();

afterAll(() => Promise.all(all.map(({ stop }) => stop())));

const isHere = async ({ url }: RunningSwitch) => (await fetch(`${url}/health`)).status === 200;

it('a suite that stops the shared switch only leaves it to the next suite, which sees none of its merchants', async () => {
  const first = await look();
  const { merchant, stop } = await paidToHangingServer(first);
  const of = (text: string) => text.includes(merchant.id);
  await stop();
  await idle();
  expect(first.lines.some(({ message }) => of(message))).toBe(true);
  expect((await first.items()).some(({ pk }) => of(pk))).toBe(true);
  await first.assembly.stop();

  const next = await look();
  expect(next.url).toBe(first.url);
  expect([await isHere(next), next.answers]).toEqual([true, []]);
  expect(next.lines.filter(({ source }) => source !== 'health.check')).toEqual([]);
  const another = await createMerchant(next);
  successful(await next.call('POST', '/payments', { key: another.key, body: aSale() }));
  // Work on an earlier suite's payments may go on.
  await next.call('GET', '/payments/list', { key: merchant.key });
  await idle();
  expect(next.lines.some(({ message }) => message.includes(another.id))).toBe(true);
  expect(next.lines.filter(({ message }) => of(message))).toEqual([]);
  const items = await next.items();
  expect(items.some(({ pk }) => pk.startsWith(`MERCHANT#${another.id}#`))).toBe(true);
  expect(items.filter(({ pk }) => of(pk))).toEqual([]);
  expect((await next.queued()).filter(of)).toEqual([]);
  await next.stop();
});

it('a suite whose server hangs delays no webhook and no payment of the next suite', async () => {
  const first = await look();
  const { stop } = await paidToHangingServer(first);
  await first.stop();
  await stop();

  const next = await look();
  const receiver = await startWebhookReceiver();
  const webhook_details = { webhook_url: `${receiver.url}/hook` };
  const { key } = await createMerchant(next, { account: { webhook_details } });
  const paid = successful(await next.call('POST', '/payments', { key, body: aSale() }));
  await idle();
  expect(receiver.received('/hook').map(({ event }) => Object(event).event_type)).toEqual([
    'payment_succeeded',
  ]);
  expect(textAt(paid, 'status')).toBe('succeeded');
  await receiver.stop();
  await next.stop();
});

it('a shared switch that no longer answers is replaced for the next suite', async () => {
  const first = await look();
  await first.stop();
  expect((await look()).url).toBe(first.url);
  const before = all.length;
  await all.at(-1)?.stop();
  const next = await look();
  expect([all.length, await isHere(next)]).toEqual([before + 1, true]);
  await next.stop();
});

it('a switch of its own that a suite stops is gone, and the shared one goes on', async () => {
  const [shared, own] = await Promise.all([lookAtSharedSwitch(), startSwitch()]);
  expect(own.url).not.toBe(shared.url);
  await own.stop();
  await expect(isHere(own)).rejects.toThrow();
  expect(await isHere(shared)).toBe(true);
  await shared.stop();
});

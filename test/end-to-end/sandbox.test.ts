import { type Connectors, httpConnectors } from '#connectors/connectors.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { send } from '#platform/http/egress/egress.ts';
import { logTo } from '#platform/log.ts';
import { addressesWith } from '../support/processors/an-exchange.ts';
import { aCapture, aCharge, aRefund, byCard } from '../support/processors/at-sandbox.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { newSecret } from '../support/switch/merchant.ts';

const live = aRunningSwitch();

let connectors: Connectors;
beforeAll(() => {
  connectors = httpConnectors({
    send,
    remainingMs: () => 8_000,
    addresses: addressesWith(live.running.sandboxUrl),
    log: logTo(() => {}),
  });
});
const account = {
  connectorName: 'fauxpay',
  credentials: { auth_type: 'HeaderKey', api_key: newSecret() },
} as const;

describe('the sandbox processor, over the network', () => {
  it('the sandbox processor over the network reserves, captures in parts, releases the rest, and refunds', async () => {
    const reserved = aCharge({ captureMethod: 'manual_multiple' });
    expect((await connectors.authorize(account, reserved)).result).toBe('authorized');
    expect(await connectors.capture(account, aCapture('c_1', 60))).toMatchObject({
      result: 'captured',
      capturedMinor: 60,
    });
    expect((await connectors.void(account, reserved)).result).toBe('voided');
    expect((await connectors.refund(account, aRefund('ref_1', 40))).result).toBe('succeeded');
    expect((await connectors.syncRefund(account, aRefund('ref_1', 40))).result).toBe('succeeded');
    expect(await connectors.sync(account, reserved)).toMatchObject({
      result: 'voided',
      captures: [{ reference: 'c_1', amountMinor: 60 }],
    });
  });

  it('the sandbox processor sends a signed webhook once an open payment is decided', async () => {
    const charge = byCard('4000000000000077', {
      reference: 'pay_2_1',
      notificationUrl: `${live.receiver.url}/news`,
    });
    expect((await connectors.authorize(account, charge)).result).toBe('pending');
    const news = connectorNamed('fauxpay')?.webhooks;
    const results = () =>
      live.receiver.received('/news').map(({ headers, body }) => {
        const webhook = {
          headers: { 'sandbox-signature': String(headers['sandbox-signature']) },
          body: body.toString('utf8'),
        };
        expect(news?.verifySignature?.(webhook, account, new Date())).toBe(true);
        const [said] = news?.parse(webhook) ?? [];
        return said?.kind === 'payment' ? [said.subject.reference, said.outcome.result] : [];
      });
    await eventually(async () => expect(results()).toEqual([['pay_2_1', 'captured']]));
  });

  it.each([
    ['keeps a caller waiting for longer than it can', '4000000000000341', 'TIMEOUT'],
    ['answers 500 to what it charged', '4000000000000119', '500'],
    ['answers a page to what it charged', '4000000000000069', 'UNREADABLE_ANSWER'],
  ])('the sandbox processor %s', async (_, card, code) => {
    const charge = byCard(card, { reference: `pay_${card}` });
    expect(await connectors.authorize(account, charge)).toMatchObject({ result: 'unknown', code });
    expect((await connectors.sync(account, charge)).result).toBe('captured');
  });

  it.each([
    ['turns a caller away', '4000000000006975', '429'],
    ['cannot be reached', '4000000000004954', undefined],
  ])('the sandbox processor %s, and has charged nothing', async (_, card, code) => {
    const charge = byCard(card, { reference: `pay_${card}` });
    const outcome = await connectors.authorize(account, charge);
    expect(outcome.result).toBe('not_sent');
    expect('code' in outcome ? outcome.code : undefined).toBe(code);
    expect(await connectors.sync(account, charge)).toEqual({ result: 'not_found' });
  });
});

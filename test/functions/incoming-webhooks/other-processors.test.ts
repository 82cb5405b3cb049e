import type {
  WebhookContent,
  WebhookParser,
} from '../../../shared/connectors/interface/webhooks.ts';
import { byCard } from '../../support/payments-in-memory.ts';
import { plainProcessor, plainWebhook } from '../../support/plain-processor.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  container,
  switchInMemory,
} from '../../support/switch-in-memory.ts';

const merchantId = 'merchant_example';
const secret = 'whsec_current';

/** A shop whose processor signs its webhooks with a secret of the connector account. */
async function aShop(changes: Partial<WebhookParser> = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, merchantId);
  const answered = async (name: string, request: Ask) => {
    const { status, body } = await world.ask(name, request);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const items = (sk: string) => world.port.items().filter((item) => item.sk.startsWith(sk));
  const accountId = String(items('CONNECTOR#')[0]?.id);
  await answered('connector-accounts.update', {
    key: adminKey,
    params: { account_id: merchantId, merchant_connector_id: accountId },
    body: {
      connector_type: 'payment_processor',
      connector_webhook_details: { merchant_secret: secret },
    },
  });
  const served = container(world.port, {
    ...world.dependencies,
    connectorNamed: plainProcessor(changes),
  });
  return {
    world,
    merchant,
    accountId,
    items,
    payment: (id: string) => items('PAYMENT').find((item) => item.id === id),
    pay: (payment_id: string, body: object = {}) =>
      answered('payments.create', {
        key: merchant.key,
        body: aPaymentRequest({
          payment_id,
          confirm: true,
          ...byCard('4000003800000446'),
          ...body,
        }),
      }),
    answered,
    tell: (contents: readonly WebhookContent[], given = secret) =>
      served.ask('incoming-webhooks.receive', {
        params: { merchant_id: merchantId, connector: accountId },
        ...plainWebhook(contents, given),
      }),
  };
}

const charged = (reference: string): WebhookContent => ({
  kind: 'payment',
  subject: { reference },
  outcome: { result: 'captured' },
});

describe('a webhook with several contents', () => {
  it('has all of them applied', async () => {
    const { pay, tell, payment } = await aShop();
    await pay('pay_1');
    await pay('pay_2');
    const answer = await tell([charged('pay_1_1'), { kind: 'nothing' }, charged('pay_2_1')]);
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect([payment('pay_1'), payment('pay_2')]).toMatchObject([
      { status: 'succeeded' },
      { status: 'succeeded' },
    ]);
  });

  it('comes again when one of them cannot be applied, and the others are applied once', async () => {
    const { pay, tell, payment } = await aShop();
    await pay('pay_2');
    const contents = [charged('pay_1_1'), charged('pay_2_1')];
    expect(await tell(contents)).toMatchObject({ status: 503, body: { error: { code: 'WE_04' } } });
    const paid = payment('pay_2');
    expect(paid).toMatchObject({ status: 'succeeded' });
    await pay('pay_1');
    expect(await tell(contents)).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toMatchObject({ status: 'succeeded' });
    expect(payment('pay_2')).toEqual(paid);
  });
});

describe('the answer to a webhook', () => {
  it('is the text that the processor wants', async () => {
    const { pay, tell } = await aShop({ acknowledgement: '[accepted]' });
    await pay('pay_1');
    const answer = await tell([charged('pay_1_1')]);
    expect(answer).toMatchObject({ status: 200, text: '[accepted]' });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('is not that text when the webhook has to come again', async () => {
    const { tell } = await aShop({ acknowledgement: '[accepted]' });
    const answer = await tell([charged('pay_1_1')]);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('[accepted]');
  });

  it('is an acknowledgement of a webhook that is about nothing of ours', async () => {
    const { tell } = await aShop();
    expect(await tell([{ kind: 'nothing' }])).toMatchObject({ status: 200, body: {} });
  });
});

describe('a webhook about a capture', () => {
  const capture = (changes: object = {}): WebhookContent => ({
    kind: 'capture',
    subject: { reference: 'pay_1_1' },
    capture: { reference: 'pay_1_1_1' },
    status: 'charged',
    ...changes,
  });

  /** A payment of which the merchant captures a part, and the processor is slow to decide. */
  async function aPendingCapture() {
    const shop = await aShop();
    const { pay, world, merchant, answered } = shop;
    await pay('pay_1', { capture_method: 'manual_multiple', ...byCard() });
    const { send } = world.dependencies;
    world.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    await answered('payments.capture', {
      key: merchant.key,
      params: { payment_id: 'pay_1' },
      body: { amount_to_capture: 600 },
    });
    world.dependencies.send = send;
    return shop;
  }

  it('charges the pending capture once', async () => {
    const { tell, payment } = await aPendingCapture();
    expect(await tell([capture()])).toMatchObject({ status: 200 });
    const after = payment('pay_1');
    expect(after).toMatchObject({
      status: 'partially_captured_and_capturable',
      chargedMinor: 600,
      captures: [{ id: 'pay_1_1_1', status: 'charged' }],
    });
    expect(await tell([capture()])).toMatchObject({ status: 200 });
    expect(payment('pay_1')).toEqual(after);
  });

  it('comes again while we do not know the capture that it names', async () => {
    const { tell, payment } = await aPendingCapture();
    const before = payment('pay_1');
    const unknown = capture({ capture: { connectorId: 'cap_at_processor' } });
    expect(await tell([unknown])).toMatchObject({
      status: 503,
      body: { error: { code: 'WE_04' } },
    });
    expect(payment('pay_1')).toEqual(before);
  });

  it.each(['pay_2_1', 'pay_1_2'])(
    'comes again for an attempt that we do not have: %s',
    async (reference) => {
      const { tell } = await aPendingCapture();
      expect(await tell([capture({ subject: { reference } })])).toMatchObject({ status: 503 });
    },
  );

  it('is an alarm when it charges a capture that had failed', async () => {
    const { tell, world } = await aPendingCapture();
    await tell([capture({ status: 'failed' })]);
    expect(await tell([capture()])).toMatchObject({ status: 200 });
    const alarms = world.dependencies.logged.filter((line) => line === 'metric ConflictingOutcome');
    expect(alarms).toHaveLength(1);
  });
});

describe('a processor that sends no webhooks', () => {
  it('has any request acknowledged, and changes nothing', async () => {
    const shop = await aShop();
    await shop.pay('pay_1');
    const silent = container(shop.world.port, {
      ...shop.world.dependencies,
      connectorNamed: () => undefined,
    });
    const answer = await silent.ask('incoming-webhooks.receive', {
      params: { merchant_id: merchantId, connector: shop.accountId },
      ...plainWebhook([charged('pay_1_1')], secret),
    });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(shop.payment('pay_1')).toMatchObject({ status: 'requires_customer_action' });
  });
});

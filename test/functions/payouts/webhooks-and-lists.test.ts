import { signatureHeader, signed, webhookKeyOf } from '#connectors/sandbox/webhook-signature.ts';
import { markOf, sentReference } from '#connectors/sent-reference.ts';
import type { Item } from '#platform/table/port.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import {
  type PayoutMerchant,
  payoutCards,
  payoutMerchant,
  toBank,
  toCard,
} from '../../support/entities/a-payout.ts';
import { listStored } from '../../support/table/listed-in-memory.ts';

const auto = { confirm: true, auto_fulfill: true };

/** Sends the switch the processor's webhook about a payout. */
async function tell(payer: PayoutMerchant, id: string, changes: object, key?: string) {
  const { attempt } = await payer.stored(id).catch(() => ({ attempt: undefined }));
  const payout = {
    id: attempt?.connectorTransactionId ?? 'po_1',
    reference: `${id}_1`,
    status: 'paid',
    amount: 6_540,
    currency: 'USD',
    error: null,
    ...changes,
  };
  const reference = sentReference(payout.reference, markOf(payer.accountId));
  const text = JSON.stringify({
    id: 'evt_1',
    created: 0,
    type: 'payout',
    payout: { ...payout, reference },
  });
  const signature = signed(
    webhookKeyOf(key ?? `payouts of ${payer.merchant.id}`),
    text,
    payer.dependencies.clock.now,
  );
  return payer.shop.ask('incoming-webhooks.receive', {
    params: { merchant_id: payer.merchant.id, connector: payer.accountId },
    text,
    headers: { [signatureHeader]: signature },
  });
}

describe('a connector webhook about a payout', () => {
  const pending = async () => {
    const payer = await payoutMerchant();
    const { payout_id: id } = (await payer.create({ ...auto, ...toCard(payoutCards.later) })).body;
    return { payer, id: String(id) };
  };

  it('a webhook of a paid payout ends the payout, however often it comes', async () => {
    const { payer, id } = await pending();
    for (let time = 0; time < 3; time++) {
      expect((await tell(payer, id, {})).status).toBe(200);
    }
    const { status, transitions } = await payer.stored(id);
    expect([status, transitions.length]).toEqual(['success', 1]);
  });

  it('a webhook of a failed payout makes the switch sync at once', async () => {
    const { payer, id } = await pending();
    await tell(payer, id, { status: 'failed', error: { code: 'X', message: 'no' } });
    expect((await payer.show(id)).body.status).toBe('pending');
    payer.pass(6);
    await payer.look(id);
    expect((await payer.show(id)).body.status).toBe('success');
  });

  it('a late webhook about a payout reverts no later request', async () => {
    const { payer, id } = await pending();
    payer.pass(120);
    expect((await tell(payer, id, { status: 'created' })).status).toBe(200);
    const stored = await payer.stored(id);
    expect([stored.status, stored.pendingSync !== undefined]).toEqual(['pending', true]);
    expect((await payer.fulfill(id)).status).toBe(422);
    await payer.look(id);
    expect((await payer.show(id)).body.status).toBe('success');
  });

  it('a webhook with another amount does not end the payout as paid', async () => {
    const { payer, id } = await pending();
    await tell(payer, id, { amount: 6_541 });
    expect((await payer.show(id)).body).toMatchObject({ status: 'pending', error_code: 'IE' });
  });

  it('a webhook that contradicts a final payout changes nothing, and raises an alarm', async () => {
    const { payer, id } = await pending();
    await tell(payer, id, {});
    expect((await tell(payer, id, { status: 'cancelled' })).status).toBe(200);
    expect((await payer.show(id)).body.status).toBe('success');
    expect(payer.dependencies.logged).toContain('metric ConflictingOutcome');
  });

  it('a webhook that a paid payout came back is believed only by a sync', async () => {
    const { payer, id } = await pending();
    payer.pass(120);
    await payer.look(id);
    expect((await payer.show(id)).body.status).toBe('success');
    expect((await tell(payer, id, { status: 'reversed' })).status).toBe(200);
    expect((await payer.stored(id)).pendingSync).toBeDefined();
    await payer.look(id);
    const { status, pendingSync, transitions } = await payer.stored(id);
    expect([status, pendingSync, transitions.length]).toEqual(['success', undefined, 1]);
  });

  it.each([
    ['that is forged', {}, 'another key', 401],
    ['of a payout that is not there', { reference: 'payout_none_1' }, undefined, 404],
    ['of another attempt', { reference: 'ID_2' }, undefined, 404],
  ])('a webhook about a payout %s is not accepted', async (_, changes, key, status) => {
    const { payer, id } = await pending();
    const about = 'reference' in changes ? { reference: changes.reference.replace('ID', id) } : {};
    expect((await tell(payer, id, about, key)).status).toBe(status);
    expect((await payer.show(id)).body.status).toBe('pending');
  });

  /** A merchant whose processor's webhooks arrive; `heard` gets their paths. */
  const listeningMerchant = async () => {
    const payer = await payoutMerchant();
    const heard: string[] = [];
    payer.dependencies.processor.hooks.onNotification = async ({
      url,
      headers,
      body: text = '',
    }) => {
      heard.push(new URL(url).pathname);
      const [, , merchant_id = '', connector = ''] = new URL(url).pathname.split('/');
      const params = { merchant_id, connector };
      const { status } = await payer.shop.ask('incoming-webhooks.receive', {
        params,
        headers,
        text,
      });
      return { status };
    };
    return { payer, heard };
  };

  it('a payout that was paid and comes back is reversed, with a webhook to its merchant', async () => {
    const { payer } = await listeningMerchant();
    const { body } = await payer.create({ ...auto, ...toCard(payoutCards.comesBackAfterAll) });
    expect(body.status).toBe('success');
    payer.pass(7);
    await payer.dependencies.processor.sendNotifications();
    await payer.look(body.payout_id);
    expect((await payer.show(body.payout_id)).body).toMatchObject({
      status: 'reversed',
      error_code: 'DC_19',
    });
    const { transitions, pendingSync } = await payer.stored(body.payout_id);
    expect(transitions.map(({ type }) => type)).toEqual(['payout_success', 'payout_reversed']);
    expect(pendingSync).toBeUndefined();
  });

  it('a connector webhook about a payout comes by itself from the sandbox processor', async () => {
    const { payer, heard } = await listeningMerchant();
    const { payout_id: id } = (await payer.create({ ...auto, ...toCard(payoutCards.later) })).body;
    payer.pass(7);
    await payer.dependencies.processor.sendNotifications();
    expect((await payer.show(id)).body.status).toBe('success');
    expect(heard).toContain(`/webhooks/${payer.merchant.id}/${payer.accountId}`);
  });
});

describe('the webhooks to a merchant about payouts', () => {
  const itemOf = (payer: PayoutMerchant, id: string): Item => {
    const found = payer.memory.items().find((item) => item.sk === 'PAYOUT' && item.id === id);
    if (!found) throw new Error('There is no payout.');
    return found;
  };
  const eventsOf = async (payer: PayoutMerchant, id: string) => {
    const after = itemOf(payer, id);
    const { configurations, events, clock } = payer.shop.services;
    const messages = await publishEvents({ configurations, events, clock })({
      before: { ...after, transitions: [] },
      after,
    });
    return messages.map(({ body }) => JSON.parse(body ?? ''));
  };
  const listening = async (webhook_details: object = {}) => {
    const payer = await payoutMerchant();
    const hooks = { webhook_url: 'https://shop.example/hooks', ...webhook_details };
    await payer.shop.ask('profiles.update', {
      key: payer.merchant.key,
      params: { account_id: payer.merchant.id, profile_id: payer.merchant.profileId },
      body: { webhook_details: hooks },
    });
    return payer;
  };

  it.each([
    ['usual', 'payout_success'],
    ['declined', 'payout_failed'],
    ['comesBack', 'payout_initiated'],
  ] as const)(
    'a payout to the card %s sends %s, with the payout at that time',
    async (card, type) => {
      const payer = await listening();
      const { body } = await payer.create({ ...auto, ...toCard(payoutCards[card]) });
      expect(await eventsOf(payer, body.payout_id)).toEqual([
        expect.objectContaining({
          event_type: type,
          merchant_id: payer.merchant.id,
          content: { type: 'payout_details', object: body },
        }),
      ]);
    },
  );

  it('an announced or pending payout sends no webhook', async () => {
    const payer = await listening();
    for (const request of [toBank(), { ...auto, ...toCard(payoutCards.later) }]) {
      const { payout_id: id } = (await payer.create(request)).body;
      expect(await eventsOf(payer, id)).toEqual([]);
    }
  });

  it('a merchant gets the payout webhooks of its settings', async () => {
    const payer = await listening({ payout_statuses_enabled: ['failed'] });
    const paid = (await payer.create({ ...auto, ...toCard() })).body.payout_id;
    const failed = (await payer.create({ ...auto, ...toCard(payoutCards.declined) })).body;
    expect(await eventsOf(payer, paid)).toEqual([]);
    expect(await eventsOf(payer, failed.payout_id)).toHaveLength(1);
  });
});

describe('the lists', () => {
  const listed = async () => {
    const payer = await payoutMerchant();
    const requests = [
      { payout_id: 'po_1', ...toBank() },
      { payout_id: 'po_2', ...auto, ...toCard(), currency: 'EUR', entity_type: 'Company' },
      { payout_id: 'po_3', customer_id: 'cus_2', merchant_order_reference_id: 'order_3' },
    ];
    for (const request of requests) {
      await payer.create(request);
      payer.pass(60);
    }
    await listStored(payer.memory);
    const ids = (answer: { body: { data: { payout_id: string }[] } }) =>
      answer.body.data.map(({ payout_id }) => payout_id);
    const list = (query: Record<string, string>) =>
      payer.shop.ask('payouts.list', { key: payer.merchant.key, query });
    const filter = (body: object) =>
      payer.shop.ask('payouts.filter', { key: payer.merchant.key, body });
    return { payer, ids, list, filter };
  };

  it('the lists of payouts show the newest first, as each is shown by itself', async () => {
    const { payer, ids, list } = await listed();
    const all = await list({});
    expect(all.body).toMatchObject({ size: 3, total_count: null });
    expect(ids(all)).toEqual(['po_3', 'po_2', 'po_1']);
    expect(all.body.data[1]).toEqual((await payer.show('po_2')).body);
    expect(ids(await list({ limit: '1' }))).toEqual(['po_3']);
    expect(ids(await list({ customer_id: 'cus_2' }))).toEqual(['po_3']);
    expect(ids(await list({ starting_after: 'po_2' }))).toEqual(['po_3', 'po_2']);
    expect(ids(await list({ ending_before: 'po_2' }))).toEqual(['po_2', 'po_1']);
    expect(await list({ starting_after: 'none' })).toMatchObject({ status: 404 });
    for (const limit of ['0', '101']) expect(await list({ limit })).toMatchObject({ status: 422 });
  });

  it.each([
    [{}, ['po_3', 'po_2', 'po_1']],
    [{ status: ['success'] }, ['po_2']],
    [{ currency: ['EUR'] }, ['po_2']],
    [{ currency: 'USD' }, ['po_3', 'po_1']],
    [{ payout_method: ['bank'] }, ['po_1']],
    [{ connector: ['adyen_test'] }, ['po_2']],
    [{ entity_type: 'Company' }, ['po_2']],
    [{ payout_id: 'po_1' }, ['po_1']],
    [{ merchant_order_reference_id: 'order_3' }, ['po_3']],
    [{ customer_id: 'cus_1' }, ['po_2', 'po_1']],
    [{ profile_id: 'another' }, []],
  ])('the lists of payouts find the matches of %j', async (wish, found) => {
    const { ids, filter } = await listed();
    const answer = await filter(wish);
    expect(ids(answer)).toEqual(found);
    expect(answer.body).toMatchObject({ size: found.length, total_count: found.length });
  });

  it('the lists of payouts count all, and show a page', async () => {
    const { ids, filter } = await listed();
    const page = await filter({ limit: 1, offset: 1 });
    expect(ids(page)).toEqual(['po_2']);
    expect(page.body).toMatchObject({ size: 1, total_count: 3 });
    expect(await filter({ limit: 21 })).toMatchObject({ status: 422 });
  });
});

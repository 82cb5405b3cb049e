import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  registeredWebhooks,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

it('the test processor repeats its answers in webhooks once the connector account has webhook details', async () => {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const { key, id } = merchant;
  const { processor } = world.dependencies;
  const received: string[] = [];
  processor.hooks.onNotification = async ({ url }) => {
    received.push(url);
    return undefined;
  };
  const pay = async () => {
    const body = aPaymentRequest({ confirm: true, ...byCard() });
    const paid = await world.ask('payments.create', { key, body });
    expect([paid.status, paid.body.status]).toEqual([200, 'succeeded']);
    return paid.body.merchant_connector_id;
  };
  const accountId = await pay();
  expect(received).toEqual([]);

  const changed = await world.ask('connector-accounts.update', {
    key: adminKey,
    params: { account_id: id, merchant_connector_id: accountId },
    body: { connector_type: 'payment_processor', ...registeredWebhooks },
  });
  expect(changed.status).toBe(200);
  await pay();
  expect(received).toEqual([expect.stringMatching(new RegExp(`/webhooks/${id}/${accountId}$`))]);
});

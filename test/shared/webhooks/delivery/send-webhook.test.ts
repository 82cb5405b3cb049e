import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { send } from '#platform/http/egress/egress.ts';
import { findReceiver } from '#webhooks/delivery/receiver.ts';
import { sendWebhook } from '#webhooks/delivery/send-webhook.ts';
import { webhookDelivery } from '../../../support/receivers/webhook-delivery.ts';
import { merchantId } from '../../../support/switch/payments-in-memory.ts';

afterEach(() => {
  delete process.env.LOOPBACK_ALLOWED;
});

it('a webhook that is answered with 2xx and a long body counts as delivered, with 4 KB of the body', async () => {
  const server = createServer((_, response) => response.end('x'.repeat(70_000)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const details = { webhook_url: `http://127.0.0.1:${port}/hook` };
  process.env.LOOPBACK_ALLOWED = 'true';
  const { services, profileId } = await webhookDelivery({ details });
  const event = { merchantId, profileId, eventId: 'evt_1', body: '{}' };
  const sender = { ...services, send, loopback: true };
  const receiver = await findReceiver(event, services.configurations);
  if (!receiver) throw new Error('The profile has an address.');
  const result = await sendWebhook(receiver, event, sender, 60_000);
  await new Promise((resolve) => server.close(resolve));
  expect(result).toMatchObject({ delivered: true, status: 200, answer: 'x'.repeat(4_096) });
});

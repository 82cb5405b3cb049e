import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { webhookReceiver } from '../../console/webhook-receiver.ts';

const text = JSON.stringify({ event_id: 'evt_1', event_type: 'payment_succeeded', content: {} });

function aWebhook(keys: readonly [string, ...string[]], body = text) {
  return {
    merchantId: 'shop',
    headers: {
      'x-webhook-signature-512': signature512(keys[0], body),
      ...standardWebhookHeaders(keys, 'evt_1', new Date(), body),
      authorization: 'Bearer secret',
    },
    body: Buffer.from(body),
  };
}

/** A receiver whose merchant has these keys, and how often it asked for them. */
function aReceiver(...keys: readonly string[]) {
  const now = { keys, asked: 0 };
  const receiver = webhookReceiver(async (merchantId) => {
    now.asked += 1;
    return merchantId === 'shop' ? now.keys : undefined;
  });
  return { receiver, now };
}

const verdicts = ({ receiver }: ReturnType<typeof aReceiver>) =>
  receiver.receipts().map(({ verdict }) => verdict);

describe('the receiver of the console', () => {
  it("the console's receiver verifies both signatures, and requests the keys once", async () => {
    const one = aReceiver('key');
    expect(await one.receiver.receive(aWebhook(['key']))).toBe(200);
    expect(await one.receiver.receive(aWebhook(['key']))).toBe(200);
    expect(verdicts(one)).toEqual(['verified', 'verified']);
    expect(one.now.asked).toBe(1);
  });

  it("the console's receiver verifies by the new key after its merchant has changed it", async () => {
    const one = aReceiver('old');
    await one.receiver.receive(aWebhook(['old']));
    one.now.keys = ['new'];
    expect(await one.receiver.receive(aWebhook(['new', 'old']))).toBe(200);
    expect(await one.receiver.receive(aWebhook(['old']))).toBe(401);
    expect(verdicts(one)).toEqual(['wrong signature', 'verified', 'verified']);
  });

  it.each([
    ['another body', { ...aWebhook(['key']), body: Buffer.from('{}') }],
    ['another key', aWebhook(['other'])],
    [
      'another time',
      {
        ...aWebhook(['key']),
        headers: { ...aWebhook(['key']).headers, 'webhook-timestamp': '1' },
      },
    ],
    [
      'a webhook that was recorded six minutes ago',
      {
        ...aWebhook(['key']),
        headers: {
          ...aWebhook(['key']).headers,
          ...standardWebhookHeaders(['key'], 'evt_1', new Date(Date.now() - 360_000), text),
        },
      },
    ],
    [
      'a wrong first signature',
      {
        ...aWebhook(['key']),
        headers: { ...aWebhook(['key']).headers, 'x-webhook-signature-512': 'ab' },
      },
    ],
  ])("the console's receiver does not accept %s", async (_, webhook) => {
    const one = aReceiver('key');
    expect(await one.receiver.receive(webhook)).toBe(401);
    expect(verdicts(one)).toEqual(['wrong signature']);
  });

  it("the console's receiver shows only the headers of webhooks, and keeps the newest five hundred", async () => {
    const one = aReceiver('key');
    for (let count = 0; count < 510; count += 1) await one.receiver.receive(aWebhook(['key']));
    expect(one.receiver.count).toBe(510);
    expect(one.receiver.receipts()).toHaveLength(500);
    expect(Object.keys(one.receiver.receipts()[0]?.headers ?? {}).sort()).toEqual([
      ...['webhook-id', 'webhook-signature', 'webhook-timestamp', 'x-webhook-signature-512'],
    ]);
  });

  it("the console's receiver reports an unknown merchant", async () => {
    const one = aReceiver('key');
    expect(await one.receiver.receive({ ...aWebhook(['key']), merchantId: 'other' })).toBe(404);
    expect(verdicts(one)).toEqual(['unknown merchant']);
  });
});

import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { TurnoutWebhookError, verifyWebhook } from '../../../packages/node/src/index.ts';

const key = 'a key of the merchant';
const newKey = 'the next key';
const body = JSON.stringify({
  event_type: 'payment_succeeded',
  content: { type: 'payment_details', object: { payment_id: 'pay_é' } },
});

const standard = (keys: readonly string[], at = new Date()) =>
  standardWebhookHeaders(keys, 'evt_1', at, body);
const ofHyperswitch = (by: string) => ({ 'x-webhook-signature-512': signature512(by, body) });

const refused = async (call: Promise<unknown>, message: RegExp) => {
  await expect(call).rejects.toThrow(TurnoutWebhookError);
  await expect(call).rejects.toThrow(message);
};

it('a webhook with the headers of Standard Webhooks is genuine, as text and as bytes', async () => {
  const event = await verifyWebhook(body, standard([key]), key);
  expect(event).toEqual(JSON.parse(body));
  const whsec = `whsec_${Buffer.from(key).toString('base64')}`;
  expect(await verifyWebhook(Buffer.from(body), new Headers(standard([key])), whsec)).toEqual(
    event,
  );
});

it("a webhook with only Hyperswitch's header is genuine, unless both are required", async () => {
  await verifyWebhook(body, { 'X-Webhook-Signature-512': signature512(key, body) }, key);
  const call = verifyWebhook(body, ofHyperswitch(key), key, { standardOnly: true });
  await refused(call, /no signature/);
});

it('two keys that overlap are accepted on either side', async () => {
  await verifyWebhook(body, standard([newKey, key]), key);
  await verifyWebhook(body, standard([newKey, key]), newKey);
  await verifyWebhook(body, standard([key]), [newKey, key]);
  await verifyWebhook(body, ofHyperswitch(key), [newKey, key]);
});

it('a webhook that was changed, signed by another key or not signed is refused', async () => {
  await refused(verifyWebhook(`${body} `, standard([key]), key), /No signature/);
  await refused(verifyWebhook(body, standard([key]), [newKey]), /No signature/);
  await refused(verifyWebhook(body, ofHyperswitch(newKey), key), /No signature/);
  await refused(verifyWebhook(body, {}, key), /no signature/);
  // The weaker header does not make up for a wrong signature of the stronger kind.
  const mixed = { ...standard([newKey]), ...ofHyperswitch(key) };
  await refused(verifyWebhook(body, mixed, key), /No signature/);
  const other = { ...standard([key]), 'webhook-id': 'evt_2' };
  await refused(verifyWebhook(body, other, key), /No signature/);
});

it('a webhook that was recorded is refused after five minutes', async () => {
  const old = standard([key], new Date(Date.now() - 301_000));
  await refused(verifyWebhook(body, old, key), /webhook-timestamp/);
  await verifyWebhook(body, old, key, { toleranceSeconds: 600 });
  const undated = { ...standard([key]), 'webhook-timestamp': 'now' };
  await refused(verifyWebhook(body, undated, key), /webhook-timestamp/);
});

it('a malformed signature is refused, and a missing secret is an error of the program', async () => {
  for (const signature of ['v1,', 'v1,%%', 'v2,AAAA', '', 'v1,AAAAA']) {
    const headers = { ...standard([key]), 'webhook-signature': signature };
    await refused(verifyWebhook(body, headers, key), /signature/i);
  }
  await refused(verifyWebhook(body, { 'x-webhook-signature-512': 'zz' }, key), /No signature/);
  await expect(verifyWebhook(body, standard([key]), '')).rejects.toThrow(TypeError);
  await expect(verifyWebhook(body, standard([key]), [])).rejects.toThrow(TypeError);
});

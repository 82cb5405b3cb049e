import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import { TurnoutWebhookError, verifyWebhook } from '../../../packages/node/src/index.ts';
import { freezeDate } from '../../support/frozen-date.ts';
import fc from '../../support/seeded-fast-check.ts';

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
  for (const secrets of ['', [], [key, ''], 'whsec_', 'whsec_%%']) {
    await expect(verifyWebhook(body, standard([key]), secrets)).rejects.toThrow(TypeError);
  }
  // A variable of the environment that is not set, in a program without types.
  const unset: string = JSON.parse('{}').secret;
  await expect(verifyWebhook(body, standard([key]), unset)).rejects.toThrow(/needs a secret/);
});

it.each([
  ['an object', JSON.parse(body)],
  ['nothing', JSON.parse('{}').body],
  ['the JSON of a buffer', JSON.parse(JSON.stringify(Buffer.from(body)))],
])(
  'a body that a framework parsed before is an error of the program that names it: %s',
  async (_, parsed) => {
    const call = verifyWebhook(parsed, standard([key]), key);
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(/as it arrived/);
  },
);

it('a body that was written anew from its JSON is refused with advice', async () => {
  const spaced = JSON.stringify(JSON.parse(body), null, 1);
  await refused(verifyWebhook(spaced, standard([key]), key), /before any parser/);
});

it('each signature is compared, in several headers and in one that a proxy joined', async () => {
  const { 'webhook-signature': both, ...rest } = standard([newKey, key]);
  const signatures = both.split(' ');
  await verifyWebhook(body, { ...rest, 'webhook-signature': signatures }, key);
  await verifyWebhook(body, { ...rest, 'webhook-signature': signatures.join(', ') }, newKey);
});

// https://docs.svix.com/receiving/verifying-payloads/how
it('the example of the documentation of Svix is genuine at its time', async () => {
  const payload = '{"test": 2432232314}';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const thaw = freezeDate(new Date(1_614_265_330_000));
  try {
    expect(await verifyWebhook(payload, headers, secret)).toEqual({ test: 2432232314 });
    await refused(verifyWebhook(`${payload} `, headers, secret), /No signature/);
    await refused(verifyWebhook(payload, headers, key), /No signature/);
  } finally {
    thaw();
  }
  await refused(verifyWebhook(payload, headers, secret), /webhook-timestamp/);
});

it('a webhook is genuine exactly where the library of Standard Webhooks accepts it', async () => {
  const now = new Date('2030-01-31T10:00:00.750Z');
  const keys = [key, newKey, 'a third key'];
  const someKeys = fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 });
  const ages = fc.oneof(
    fc.integer({ min: -299, max: 299 }),
    fc.constantFrom(-900, -302, -301, -300, 300, 301, 302, 900),
  );
  const changes = fc.constantFrom(
    ...['nothing', 'nothing', 'body', 'id', 'time', 'version', 'cut', 'first letter'],
    ...['no id', 'no time', 'no signature', 'empty signature', 'capitals'],
  );
  const verdicts = { accepted: 0, refused: 0 };
  const thaw = freezeDate(now);
  try {
    const property = fc.asyncProperty(
      ...[someKeys, fc.constantFrom(...keys), ages, changes, fc.string()],
      async (signing, by, ageSeconds, change, name) => {
        const sent = JSON.stringify({ content: { name } });
        const at = new Date(now.getTime() - ageSeconds * 1_000);
        const headers = withChange(standardWebhookHeaders(signing, 'evt_1', at, sent), change);
        const received = change === 'body' ? `${sent} ` : sent;
        const secret = `whsec_${Buffer.from(by).toString('base64')}`;
        const isAccepted = accepts(() => new Webhook(secret).verify(received, headers));
        const ours = await verifyWebhook(received, headers, secret).then(
          () => true,
          (error) => {
            expect(error).toBeInstanceOf(TurnoutWebhookError);
            return false;
          },
        );
        expect(ours).toBe(isAccepted);
        verdicts[ours ? 'accepted' : 'refused'] += 1;
      },
    );
    await fc.assert(property, { numRuns: 600 });
  } finally {
    thaw();
  }
  expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(50);
});

function withChange(headers: ReturnType<typeof standard>, change: string): Record<string, string> {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
  const variants: Readonly<Record<string, Record<string, string>>> = {
    id: { ...headers, 'webhook-id': `${id}1` },
    time: { ...headers, 'webhook-timestamp': String(Number(time) + 1) },
    version: { ...headers, 'webhook-signature': signature.replaceAll('v1,', 'v1a,') },
    cut: { ...headers, 'webhook-signature': signature.slice(0, -8) },
    'first letter': { ...headers, 'webhook-signature': signature.replace('v1,', 'v1,A') },
    'no id': { 'webhook-timestamp': time, 'webhook-signature': signature },
    'no time': { 'webhook-id': id, 'webhook-signature': signature },
    'no signature': { 'webhook-id': id, 'webhook-timestamp': time },
    'empty signature': { ...headers, 'webhook-signature': '' },
    capitals: { 'Webhook-Id': id, 'Webhook-Timestamp': time, 'WEBHOOK-SIGNATURE': signature },
  };
  return variants[change] ?? headers;
}

function accepts(verify: () => unknown): boolean {
  try {
    verify();
    return true;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return false;
  }
}

import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';
import {
  type SentHeaders,
  TurnoutWebhookError,
  verifyWebhook,
} from '../../../packages/node/src/index.ts';
import { freezeDate } from '../../support/runner/frozen-date.ts';
import fc from '../../support/runner/seeded-fast-check.ts';

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

const alone = { acceptHyperswitchSignature: true };

it("a webhook with only Hyperswitch's header is refused, as it has no time, unless it is asked for", async () => {
  const headers = { 'X-Webhook-Signature-512': signature512(key, body) };
  await refused(verifyWebhook(body, headers, key), /no signature of its time/);
  await verifyWebhook(body, headers, key, alone);
  // Nor does it help an old webhook whose other headers were taken away one by one.
  const old = { ...standard([key], new Date(Date.now() - 86_400_000)), ...ofHyperswitch(key) };
  await refused(verifyWebhook(body, old, key, alone), /webhook-timestamp/);
  const { 'webhook-signature': _, ...rest } = old;
  await refused(verifyWebhook(body, rest, key), /no signature of its time/);
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 3_601, JSON.parse('"600"'), JSON.parse('null')])(
  'a tolerance of %p is an error of the program, at any age',
  async (toleranceSeconds) => {
    for (const at of [new Date(), new Date(0)]) {
      const call = verifyWebhook(body, standard([key], at), key, { toleranceSeconds });
      await expect(call).rejects.toThrow(TypeError);
      await expect(call).rejects.toThrow(/from 0 to 3600/);
    }
  },
);

it('a webhook as old as the longest tolerance is genuine, and one without any only in its second', async () => {
  const now = new Date(2_000_000_000_000);
  const thaw = freezeDate(now);
  try {
    const before = (seconds: number) => standard([key], new Date(now.getTime() - seconds * 1_000));
    await verifyWebhook(body, before(3_600), key, { toleranceSeconds: 3_600 });
    await verifyWebhook(body, before(0), key, { toleranceSeconds: 0 });
    const late = verifyWebhook(body, before(1), key, { toleranceSeconds: 0 });
    await refused(late, /webhook-timestamp/);
  } finally {
    thaw();
  }
});

it.each([
  ['Headers of Node.js', (sent) => new Headers(sent)],
  ['Headers of an implementation that cannot be iterated, such as node-fetch', withGetOnly],
  ['a request of Express, which has get()', withGetOnly],
  ['a Map with capitals', (sent) => new Map(capitals(sent))],
  ['pairs with capitals', capitals],
  ['an iterator of pairs', (sent) => new Headers(sent).entries()],
  ['an object without a prototype', (sent) => Object.assign(Object.create(null), sent)],
] as readonly [string, (sent: ReturnType<typeof standard>) => SentHeaders][])(
  'a webhook is genuine, and an old one is refused, with %s',
  async (_, made) => {
    expect(await verifyWebhook(body, made(standard([key])), key)).toEqual(JSON.parse(body));
    await refused(verifyWebhook(body, made(standard([key], new Date(0))), key), /timestamp/);
    await refused(verifyWebhook(body, made(standard([newKey])), key), /No signature/);
  },
);

it.each([
  ['the promise of headers, as Next.js gives it', Promise.resolve(new Headers(standard([key])))],
  ['a text', 'webhook-id: evt_1'],
  ['nothing', undefined],
  ['null', null],
  ['the flat list of Node.js', Object.entries(standard([key])).flat()],
])('a value that has no headers is an error of the program: %s', async (_, headers) => {
  // As a program without types would pass them.
  const call = Reflect.apply(verifyWebhook, undefined, [body, headers, key]);
  await expect(call).rejects.toThrow(TypeError);
  await expect(call).rejects.toThrow(/needs the headers/);
});

it('a secret counts without the spaces and line ends around it, as in the switch', async () => {
  const whsec = `whsec_${Buffer.from(key).toString('base64')}`;
  for (const secret of [` ${key}\n`, `\t${whsec}\r\n`]) {
    await verifyWebhook(body, standard([key]), secret);
    await verifyWebhook(body, standard([key]), [newKey, secret]);
  }
  await expect(verifyWebhook(body, standard([key]), ' \n')).rejects.toThrow(TypeError);
});

function capitals(sent: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return Object.entries(sent).map(([name, value]) => [name.toUpperCase(), value]);
}

function withGetOnly(sent: Readonly<Record<string, string>>) {
  const headers = new Headers(sent);
  return { get: (name: string) => headers.get(name) };
}

it('two keys that overlap are accepted on either side', async () => {
  await verifyWebhook(body, standard([newKey, key]), key);
  await verifyWebhook(body, standard([newKey, key]), newKey);
  await verifyWebhook(body, standard([key]), [newKey, key]);
  await verifyWebhook(body, ofHyperswitch(key), [newKey, key], alone);
});

it('a webhook that was changed, signed by another key or not signed is refused', async () => {
  await refused(verifyWebhook(`${body} `, standard([key]), key), /No signature/);
  await refused(verifyWebhook(body, standard([key]), [newKey]), /No signature/);
  await refused(verifyWebhook(body, ofHyperswitch(newKey), key, alone), /No signature/);
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
  const malformed = verifyWebhook(body, { 'x-webhook-signature-512': 'zz' }, key, alone);
  await refused(malformed, /No signature/);
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

import {
  constants,
  createCipheriv,
  createHmac,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { registerWebhook } from '#connectors/cybersource/register-webhook.ts';
import { webhooks } from '#connectors/cybersource/webhooks.ts';
import type { NextStep } from '#connectors/interface/exchange.ts';
import type { WebhookRegistrationOutcome } from '#connectors/interface/webhooks.ts';
import {
  cybersourceAccount as account,
  answerOf,
  bodyOf,
} from '../../../support/processors/a-cybersource-payment.ts';

const { verifySignature, decrypt } = webhooks;
if (!verifySignature || !decrypt) throw new Error('It can.');

const now = new Date('2030-01-31T10:00:00Z');
const key = Buffer.from('the digital signature key').toString('base64');
const notification = (eventType: string, payload: unknown) => ({
  headers: {},
  body: JSON.stringify({ eventType, eventDate: '2030-01-31T09:59:58Z', payload }),
});
const charge = {
  id: '7001',
  clientReferenceInformation: { code: 'pay_1_1' },
  orderInformation: { amountDetails: { totalAmount: '65.40', currency: 'USD' } },
};
const accepted = notification('payments.payments.accept', charge);

/** The header as the page wh-fg-optional-validate-sig-format shows it: over time, dot and body. */
function signed(body: string, secret = key, at = now) {
  const time = at.getTime();
  const sig = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${time}.${body}`)
    .digest('base64');
  return { body, headers: { 'v-c-signature': `t=${time};keyId=bdc0fe52;sig=${sig}` } };
}
const isOurs = (webhook: { readonly headers: object; readonly body: string }, secrets = [key]) =>
  verifySignature(
    { body: webhook.body, headers: { ...webhook.headers } },
    { ...account, webhookSecrets: secrets },
    now,
  );

describe('a notification', () => {
  it('a CyberSource notification is genuine with a recent signature of its exact body by a key of the account', () => {
    const genuine = signed(accepted.body);
    expect(isOurs(genuine)).toBe(true);
    expect(isOurs(genuine, ['b3RoZXI=', key])).toBe(true);
    expect(isOurs({ ...genuine, body: `${accepted.body} ` })).toBe(false);
    expect(isOurs(genuine, ['b3RoZXI='])).toBe(false);
    expect(isOurs(genuine, [])).toBe(false);
    expect(isOurs(accepted)).toBe(false);
    expect(isOurs(signed(accepted.body, ''), [''])).toBe(false);
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
    expect(isOurs(signed(accepted.body, key, minutes(-4)))).toBe(true);
    expect(isOurs(signed(accepted.body, key, minutes(-6)))).toBe(false);
    expect(isOurs(signed(accepted.body, key, minutes(6)))).toBe(false);
  });

  it('a CyberSource notification has its time', () => {
    expect(webhooks.happenedAt?.(accepted)).toEqual(new Date('2030-01-31T09:59:58Z'));
  });

  // Cybersource documents the envelope and not the payload: its own plugins read each of these.
  it.each([
    ['the transaction', charge],
    ['an object with its data', { data: charge }],
    ['a list with its data', [{ data: charge }]],
    [
      'the transaction by another name of its id',
      { ...charge, id: undefined, transactionId: '7001' },
    ],
  ])('a CyberSource notification is read where its payload is %s', (_, payload) => {
    expect(webhooks.parse(notification('payments.payments.accept', payload))).toEqual([
      {
        kind: 'payment',
        subject: { reference: 'pay_1_1', connectorId: '7001' },
        outcome: {
          result: 'authorized',
          amountMinor: 6_540,
          currency: 'USD',
          connectorTransactionId: '7001',
        },
        isByCaptureMethod: true,
      },
    ]);
  });

  it("a CyberSource notification names a payment by CyberSource's id when it has no number, and else nothing of ours", () => {
    expect(webhooks.parse(notification('payments.payments.reject', { id: '7001' }))).toMatchObject([
      { subject: { connectorId: '7001' }, outcome: { result: 'declined' } },
    ]);
    expect(webhooks.parse(notification('payments.payments.reject', {}))).toEqual([
      { kind: 'nothing' },
    ]);
    expect(() => webhooks.parse({ headers: {}, body: '{}' })).toThrow();
  });

  it('a CyberSource notification of a capture or a refund names it by its own id, with its amount', () => {
    expect(
      webhooks.parse(notification('payments.captures.reject', { ...charge, id: '7002' })),
    ).toEqual([
      {
        kind: 'capture',
        status: 'failed',
        amountMinor: 6540,
        subject: { reference: 'pay_1_1' },
        capture: { connectorId: '7002' },
      },
    ]);
    const back = { ...charge, id: '7005', clientReferenceInformation: { code: 'ref_1' } };
    const errorInformation = { reason: 'GENERAL_DECLINE', message: 'No.' };
    expect(
      webhooks.parse(notification('payments.refunds.reject', { ...back, errorInformation })),
    ).toEqual([
      {
        kind: 'refund',
        subject: { reference: 'ref_1', connectorId: '7005' },
        outcome: {
          result: 'declined',
          code: 'GENERAL_DECLINE',
          message: 'No.',
          reason: 'No.',
          connectorRefundId: '7005',
          amountMinor: 6540,
          currency: 'USD',
        },
      },
    ]);
  });
});

/** JSON Web Encryption in its compact form, as RFC 7516 makes it. */
function encrypted(content: string, publicKey: string): string {
  const header = Buffer.from('{"alg":"RSA-OAEP-256","enc":"A256GCM"}').toString('base64url');
  const [contentKey, vector] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', contentKey, vector).setAAD(Buffer.from(header));
  const text = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const wrapped = publicEncrypt({ key: publicKey, ...padding }, contentKey);
  const parts = [wrapped, vector, text, cipher.getAuthTag()].map((part) =>
    part.toString('base64url'),
  );
  return [header, ...parts].join('.');
}

describe('an encrypted notification', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const opened = (body: string, secrets: readonly string[] = [key, privateKey]) =>
    decrypt({ headers: {}, body }, { ...account, webhookSecrets: secrets });
  const wanted = webhooks.parse(accepted);

  it.each([
    ['as a whole', encrypted(accepted.body, publicKey)],
    ['in a member', JSON.stringify({ encData: encrypted(accepted.body, publicKey) })],
    [
      'but for its envelope',
      JSON.stringify({
        eventType: 'payments.payments.accept',
        payload: encrypted(JSON.stringify(charge), publicKey),
      }),
    ],
  ])('an encrypted CyberSource notification is read where it is encrypted %s', (_, body) => {
    expect(webhooks.parse(opened(body))).toEqual(wanted);
    expect(() => webhooks.parse({ headers: {}, body })).toThrow();
  });

  it('an encrypted CyberSource notification is read with a private key whose line breaks were lost in a form', () => {
    const body = encrypted(accepted.body, publicKey);
    expect(webhooks.parse(opened(body, [key, privateKey.replaceAll('\n', ' ').trim()]))).toEqual(
      wanted,
    );
  });

  it('an encrypted CyberSource notification is not read with another key, none, or with a changed byte, and an unencrypted one still is', () => {
    const body = encrypted(accepted.body, publicKey);
    expect(() => opened(body, [key])).toThrow(/no key/);
    const [header, wrapped, vector, , tag] = body.split('.');
    expect(() => opened([header, wrapped, vector, 'AAAA', tag].join('.'))).toThrow();
    expect(() => opened([header, wrapped, vector, 'AAAA', 'AAAA'].join('.'))).toThrow();
    expect(opened(accepted.body).body).toBe(accepted.body);
  });

  it("an encrypted CyberSource notification's signature does not depend on the private key", () => {
    expect(isOurs(signed(accepted.body), [privateKey, key])).toBe(true);
    expect(isOurs(signed(accepted.body, privateKey), [privateKey])).toBe(false);
  });
});

describe('registering our address', () => {
  const registration = { reference: 'r_1', url: 'https://switch.example/webhooks/m/mca_1' };
  type Reading = WebhookRegistrationOutcome | NextStep<WebhookRegistrationOutcome>;
  function nextOf(reading: Reading): NextStep<WebhookRegistrationOutcome> {
    if (!('next' in reading)) throw new Error('The exchange ends here.');
    return reading;
  }
  const products = [
    {
      productId: 'cardProcessing',
      eventTypes: [
        { eventName: 'payments.captures.reject' },
        { eventName: 'payments.credits.accept' },
      ],
    },
    { productId: 'tax', eventTypes: [{ eventName: 'tax.done' }] },
  ];

  it('registering our URL at CyberSource makes a key and subscribes to the events that the merchant has and the switch reads', () => {
    const asked = registerWebhook.request(registration, account);
    expect([asked.method, asked.step]).toEqual(['GET', 'order']);
    expect(new URL(asked.url).pathname).toBe('/notification-subscriptions/v2/products/merchant_1');
    const making = nextOf(registerWebhook.outcome(answerOf(products, 200), registration, account));
    expect(making.next.step).toBe('token');
    expect(bodyOf(making.next).keyInformation).toMatchObject({
      provider: 'nrtd',
      keyType: 'sharedSecret',
      organizationId: 'merchant_1',
    });
    const subscribing = nextOf(making.outcome(answerOf({ keyInformation: { keyId: 'k', key } })));
    expect(bodyOf(subscribing.next)).toMatchObject({
      organizationId: 'merchant_1',
      webhookUrl: registration.url,
      products: [{ productId: 'cardProcessing', eventTypes: ['payments.captures.reject'] }],
    });
    expect(subscribing.outcome(answerOf({ webhookId: 'w_1', status: 'ACTIVE' }))).toEqual({
      result: 'registered',
      connectorWebhookId: 'w_1',
      secret: key,
    });
    const refused = answerOf({ errors: [{ type: 'alreadyExists', message: 'No.' }] }, 400);
    expect(subscribing.outcome(refused)).toMatchObject({ result: 'declined' });
  });

  it('registering our URL at CyberSource is not done for a merchant that has none of the events', () => {
    const none = answerOf([products[1]], 200);
    expect(() => registerWebhook.outcome(none, registration, account)).toThrow();
  });
});

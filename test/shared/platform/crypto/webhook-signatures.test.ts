import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signature512, standardWebhookHeaders } from '#platform/crypto/webhook-signatures.ts';

const key = 'p0Xk'.repeat(16);
const body = '{"event_type":"payment_succeeded","content":{"name":"Zoë"}}';

it('a webhook signature covers exactly the sent bytes', () => {
  const receiver = createHmac('sha512', Buffer.from(key, 'utf8'));
  expect(signature512(key, body)).toBe(receiver.update(Buffer.from(body, 'utf8')).digest('hex'));
});

// RFC 4231, test case 2.
it('a webhook signature is HMAC-SHA512 as the RFC has it', () => {
  expect(signature512('Jefe', 'what do ya want for nothing?')).toBe(
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
      '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  );
});

it('a webhook signature verifies with the library of the Standard Webhooks specification', () => {
  const headers = standardWebhookHeaders([key], 'evt_1', new Date(), body);
  const library = verifierOf(key);
  expect(library.verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => library.verify(`${body} `, headers)).toThrow();
});

it('a webhook signature verifies with that library by each of several keys, and by no other', () => {
  const headers = standardWebhookHeaders(['a newer key', key], 'evt_1', new Date(), body);
  expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
  expect(verifierOf('a newer key').verify(body, headers)).toEqual(JSON.parse(body));
  expect(verifierOf(key).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => verifierOf('another key').verify(body, headers)).toThrow();
});

function verifierOf(hashKey: string) {
  return new Webhook(`whsec_${Buffer.from(hashKey).toString('base64')}`);
}

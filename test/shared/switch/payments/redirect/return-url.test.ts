import { createHmac } from 'node:crypto';
import type { Payment } from '#switch/payments/payment.ts';
import { returnOf } from '#switch/payments/redirect/return-url.ts';
import { aPayment } from '../../../../support/entities/a-payment.ts';

const paid = (given: Partial<Payment> = {}) =>
  aPayment({
    id: 'pay_demo01',
    clientSecret: 'pay_demo01_secret_abc',
    status: 'succeeded',
    ...given,
  });

/** A merchant's check that the switch made the address. */
function isGenuine(address: string, hashKey: string): boolean {
  const { searchParams } = new URL(address);
  const signature = searchParams.get('signature');
  searchParams.delete('signature');
  searchParams.delete('signature_algorithm');
  const lines = [...searchParams].map(([name, value]) => [Buffer.from(name), Buffer.from(value)]);
  lines.sort(([a, x], [b, y]) => {
    if (!a || !b || !x || !y) throw new Error('Pairs.');
    return Buffer.compare(a, b) || Buffer.compare(x, y);
  });
  const message = lines.map(([name, value]) => `${name}=${value}`).join('&');
  return createHmac('sha512', hashKey).update(message).digest('hex') === signature;
}

describe('the way back to the shop', () => {
  it("the return URL has the payment's status, in this order", () => {
    const { url, params } = returnOf(paid(), {
      returnUrl: 'https://shop.example/return',
      byPost: false,
    });
    expect(url).toBe(
      'https://shop.example/return?status=succeeded&payment_id=pay_demo01&payment_intent_client_secret=pay_demo01_secret_abc&amount=2599&manual_retry_allowed=false',
    );
    expect(params.map(([name]) => name)).toEqual([
      'status',
      'payment_id',
      'payment_intent_client_secret',
      'amount',
      'manual_retry_allowed',
    ]);
  });

  it.each([
    ['https://shop.example/return?', 'https://shop.example/return?status='],
    ['https://shop.example', 'https://shop.example/?status='],
    [
      'https://shop.example/r?order=A%207&x=%2b',
      'https://shop.example/r?order=A%207&x=%2b&status=',
    ],
    ['https://shop.example/r?status=mine', 'https://shop.example/r?status=mine&status='],
  ])('the return URL begins as the merchant wrote it: %s', (returnUrl, beginning) => {
    const { url } = returnOf(paid(), { returnUrl, byPost: false });
    expect(url.startsWith(`${beginning}succeeded&`)).toBe(true);
  });

  it('the return URL keeps its fragment after the #', () => {
    const { url } = returnOf(paid(), { returnUrl: 'https://shop.example/#/done', byPost: false });
    expect(url).toMatch(/^https:\/\/shop\.example\/\?status=succeeded&.*=false#\/done$/);
  });

  it('the return URL leaves out the amount in a form', () => {
    const { params, url } = returnOf(paid(), { returnUrl: 'https://shop.example', byPost: true });
    expect(params.map(([name]) => name)).not.toContain('amount');
    expect(url).not.toContain('amount');
  });

  it('the return URL states whether the customer may try again', () => {
    const failed = paid({
      status: 'failed',
      manualRetry: true,
      attempt: { ...paid().attempt, status: 'failure' },
    });
    const { params } = returnOf(failed, { returnUrl: 'https://shop.example', byPost: false });
    expect(params).toContainEqual(['manual_retry_allowed', 'true']);
  });
});

describe('the signature', () => {
  const signature =
    '7d76194edb7e627266cfc215426568923179fa820f509226f2f390c9bfd2c22aa3c73c244f1800404a4a964ef65535da4cb00e9869e8fc14884b618a553f671a';

  it.each(['order=A%207', 'order=A+7'])(
    'the return signature is the one that clients of the Hyperswitch v1 API expect, over %s',
    (query) => {
      const { params, url } = returnOf(paid(), {
        returnUrl: `https://shop.example/return?${query}`,
        byPost: false,
        hashKey: 'hashkey01',
      });
      expect(params.slice(-2)).toEqual([
        ['signature', signature],
        ['signature_algorithm', 'HMAC-SHA512'],
      ]);
      expect(url.endsWith(`&signature=${signature}&signature_algorithm=HMAC-SHA512`)).toBe(true);
    },
  );

  it.each([
    'https://shop.example/r?b=2&a=1&b=1&=x&y',
    'https://shop.example/r?%F0%9F%92%B3=1&%EF%BF%BD=2',
    'https://shop.example/r?x=%26status%3Dsucceeded#top',
    'https://shop.example/r?payment_id=pay_other',
  ])('the return signature can be verified by the same computation: %s', (returnUrl) => {
    const { url } = returnOf(paid(), { returnUrl, byPost: false, hashKey: 'hashkey01' });
    expect(isGenuine(url, 'hashkey01')).toBe(true);
    expect(isGenuine(url, 'hashkey02')).toBe(false);
    expect(isGenuine(url.replace('status=succeeded', 'status=failed'), 'hashkey01')).toBe(false);
  });

  it('the return signature is absent when the profile does not sign', () => {
    const { url } = returnOf(paid(), { returnUrl: 'https://shop.example', byPost: false });
    expect(url).not.toContain('signature');
  });
});

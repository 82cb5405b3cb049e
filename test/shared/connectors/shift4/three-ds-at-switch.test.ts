import type { Send } from '#platform/http/egress/egress.ts';
import { queryAt } from '../../../support/requests/page-queries.ts';
import { byCard } from '../../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../../support/switch/switch-in-memory.ts';

const redirectUrl =
  'https://api.shift4.com/3d-secure/start/L5DVhJTGO8XawEhptqGp16KrTAV50gFVJBeg9s1a';

/** What the stand-in for Shift4 answers to a charge: done, refused, or nothing at all. */
type Charging = 'successful' | 'authentication_required' | 'lost';

/** The charge is made once for a key, as Shift4's idempotency keys promise. */
function shift4(next: { charging: Charging }) {
  const asked: string[] = [];
  const charges = new Map<string, object>();
  const answer = (status: number, body: object) =>
    Promise.resolve({
      kind: 'answered' as const,
      response: { status, headers: {}, body: JSON.stringify(body) },
    });
  const send: Send = async ({ method, url, headers, body = '' }) => {
    const { pathname } = new URL(url);
    asked.push(`${method} ${pathname}`);
    if (pathname === '/3d-secure') {
      const form = new URLSearchParams(body);
      const info = { amount: Number(form.get('amount')), currency: form.get('currency') };
      const token = { id: 'tok_1', threeDSecureInfo: { ...info, enrolled: true } };
      return answer(200, { enrolled: true, version: '2.2.0', redirectUrl, token });
    }
    if (method === 'GET') return answer(200, { list: [...charges.values()], hasMore: false });
    const code = 'authentication_required';
    if (next.charging === code) return answer(402, { error: { type: 'card_error', code } });
    const { amount, currency, metadata } = JSON.parse(body);
    const charge = { id: 'char_1', amount, currency, metadata, captured: true };
    charges.set(headers['idempotency-key'] ?? '', { ...charge, status: 'successful' });
    if (next.charging === 'lost') return { kind: 'unknown', reason: 'timeout' };
    return answer(200, { ...charge, status: 'successful' });
  };
  return { send, asked, charges };
}

async function atTheBank(charging: Charging) {
  const next = { charging };
  const processor = shift4(next);
  const world = switchInMemory();
  world.dependencies.send = processor.send;
  const merchant = await aMerchant(
    world,
    'merchant_example',
    {},
    {
      connector_name: 'shift4',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_key' },
    },
  );
  const { body: payment } = await world.ask('payments.create', {
    key: merchant.key,
    body: aPaymentRequest({
      payment_id: 'pay_1',
      confirm: true,
      authentication_type: 'three_ds',
      return_url: 'https://shop.example/return',
      ...byCard(),
    }),
  });
  const params = { payment_id: 'pay_1', merchant_id: merchant.id, connector: 'shift4' };
  const query = await queryAt(world.services, params, 'complete');
  return {
    ...processor,
    payment,
    back: () => world.ask('payments.complete', { params, query }),
    later: (seconds: number) => {
      const { clock } = world.dependencies;
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
    shown: (force_sync = 'false') =>
      world.ask('payments.retrieve', {
        key: merchant.key,
        params: { payment_id: 'pay_1' },
        query: { force_sync },
      }),
  };
}

describe('a payment with three_ds whose only account is at Shift4', () => {
  it('a Shift4 customer is sent to the bank, and charged once however often the browser returns', async () => {
    const { payment, back, asked, charges, shown } = await atTheBank('successful');
    expect(payment.status).toBe('requires_customer_action');
    expect(asked).toEqual(['POST /3d-secure']);
    await Promise.all([back(), back()]);
    await back();
    expect((await shown()).body.status).toBe('succeeded');
    expect(asked.filter((one) => one === 'POST /charges')).toHaveLength(1);
    expect(charges.size).toBe(1);
  });

  it('a Shift4 payment fails where the bank has not confirmed the customer', async () => {
    const { back, charges, shown } = await atTheBank('authentication_required');
    await back();
    const { body } = await shown();
    expect(body).toMatchObject({ status: 'failed', error_code: 'authentication_required' });
    expect(charges.size).toBe(0);
  });

  it('a Shift4 charge is found later where its answer was lost', async () => {
    const { back, asked, later, shown } = await atTheBank('lost');
    await back();
    expect((await shown()).body.status).toBe('processing');
    later(120);
    expect((await shown('true')).body.status).toBe('succeeded');
    expect(asked.filter((one) => one === 'POST /charges')).toHaveLength(1);
  });

  it('a Shift4 customer who stays away is charged nothing, also when the merchant asks', async () => {
    const { later, shown, asked } = await atTheBank('successful');
    later(3_600);
    expect((await shown('true')).body.status).toBe('requires_customer_action');
    expect(asked).not.toContain('POST /charges');
  });
});

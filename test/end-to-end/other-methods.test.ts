import { processorPage } from '../support/entities/customer.ts';
import { type MethodRequest, requestOf } from '../support/requests/other-methods.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: { connectors: ['fauxpay'] } });

async function pay(request: MethodRequest, body: object = {}) {
  const answer = await live.running.call('POST', '/payments', {
    key: live.merchant.key,
    body: {
      amount: 6_540,
      currency: 'USD',
      confirm: true,
      return_url: 'https://shop.example/done',
      ...request,
      ...body,
    },
  });
  expect(answer.status).toBe(200);
  return answer;
}

const retrieved = async (paymentId: string) =>
  (await live.running.call('GET', `/payments/${paymentId}`, { key: live.merchant.key })).body;

it('a wallet payment redirects its customer to a page named after the wallet, and back to the shop', async () => {
  const payment = await pay(requestOf('gcash'));
  const id = textAt(payment, 'payment_id');
  expect(payment.body).toMatchObject({
    status: 'requires_customer_action',
    next_action: { type: 'redirect_to_url' },
  });
  const page = await processorPage(live.running, payment);
  const shown = await live.running.call('GET', page);
  expect(shown.text).toContain('<bdi>GCash</bdi>');
  expect(shown.text).toContain('$65.40');
  const answered = await live.running.call('GET', `${page}/complete?confirm=true`);
  expect(answered.status).toBe(302);
  const home = await live.running.call('GET', answered.headers.get('location') ?? '');
  expect(home.headers.get('location')).toMatch(/^https:\/\/shop\.example\/done\?status=succeeded&/);
  expect(await retrieved(id)).toMatchObject({
    status: 'succeeded',
    payment_method_type: 'gcash',
    next_action: null,
  });
});

it('a payment by QR code is paid at the page of the code, and its merchant gets the webhook', async () => {
  const payment = await pay(requestOf('prompt_pay'), { currency: 'THB' });
  const id = textAt(payment, 'payment_id');
  const page = textAt(payment, 'next_action.qr_code_url');
  expect((await live.running.call('GET', `${page}/complete?confirm=true`)).status).toBe(302);
  await eventually(async () => {
    expect(await retrieved(id)).toMatchObject({ status: 'succeeded', amount_received: 6_540 });
  });
});

it('a debit stays processing until the processor reports the payment by itself', async () => {
  const payment = await pay(requestOf('sepa'));
  const id = textAt(payment, 'payment_id');
  expect(payment.body).toMatchObject({ status: 'processing', next_action: null });
  await eventually(async () => {
    expect(await retrieved(id)).toMatchObject({ status: 'succeeded' });
  });
});

it('a bank debit is confirmed with the account that was attached before', async () => {
  const begun = await pay(requestOf('sepa'), { confirm: false });
  const id = textAt(begun, 'payment_id');
  expect(begun.body).toMatchObject({ status: 'requires_confirmation' });
  const confirmed = await live.running.call('POST', `/payments/${id}/confirm`, {
    key: live.merchant.publishableKey,
    body: { client_secret: textAt(begun, 'client_secret') },
  });
  expect(confirmed).toMatchObject({
    status: 200,
    body: {
      status: 'processing',
      payment_method_data: { bank_debit: { sepa: { iban: '****3000' } } },
    },
  });
  await eventually(async () => {
    expect(await retrieved(id)).toMatchObject({ status: 'succeeded' });
  });
});

it('no wallet token, cryptogram or account number is stored', async () => {
  await pay(requestOf('google_pay'));
  await pay(requestOf('network_token'));
  const kept = JSON.stringify(await live.running.items());
  for (const secret of ['MEUCIQDh', 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=', 'DE89370400440532013000']) {
    expect(kept).not.toContain(secret);
  }
});

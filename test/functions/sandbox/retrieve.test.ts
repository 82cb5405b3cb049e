import { sandboxProcessor, sandboxUrl } from '../../support/processors/sandbox-processor.ts';

const headers = { 'api-key': 'key-one' };
const url = `${sandboxUrl}/payments/pay_1_1`;

it('the sandbox returns the state of a payment', async () => {
  const { answer } = sandboxProcessor();
  const charged = await answer({
    method: 'PUT',
    url,
    headers,
    body: JSON.stringify({
      processor: 'paypal_test',
      amount: 0,
      currency: 'JPY',
      capture_method: 'automatic',
      card: { number: '4111111111111111', expiry_month: '1', expiry_year: '35', cvc: null },
      return_url: null,
    }),
  });
  expect(charged.status).toBe(200);
  const retrieved = await answer({ method: 'GET', url, headers });
  expect(retrieved.body).toBe(charged.body);
  expect(JSON.parse(retrieved.body)).toMatchObject({
    reference: 'pay_1_1',
    status: 'succeeded',
    amount: 0,
    currency: 'JPY',
    created: '2026-01-01T00:00:00.000Z',
    next_action: null,
    error: null,
  });
});

it('the sandbox answers an unknown payment with its own code', async () => {
  const { answer } = sandboxProcessor();
  expect(await answer({ method: 'GET', url, headers })).toEqual({
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: '{"error":{"code":"DC_01","message":"Payment does not exist in our records"}}',
  });
});
